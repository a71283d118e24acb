/** /: the whole floor. What needs somebody stands on top; below it every printer as a tile, and what waits. */
import { Alert, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { FloorAgent } from '@platen/contracts/floor/shop-floor';
import { useMemo } from 'react';
import { inBrackets } from '../../kit/formats.ts';
import { OfflineIcon, PauseIcon, PlayIcon, PrinterIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Age } from '../../kit/parts/age.tsx';
import { Behind } from '../../kit/parts/behind.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton, PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { actorText } from '../../kit/service-words.ts';
import { sortWaits } from '../floor/floor-needs.ts';
import { useFloor, useFloorTopic } from '../floor/floor-session.tsx';
import { listQueue } from '../floor/queue-order.ts';
import { ActButton } from '../parts/act-button.tsx';
import { JobLine } from '../parts/job-line.tsx';
import { PrinterTile } from '../parts/printer-tile.tsx';
import { WaitCard } from '../parts/wait-card.tsx';
import { floorWords } from '../words/floor-words.ts';
import { floorPageWords } from './floor-page-words.ts';

const shownJobs = 4;

export function FloorPage() {
  const words = useWords(floorPageWords);
  return (
    <Stack gap="xl">
      <PageTitle
        title={words.title}
        actions={
          <Behind>
            <PauseAll />
          </Behind>
        }
      />
      <Behind until={<LoadingLines lines={5} />}>
        <Floor />
      </Behind>
    </Stack>
  );
}

function Floor() {
  const words = useWords(floorPageWords);
  const { items: printers, isKnown, isOld } = useFloorTopic('printers');
  const { items: agents } = useFloorTopic('agents');
  return (
    <>
      {isOld && (
        <Alert color="gray" variant="light" icon={<OfflineIcon />} role="status">
          {words.old}
        </Alert>
      )}
      <Agents agents={agents} />
      <Needs />
      <section aria-labelledby="floor-printers">
        <Title order={2} id="floor-printers" mb="sm">
          {words.printers}
        </Title>
        {!isKnown && <LoadingLines lines={5} />}
        {isKnown && printers.length === 0 && (
          <EmptyState
            icon={<PrinterIcon size={40} />}
            title={agents.length === 0 ? words.noAgents : words.noPrinters}
            hint={agents.length === 0 ? words.noAgentsHint : words.noPrintersHint}
            action={agents.length > 0 && <PageButton to="/printers">{words.addPrinter}</PageButton>}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
          {printers.map((printer) => (
            <PrinterTile
              key={printer.id}
              printer={printer}
              agent={agents.find(({ id }) => id === printer.agent_id)}
              isOld={isOld}
            />
          ))}
        </SimpleGrid>
      </section>
      <NextJobs />
    </>
  );
}

function PauseAll() {
  const words = useWords(floorPageWords);
  const { can } = useFloor();
  const { items: agents } = useFloorTopic('agents');
  const { items: printers } = useFloorTopic('printers');
  const areAllPaused = agents.length > 0 && agents.every(({ paused }) => paused !== null);
  const act = areAllPaused ? 'resume' : 'pause';
  if (!can(act) || printers.length === 0) return null;
  return (
    <ActButton
      act={{ act, printer: null }}
      variant={areAllPaused ? 'filled' : 'default'}
      leftSection={areAllPaused ? <PlayIcon size={18} /> : <PauseIcon size={18} />}
      label={areAllPaused ? words.resumeAll : words.pauseAll}
    />
  );
}

function Agents({ agents }: { agents: readonly FloorAgent[] }) {
  const words = useWords(floorPageWords);
  const language = useLanguage();
  const floor = useWords(floorWords);
  const { host } = useFloor();
  const stop = language === 'zh' ? '。' : '. ';
  const paused = agents.find((agent) => agent.paused)?.paused;
  return (
    <>
      {paused && (
        <Alert color="yellow" variant="light" icon={<PauseIcon />} role="status">
          {words.allPaused(actorText(paused.by, language))} <Age time={paused.at} />
        </Alert>
      )}
      {agents
        .filter(({ linked }) => !linked)
        .map(({ id, name, away_because: because, last_seen_at: seenAt }) => (
          <Alert key={id} color="gray" variant="light" icon={<OfflineIcon />} role="status">
            {host === 'agent' ? `${words.alone} ` : words.agentAway(name) + stop}
            {because === 'stopped' && floor.awayStopped + stop}
            {because === 'lost' && floor.awayLost + stop}
            {seenAt === null ? (
              words.never
            ) : (
              <>
                {words.lastSeen} <Age time={seenAt} />
              </>
            )}
          </Alert>
        ))}
    </>
  );
}

function Needs() {
  const words = useWords(floorPageWords);
  const language = useLanguage();
  const { items, isKnown } = useFloorTopic('waits');
  const waits = sortWaits(items);
  const needs = waits.filter(({ urgency }) => urgency !== 'notice');
  const notices = waits.filter(({ urgency }) => urgency === 'notice');
  return (
    <section aria-labelledby="floor-needs">
      <Title order={2} id="floor-needs" mb="sm">
        {words.needs} {needs.length > 0 && `(${needs.length})`}
      </Title>
      <div role="status" aria-live="polite">
        {isKnown && needs.length === 0 && <Text c="dimmed">{words.calm}</Text>}
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {needs.map((wait) => (
          <WaitCard key={wait.id} wait={wait} />
        ))}
      </SimpleGrid>
      {notices.length > 0 && (
        <details>
          <Text component="summary" mt="md" style={{ cursor: 'pointer' }}>
            {words.notices}
            {inBrackets(String(notices.length), language)}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} mt="sm">
            {notices.map((wait) => (
              <WaitCard key={wait.id} wait={wait} />
            ))}
          </SimpleGrid>
        </details>
      )}
    </section>
  );
}

/** The next few; the rest is a page of its own. */
function NextJobs() {
  const words = useWords(floorPageWords);
  const { states, reasons } = useWords(floorWords);
  const { items, isKnown } = useFloorTopic('queue');
  const queue = useMemo(() => listQueue(items), [items]);
  if (!isKnown) return null;
  return (
    <section aria-labelledby="floor-queue">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="floor-queue">
          {words.queue(queue.length)}
        </Title>
        <PageLink to="/queue">{words.toQueue}</PageLink>
      </Group>
      {queue.length === 0 && <Text c="dimmed">{words.queueEmpty}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {queue.slice(0, shownJobs).map((job) => (
          <JobLine key={job.id} job={job}>
            <Text size="sm">
              {states[job.state]}
              {reasons[job.reason] !== '' && ` · ${reasons[job.reason]}`}
            </Text>
          </JobLine>
        ))}
      </SimpleGrid>
    </section>
  );
}
