/** What was asked of agents lately, and their answers. The agent's own host answers at once and has none. */
import { List, Paper, Stack, Text, Title } from '@mantine/core';
import type { FloorRequest } from '@platen/contracts/floor/shop-floor';
import type { FloorAnswer } from '@platen/contracts/floor/shop-floor-acts';
import { colon } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { useFloorTopic } from '../floor/floor-session.tsx';
import { actWords } from '../words/act-words.ts';
import { requestWords } from '../words/request-words.ts';

export function Findings({ findings }: { findings: FloorAnswer['findings'] }) {
  const words = useWords(requestWords);
  const language = useLanguage();
  if (findings.length === 0) return null;
  return (
    <List size="sm">
      {findings.map(({ verdict, en, zh }) => (
        <List.Item key={en}>
          {words.verdicts[verdict]}
          {colon(language)}
          {language === 'zh' ? zh : en}
        </List.Item>
      ))}
    </List>
  );
}

/** A heading, and the newest ten. */
export function RequestList() {
  const words = useWords(requestWords);
  const { items } = useFloorTopic('requests');
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="asked-lately">
      <Title order={2} id="asked-lately" mb="sm">
        {words.requests}
      </Title>
      <RequestLines />
    </section>
  );
}

export interface RequestLinesProps {
  /** Those that are shown; all unless told. */
  isShown?: (request: FloorRequest) => boolean;
  /** The newest so many. */
  count?: number;
}

/** Beside what asks: said aloud when an answer comes. */
export function RequestLines({ isShown = () => true, count = 10 }: RequestLinesProps) {
  const words = useWords(requestWords);
  const acts = useWords(actWords);
  const language = useLanguage();
  const { items } = useFloorTopic('requests');
  const { items: agents } = useFloorTopic('agents');
  const shown = items
    .filter(isShown)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, count);
  const isAway = (agentId: string) => agents.find(({ id }) => id === agentId)?.linked === false;
  return (
    <div aria-live="polite">
      <Stack gap="xs" mt={shown.length > 0 ? 'sm' : 0}>
        {shown.map(({ id, act, agent_id: agentId, at, outcome, said, findings }) => (
          <Paper key={id} withBorder px="md" py="xs">
            <Text size="sm" fw={600}>
              {(acts.acts as Record<string, string>)[act] ?? act} ·{' '}
              <Text span inherit {...(outcome !== 'done' && outcome !== 'waiting' && { c: 'seal' })}>
                {words.outcomes[outcome]}
              </Text>
              <Text span size="sm" c="dimmed" fw={400}>
                {' · '}
                <Age time={at} />
              </Text>
            </Text>
            {outcome === 'waiting' && isAway(agentId) && <Text size="sm">{words.waitsForAgent}</Text>}
            {said && outcome !== 'done' && <Text size="sm">{language === 'zh' ? said.zh : said.en}</Text>}
            {findings.length > 0 && (
              <details>
                <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
                  {words.findings(findings.length)}
                </Text>
                <Findings findings={findings} />
              </details>
            )}
          </Paper>
        ))}
      </Stack>
    </div>
  );
}
