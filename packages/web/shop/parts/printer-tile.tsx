/** A printer as a tile: what it does and why not, what lies in it, the job under way, and how old all that is. */
import { Box, Group, List, Paper, Progress, Stack, Text } from '@mantine/core';
import type { FloorAgent, FloorPrinter, FloorTray } from '@platen/contracts/floor/shop-floor';
import { memo } from 'react';
import { comma, durationText, inBrackets, percentText, timeText } from '../../kit/formats.ts';
import { PauseIcon, PlayIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { useIsOlder } from '../../kit/live/live-hooks.tsx';
import { useNow } from '../../kit/live/now.ts';
import { Age } from '../../kit/parts/age.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { actorText } from '../../kit/service-words.ts';
import { useFloor } from '../floor/floor-session.tsx';
import { groupTrays, type TrayGroup, traysWithoutMedia } from '../floor/tray-groups.ts';
import { floorWords } from '../words/floor-words.ts';
import { kindText, mediaText, sheetNameText, supplyText, trayText } from '../words/media-words.ts';
import { tileWords } from '../words/tile-words.ts';
import { ActButton } from './act-button.tsx';
import { ConditionMark } from './condition-mark.tsx';
import { JobLine } from './job-line.tsx';
import classes from './printer-tile.module.css';

/** Agents say of a printer that it was seen again every 30 s, with their next heartbeat; three of these may be missed. */
const seenWithinMs = 120_000;

export interface PrinterTileProps {
  printer: FloorPrinter;
  agent: FloorAgent | undefined;
  /** Nothing was heard of the host for three beats. */
  isOld: boolean;
  /** On a wall nobody presses anything. */
  isWall?: boolean;
}

/** What is told of a printer is the last known while nobody reaches it. */
const isUnreached = ({ condition }: FloorPrinter): boolean =>
  condition === 'agent-away' || condition === 'silent' || condition === 'never-seen';

export const PrinterTile = memo(function PrinterTile(props: PrinterTileProps) {
  const { printer, agent, isOld, isWall = false } = props;
  const words = useWords(tileWords);
  const language = useLanguage();
  const { can } = useFloor();
  const { id, name, make_and_model, location, condition, reasons, paused, set_aside, as_of } = printer;
  // Each has its own age: an agent that is linked, and says nothing of one of its printers, is no news of it.
  const isAged = useIsOlder(as_of, seenWithinMs) && printer.enabled;
  const isGrey = isOld || isAged || isUnreached(printer);
  const act = paused ? 'resume' : 'pause';
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      className={classes.tile}
      data-old={isGrey || undefined}
      aria-label={name}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text component={isWall ? 'h2' : 'h3'} fw={650} className={classes.name}>
            {isWall ? (
              name
            ) : (
              <PageLink to="/printers" search={{ printer: id }} c="inherit" fw={650}>
                {name}
              </PageLink>
            )}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {[make_and_model, location].filter((text) => text !== '' && text !== name).join(' · ')}
          </Text>
        </div>
        <ConditionMark condition={condition} />
      </Group>
      <AgentAway printer={printer} agent={agent} />
      {paused && (
        <Text size="sm">
          {words.pausedBy(actorText(paused.by, language))}
          {comma(language)}
          <Age time={paused.at} />
        </Text>
      )}
      {set_aside && (
        <Text size="sm" className={classes.bad}>
          {words.asideBecause} <span lang="en">{set_aside.because}</span>
        </Text>
      )}
      {reasons.length > 0 && (
        <List size="sm" spacing={2} className={classes.reasons}>
          {reasons.map(({ keyword, severity, en, zh }) => (
            <List.Item key={keyword} data-severity={severity}>
              {language === 'zh' ? zh : en}
            </List.Item>
          ))}
        </List>
      )}
      {!printer.accepting_jobs && condition === 'ready' && <Text size="sm">{words.acceptsNothing}</Text>}
      <UnderWay printer={printer} />
      <TrayList trays={isWall ? printer.trays.filter(isShort) : printer.trays} />
      <Supplies supplies={isWall ? printer.supplies.filter(isSpent) : printer.supplies} />
      <Group justify="space-between" className={classes.foot}>
        <Text size="xs" c="dimmed">
          {as_of === null ? (
            words.never
          ) : (
            <>
              {isGrey ? words.lastKnown : words.answered} <Age time={as_of} />
            </>
          )}
        </Text>
        {!isWall && printer.enabled && can(act) && (
          <ActButton
            act={{ act, printer: id }}
            about={name}
            size="compact-sm"
            mih={32}
            variant="default"
            leftSection={paused ? <PlayIcon size={15} /> : <PauseIcon size={15} />}
          />
        )}
      </Group>
    </Paper>
  );
});

/** Why nothing current is known of it, and since when. */
function AgentAway({ printer, agent }: { printer: FloorPrinter; agent: FloorAgent | undefined }) {
  const words = useWords(tileWords);
  const floor = useWords(floorWords);
  const language = useLanguage();
  if (printer.condition !== 'agent-away' || !agent) return null;
  const { name, away_because: because, last_seen_at: seenAt } = agent;
  return (
    <Text size="sm">
      {words.agentAway}
      {inBrackets(name, language)}
      {language === 'zh' ? '。' : '. '}
      {because === 'stopped' && `${floor.awayStopped} `}
      {because === 'lost' && `${floor.awayLost} `}
      {seenAt !== null && <Age time={seenAt} />}
    </Text>
  );
}

function UnderWay({ printer }: { printer: FloorPrinter }) {
  const words = useWords(tileWords);
  const language = useLanguage();
  const { jobs, waiting_jobs: waiting, queue_done_at: doneAt } = printer;
  if (jobs.length === 0 && waiting === 0) return <Text size="sm">{words.nothingToDo}</Text>;
  return (
    <Stack gap="xs">
      {jobs.slice(0, 2).map((job) => (
        <Box key={job.job_id}>
          <JobLine job={job} sizePx={72}>
            <Remaining doneAt={job.done_at} />
          </JobLine>
          {job.copies > 1 && (
            <Progress
              mt={6}
              size="sm"
              value={(100 * job.copies_printed) / job.copies}
              aria-label={words.progress(job.copies_printed, job.copies)}
            />
          )}
        </Box>
      ))}
      <Text size="sm" className="platen-numbers">
        {words.waiting(waiting + Math.max(0, jobs.length - 2))}
        {doneAt !== null && comma(language) + words.queueDone(timeText(doneAt, language, 'time'))}
      </Text>
    </Stack>
  );
}

function Remaining({ doneAt }: { doneAt: string | null }) {
  const words = useWords(tileWords);
  const language = useLanguage();
  const now = useNow();
  if (doneAt === null) return <Text size="sm">{words.noEstimate}</Text>;
  const seconds = (Date.parse(doneAt) - now) / 1000;
  return (
    <Text size="sm" fw={600} className="platen-numbers">
      {seconds > 0 ? words.remaining(durationText(seconds, language)) : words.overdue}
    </Text>
  );
}

/** From here on somebody should fetch paper. */
const fewPercent = 20;

/** What a wall says of trays: where paper is missing, runs out or has to be named. */
const isShort = ({ empty, asks, level_percent: level }: FloorTray): boolean =>
  empty === true || asks || (level !== null && level <= fewPercent);

const isSpent = ({ state }: FloorPrinter['supplies'][number]): boolean =>
  state === 'low' || state === 'empty' || state === 'full';

/** So many places are shown one by one; more of them by kind of paper. */
const maxPlaces = 4;

export interface TrayListProps {
  trays: readonly FloorTray[];
  /** Behind the groups of a large printer each place can be seen by itself. */
  canUnfold?: boolean;
}

export function TrayList({ trays, canUnfold = false }: TrayListProps) {
  const words = useWords(tileWords);
  if (trays.length === 0) return null;
  const isMany = trays.length > maxPlaces;
  const lines = (shown: readonly FloorTray[]) =>
    shown.map((tray) => (
      <TrayLine
        key={`${tray.source} ${tray.name} ${tray.media?.x_dimension} ${tray.media?.media_type} ${tray.media?.borderless}`}
        tray={tray}
      />
    ));
  return (
    <>
      <Stack gap={6} component="ul" className={classes.trays} aria-label={words.trays}>
        {isMany && groupTrays(trays).map((group) => <TrayGroupLine key={group.key} group={group} />)}
        {lines(isMany ? traysWithoutMedia(trays).filter(({ asks }) => asks) : trays)}
      </Stack>
      {isMany && canUnfold && (
        <details className={classes.all}>
          <Text component="summary" size="sm">
            {words.allTrays(trays.length)}
          </Text>
          <Stack gap={6} mt="xs" component="ul" className={classes.trays} aria-label={words.trays}>
            {lines(trays)}
          </Stack>
        </details>
      )}
    </>
  );
}

/** A size stays on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

function TrayGroupLine({ group }: { group: TrayGroup }) {
  const words = useWords(tileWords);
  const language = useLanguage();
  const { mediaType, borderless, empty, trays } = group;
  const sizes = [
    ...new Set(trays.flatMap(({ media }) => (media ? [unbroken(sheetNameText(media, language))] : []))),
  ];
  const levels = trays.flatMap(({ level_percent: level }) => (level === null ? [] : [level]));
  const said = trays.find((tray) => tray.said)?.said;
  return (
    <li className={classes.tray} data-empty={empty || undefined}>
      <span className={classes.trayName}>{kindText({ mediaType, borderless }, language)}</span>
      <span className={classes.trayMedia}>
        {empty && words.emptyOf}
        {sizes.join(language === 'zh' ? '、' : ', ')}
        <Text span size="xs" c="dimmed" display="block">
          {words.traysOf(trays.length)}
          {!empty && levels.length > 0 && ` · ${words.atLeast(Math.min(...levels))}`}
          {said && ` · ${words.saidBy(said.by)}`}
        </Text>
      </span>
    </li>
  );
}

/** One place: what lies there and how much of it; whose word that is where it is a person's and not the printer's. */
function TrayLine({ tray }: { tray: FloorTray }) {
  const words = useWords(tileWords);
  const language = useLanguage();
  const { media, empty, level_percent: level, asks, said } = tray;
  const what = media ? mediaText(media, language) : asks ? words.unsaid : words.nothing;
  return (
    <li className={classes.tray} data-empty={empty === true || undefined}>
      <span className={classes.trayName}>{trayText(tray, language)}</span>
      <span className={classes.trayMedia}>
        {empty === true ? `${words.empty}${media ? inBrackets(what, language) : ''}` : what}
        {level !== null && empty !== true && ` · ${words.level(level)}`}
        {media && said && (
          <Text span size="xs" c="dimmed" display="block">
            {words.saidBy(said.by)}
            {comma(language)}
            <Age time={said.at} />
          </Text>
        )}
      </span>
    </li>
  );
}

function Supplies({ supplies }: Pick<FloorPrinter, 'supplies'>) {
  const words = useWords(tileWords);
  const language = useLanguage();
  if (supplies.length === 0) return null;
  return (
    <ul className={classes.supplies} aria-label={words.supplies}>
      {supplies.map(({ name, type, color, level_percent: level, state }, index) => {
        const said = [
          supplyText({ name, type }, language),
          level === null ? '' : percentText(level / 100, language),
          words.supplyStates[state],
        ].filter((text) => text !== '');
        return (
          // Printers have two of the same name.
          <li key={`${name} ${index}`} className={classes.supply} data-state={state} title={said.join(' ')}>
            <span className={classes.gauge} aria-hidden="true">
              <i style={{ height: `${level ?? 0}%`, background: color ?? 'var(--mantine-color-dimmed)' }} />
            </span>
            <span className={classes.supplyName}>{said.join(' ')}</span>
          </li>
        );
      })}
    </ul>
  );
}
