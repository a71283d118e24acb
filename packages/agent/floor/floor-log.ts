/**
 * The log of the shop floor: what the tables keep, and beside it the troubles of this process that stand in no table. Owns how both are
 * one list, searched and told a page at a time.
 */

import type { FloorLogLine, FloorLogPage } from '@platen/contracts/floor/shop-floor';
import { toTime } from '@platen/contracts/shapes';
import type { LogLine, RecentLog } from '../machine/recent-log.ts';
import type { FloorLogStore } from './floor-log-store.ts';

export interface FloorLogDeps {
  store: FloorLogStore;
  recent: Pick<RecentLog, 'list'>;
  orderNoOf: (jobId: string) => string | undefined;
  now: () => number;
}

export interface FloorLogWanted {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  level?: FloorLogLine['level'] | undefined;
  before?: string | undefined;
}

const pageSize = 100;
/** Of the tables, read at once; and how far is looked for what is searched. */
const readSize = 500;
const maxReads = 40;
const maxFileLines = 10_000;

export type FloorLog = ReturnType<typeof createFloorLog>;

export function createFloorLog({ store, recent, orderNoOf, now }: FloorLogDeps) {
  /** Events of jobs stand in their table. */
  const ownLines = (): FloorLogLine[] =>
    recent
      .list()
      .filter(({ level, event }) => level !== 'info' && !event.startsWith('job.'))
      .map((line) => lineOf(line, orderNoOf));

  /** The newest first, behind a line. */
  function read(wanted: FloorLogWanted, before: string | undefined): FloorLogLine[] {
    const fromMs = wanted.from === undefined ? undefined : Date.parse(wanted.from);
    const toMs = wanted.to === undefined ? undefined : Date.parse(wanted.to);
    const kept = store.page({ fromMs, toMs, before, limit: readSize });
    const last = kept.length === readSize ? kept.at(-1) : undefined;
    const own = ownLines().filter(
      (line) =>
        (before === undefined || isNewer(before, line.id)) &&
        (last === undefined || isNewer(line.id, last.id)) &&
        Date.parse(line.at) >= (fromMs ?? 0) &&
        Date.parse(line.at) <= (toMs ?? Number.POSITIVE_INFINITY),
    );
    return [...kept, ...own].toSorted((a, b) => (isNewer(a.id, b.id) ? -1 : 1));
  }

  function* all(wanted: FloorLogWanted): Generator<FloorLogLine> {
    let { before } = wanted;
    for (let reads = 0; reads < maxReads; reads += 1) {
      const lines = read(wanted, before);
      for (const line of lines) if (isWanted(line, wanted)) yield line;
      const last = lines.at(-1);
      if (!last || lines.length < readSize) return;
      before = last.id;
    }
  }

  return {
    page(wanted: FloorLogWanted): FloorLogPage {
      const items: FloorLogLine[] = [];
      let more = false;
      for (const line of all(wanted)) {
        more = items.length === pageSize;
        if (more) break;
        items.push(line);
      }
      return { items, more, as_of: toTime(now()) };
    },
    /** As a text, the oldest last, a line each. */
    text(): string {
      const rows: string[] = [];
      for (const line of all({})) {
        if (rows.length === maxFileLines) break;
        const { at, level, code, order_no, printer, by, params } = line;
        const told = Object.entries(params).flatMap(([name, value]) =>
          value === '' ? [] : [`${name}=${value}`],
        );
        const parts = [at, level, code, order_no, printer?.name, by, ...told];
        rows.push(
          parts
            .filter((part) => part != null)
            .join(' ')
            .replaceAll(/[\r\n]+/g, ' '),
        );
      }
      return `${rows.join('\n')}\n`;
    },
  };
}

/** By moment, then kind, then number. */
function isNewer(one: string, other: string): boolean {
  const [atA = 0, kindA = '', idA = 0] = partsOf(one);
  const [atB = 0, kindB = '', idB = 0] = partsOf(other);
  if (atA !== atB) return atA > atB;
  return kindA === kindB ? idA > idB : kindA > kindB;
}

const partsOf = (id: string): [number, string, number] => {
  const [at, kind = '', number] = id.split('-');
  return [Number(at), kind, Number(number)];
};

const levels: Record<FloorLogLine['level'], number> = { info: 0, warn: 1, error: 2 };

function isWanted(
  { level, code, order_no, printer, by, params }: FloorLogLine,
  wanted: FloorLogWanted,
): boolean {
  if (wanted.level !== undefined && levels[level] < levels[wanted.level]) return false;
  const search = wanted.search?.trim().toLowerCase() ?? '';
  if (search === '') return true;
  const texts = [code, order_no, printer?.name, by, ...Object.values(params)];
  return texts.some((text) =>
    String(text ?? '')
      .toLowerCase()
      .includes(search),
  );
}

const longestParam = 300;

function lineOf(
  { number, atMs, level, event, fields }: LogLine,
  orderNoOf: FloorLogDeps['orderNoOf'],
): FloorLogLine {
  const params: FloorLogLine['params'] = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') params[name] = value.slice(0, longestParam);
    else if (typeof value === 'number' || typeof value === 'boolean') params[name] = value;
  }
  const { jobId } = fields;
  const orderNo = typeof jobId === 'string' ? orderNoOf(jobId) : undefined;
  return {
    id: `${atMs}-r-${number}`,
    at: toTime(atMs),
    level,
    code: event,
    params,
    job_id: typeof jobId === 'string' && orderNo !== undefined ? jobId : null,
    order_no: orderNo ?? null,
    printer: null,
    by: null,
  };
}
