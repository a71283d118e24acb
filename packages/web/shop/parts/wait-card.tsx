/** Something that needs somebody: what it is, since when, and one button for each answer. */

import { Badge, Group, List, Paper, Stack, Text } from '@mantine/core';
import type { FloorWait } from '@platen/contracts/floor/shop-floor';
import { comma } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { actorText } from '../../kit/service-words.ts';
import { shopWords } from '../shop-words.ts';
import { floorWords } from '../words/floor-words.ts';
import { mediaText, trayText } from '../words/media-words.ts';
import { ActButton } from './act-button.tsx';
import { JobLine } from './job-line.tsx';
import classes from './wait-card.module.css';

/** What it is about, in a few words. */
const aboutOf = ({ job, printer, agent }: FloorWait): string =>
  job?.order_no ?? printer?.name ?? agent?.name ?? '';

export function WaitCard({ wait }: { wait: FloorWait }) {
  const words = useWords(floorWords);
  const language = useLanguage();
  const { kind, urgency, job, printer, agent, reason, reasons, causes, trays, notice } = wait;
  const about = aboutOf(wait);
  const why = reason === null ? '' : words.reasons[reason];
  // The contract keeps "nobody knows since when" as the beginning of time.
  const isSinceKnown = !wait.since.startsWith('1970');
  return (
    <Paper withBorder p="md" className={classes.card} data-urgency={urgency} component="article">
      <Stack gap="xs" className={classes.content}>
        <Group justify="space-between" gap="xs">
          <Text fw={650} component="h3" className={classes.title}>
            {words.kinds[kind]}
          </Text>
          {isSinceKnown && (
            <Text size="xs" c="dimmed">
              <Age time={wait.since} />
            </Text>
          )}
        </Group>
        {printer && (
          <Text size="sm" fw={600}>
            {printer.name}
          </Text>
        )}
        {job && <JobLine job={job} />}
        {!job && !printer && agent && (
          <Text size="sm" fw={600}>
            {agent.name}
          </Text>
        )}
        {why !== '' && kind === 'job-held' && (language === 'zh' || wait.message === '') && (
          <Text size="sm">
            {reason === 'media-needed' && job
              ? words.load(mediaText(job.media, language), '')
              : sentence(why, language)}
          </Text>
        )}
        {reasons.length > 0 && (
          <List size="sm" spacing={2}>
            {reasons.map(({ keyword, en, zh }) => (
              <List.Item key={keyword}>{language === 'zh' ? zh : en}</List.Item>
            ))}
          </List>
        )}
        {causes.length > 0 && (
          <Text size="sm">
            {sentence(
              causes.map((cause) => words.causes[cause]).join(language === 'zh' ? '、' : ', '),
              language,
            )}
          </Text>
        )}
        {trays.length > 0 && (
          <Text size="sm">
            {trays.map((tray) => trayText(tray, language)).join(language === 'zh' ? '、' : ', ')}
          </Text>
        )}
        {notice && <Text size="sm">{language === 'zh' ? notice.zh : notice.en}</Text>}
        {language === 'en' && wait.message !== '' && wait.message !== why && (
          <Text size="sm">{wait.message}</Text>
        )}
        <Text size="sm" c="dimmed">
          {words.help[kind]}
        </Text>
        {!job && wait.jobs > 0 && (
          <Badge variant="light" color="seal">
            {words.jobsWait(wait.jobs)}
          </Badge>
        )}
        {wait.last_act && (
          <Text size="xs" c="dimmed">
            {words.lastWord(actorText(wait.last_act.by, language))}
            {comma(language)}
            <Age time={wait.last_act.at} />
          </Text>
        )}
      </Stack>
      <Group gap="xs" mt="sm">
        {wait.answers.map(({ act, copies, main }) => (
          <ActButton
            key={JSON.stringify(act)}
            act={act}
            copies={copies}
            about={about}
            size="compact-md"
            mih={36}
            variant={main ? 'filled' : 'default'}
          />
        ))}
        {kind === 'paper-unsaid' && printer && <ToPrinter id={printer.id} />}
      </Group>
    </Paper>
  );
}

function ToPrinter({ id }: { id: string }) {
  const { places } = useWords(shopWords);
  return (
    <PageLink to="/printers" search={{ printer: id }} fw={600} size="sm">
      {places.printers}
    </PageLink>
  );
}

/** With a capital at its beginning and a point at its end. */
const sentence = (text: string, language: 'en' | 'zh'): string => {
  if (text === '') return '';
  const whole = language === 'zh' ? text : text[0]!.toUpperCase() + text.slice(1);
  return /[.。?？!！]$/.test(whole) ? whole : `${whole}${language === 'zh' ? '。' : '.'}`;
};
