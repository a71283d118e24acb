/** /log: what happened, in sentences, with order numbers. The newest come by themselves; search, days and level are in the address. */
import { Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import type { FloorLogLine } from '@platen/contracts/floor/shop-floor';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import type { ApiError } from '../../kit/api.ts';
import { timeText } from '../../kit/formats.ts';
import { LogIcon, SearchIcon } from '../../kit/icons.tsx';
import { type Language, useLanguage, useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { actorText } from '../../kit/service-words.ts';
import { listFloorLog } from '../floor/floor-call.ts';
import { useFloor, useFloorTopic } from '../floor/floor-session.tsx';
import { FloorNote } from '../parts/floor-note.tsx';
import { floorWords } from '../words/floor-words.ts';
import { codeText } from '../words/log-codes.ts';
import { logPageWords } from '../words/log-words.ts';
import classes from './log-page.module.css';

const pauseMs = 300;
/** Lines of the file. */
const maxFilePages = 50;

/** The first and the last moment of a day of the reader. */
const dayStart = (day: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00`).toISOString() : undefined;
const dayEnd = (day: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T23:59:59.999`).toISOString() : undefined;

export function LogPage() {
  const words = useWords(logPageWords);
  const language = useLanguage();
  const { chosenShop } = useFloor();
  const [{ q, from, to, level }, setAddress] = useAddress({ q: '', from: '', to: '', level: 'info' });
  const [typed, setTyped] = useState(q);
  const { items: newest } = useFloorTopic('log');
  useEffect(() => {
    if (typed === q) return;
    const timer = setTimeout(() => setAddress({ q: typed }), pauseMs);
    return () => clearTimeout(timer);
  });
  const query = {
    shop_id: chosenShop,
    search: q.trim() || undefined,
    from: dayStart(from),
    to: dayEnd(to),
    level: level === 'warn' || level === 'error' ? level : undefined,
  } as const;
  const isPlain = q.trim() === '' && from === '' && to === '' && query.level === undefined;
  const pages = useInfiniteQuery({
    queryKey: ['floor log', query],
    queryFn: ({ pageParam, signal }) =>
      listFloorLog(pageParam === '' ? query : { ...query, before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ items, more }) => (more ? items.at(-1)?.id : undefined),
    staleTime: 0,
  });
  const kept = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  // Of a search nothing is known of what came since; it is asked again.
  const lines = isPlain ? mergeLines(newest, kept) : kept;
  const changed = newest[0]?.id;
  const { refetch } = pages;
  useEffect(() => {
    if (changed === undefined || isPlain) return;
    const timer = setTimeout(() => void refetch(), 1000);
    return () => clearTimeout(timer);
  }, [changed, isPlain, refetch]);

  const download = async () => {
    const rows: string[] = [];
    let before: string | undefined;
    for (let page = 0; page < maxFilePages; page += 1) {
      const { items, more } = await listFloorLog(before === undefined ? query : { ...query, before });
      rows.push(...items.map((line) => fileLine(line, language)));
      before = items.at(-1)?.id;
      if (!more || before === undefined) break;
    }
    const url = URL.createObjectURL(new Blob([`${rows.join('\n')}\n`], { type: 'text/plain;charset=utf-8' }));
    Object.assign(document.createElement('a'), { href: url, download: 'platen-log.txt' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };

  return (
    <Stack>
      <PageTitle
        title={words.title}
        hint={`${words.hint} ${words.live}`}
        actions={
          <Button variant="default" onClick={() => void download()}>
            {words.download}
          </Button>
        }
      />
      <Group align="flex-end">
        <TextInput
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<SearchIcon size={18} />}
          style={{ flex: '2 1 14rem' }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={words.from}
          value={from}
          onChange={(event) => setAddress({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={words.to}
          value={to}
          onChange={(event) => setAddress({ to: event.currentTarget.value })}
        />
        <Select
          label={words.level}
          allowDeselect={false}
          value={level}
          onChange={(next) => next && setAddress({ level: next })}
          data={(['info', 'warn', 'error'] as const).map((value) => ({ value, label: words.levels[value] }))}
        />
      </Group>
      <FloorNote error={pages.error as ApiError | null} retry={() => void pages.refetch()} />
      {pages.isPending && <LoadingLines lines={10} />}
      {pages.isSuccess && lines.length === 0 && (
        <EmptyState icon={<LogIcon size={40} />} title={words.none} />
      )}
      {lines.length > 0 && (
        <Paper withBorder>
          <ol className={classes.lines} aria-label={words.list}>
            {lines.map((line) => (
              <LogLine key={line.id} line={line} />
            ))}
          </ol>
        </Paper>
      )}
      {pages.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {words.more}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The live ones before those that were asked for; each once. */
function mergeLines(newest: readonly FloorLogLine[], kept: readonly FloorLogLine[]): FloorLogLine[] {
  const known = new Set(kept.map(({ id }) => id));
  const fresh = newest.filter(({ id }) => !known.has(id)).sort((a, b) => (a.at < b.at ? 1 : -1));
  const first = kept[0];
  return [...(first ? fresh.filter(({ at }) => at >= first.at) : fresh), ...kept];
}

function LogLine({ line }: { line: FloorLogLine }) {
  const words = useWords(logPageWords);
  const language = useLanguage();
  const { at, level, code, order_no, printer, by } = line;
  const why = useReason(line);
  const { items: agents } = useFloorTopic('agents');
  const { items: printers } = useFloorTopic('printers');
  // Where the host only knows a number, the floor knows the name.
  const printerName =
    printers.find(({ id }) => id === printer?.id)?.name ??
    (printer === null || printer.name === printer.id ? '' : printer.name);
  const who =
    by === null ? '' : actorText(by, language, (id) => agents.find((agent) => agent.id === id)?.name);
  return (
    <li className={classes.line} data-level={level}>
      <time className="platen-numbers" dateTime={at}>
        {timeText(at, language, 'exact')}
      </time>
      <div>
        <Text span size="sm" fw={level === 'info' ? 400 : 600}>
          {level !== 'info' && <span className={classes.mark}>{words.marks[level]}</span>}
          {codeText(code, language)}
          {why !== '' && words.because(why)}
        </Text>
        <Text size="xs" c="dimmed" className="platen-numbers">
          {order_no !== null && (
            <PageLink to="/queue" search={{ q: order_no }} size="xs" underline="always">
              {order_no}
            </PageLink>
          )}
          {[order_no === null ? '' : ' ', printerName ?? '', who].filter((text) => text !== '').join(' · ')}
        </Text>
      </div>
    </li>
  );
}

/** What a printer's own states are called here. */
const conditionOfState = { idle: 'ready', processing: 'printing', stopped: 'stopped' } as const;

/** Of the parameters what has words: a reason, a count. What only stands in English is shown in English alone. */
function useReason({ params }: FloorLogLine): string {
  const { reasons, conditions } = useWords(floorWords);
  const language = useLanguage();
  const { reason, state } = params;
  if (params.reachable === false) return conditions.silent;
  if (typeof state === 'string' && state in conditionOfState)
    return conditions[conditionOfState[state as keyof typeof conditionOfState]];
  const known = typeof reason === 'string' ? ((reasons as Record<string, string>)[reason] ?? '') : '';
  if (known !== '' || language === 'zh') return known;
  const detail = params.message ?? params.detail ?? params.error;
  return typeof detail === 'string' && detail !== '' && !/^[[{"]/.test(detail) ? detail : '';
}

const fileLine = (
  { at, level, code, order_no, printer, by, params }: FloorLogLine,
  language: Language,
): string =>
  [
    at,
    level,
    codeText(code, language),
    `(${code})`,
    order_no,
    printer?.name,
    by,
    ...Object.entries(params).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [`${name}=${value}`],
    ),
  ]
    .filter((part) => part != null && part !== '')
    .join(' ')
    .replaceAll(/[\r\n]+/g, ' ');
