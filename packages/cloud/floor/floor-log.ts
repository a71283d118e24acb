/** The log of a shop floor: what the event log has of a shop's jobs, printers, agents and schedule, with order numbers. */
import type { EventType } from '@platen/contracts/event-types';
import type { FloorLogLine, FloorLogPage } from '@platen/contracts/floor/shop-floor';
import { floorPrinterId } from '@platen/contracts/floor/shop-floor-rules';
import { toTime } from '@platen/contracts/shapes';
import type { Deps } from '../context.ts';
import type { EventTable } from '../events/event-tables.ts';
import { listFloorEvents, listOrderNosOfJobs } from './floor-store.ts';

const pageLines = 100;
/** So many events are looked through for a search at most; the next page goes on behind them. */
const maxLookedAt = 2000;
const stepLines = 200;
/** Of the topic: the newest. */
const liveLogLines = 200;

interface LogWanted {
  shopId: string;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  level?: 'info' | 'warn' | 'error' | undefined;
  before?: string | undefined;
}

const ranks = { info: 0, warn: 1, error: 2 } as const;

/** What somebody should look at. */
const warns: ReadonlySet<string> = new Set(['job.held', 'job.cancelled', 'agent.offline']);
const errors: ReadonlySet<string> = new Set(['job.unknown', 'job.failed']);
const levelOf = (type: EventType, params: FloorLogLine['params']): FloorLogLine['level'] => {
  if (errors.has(type)) return 'error';
  if (warns.has(type)) return 'warn';
  return type === 'printer.changed' && (params.state === 'stopped' || params.reachable === false)
    ? 'warn'
    : 'info';
};

type LogDeps = Pick<Deps, 'database' | 'now'>;

export async function readFloorLog({ database, now }: LogDeps, wanted: LogWanted): Promise<FloorLogPage> {
  const { shopId, search, level = 'info' } = wanted;
  const fromMs = wanted.from === undefined ? undefined : Date.parse(wanted.from);
  const toMs = wanted.to === undefined ? undefined : Date.parse(wanted.to);
  const needle = search?.trim().toLowerCase() ?? '';
  const items: FloorLogLine[] = [];
  let before = wanted.before === undefined ? undefined : Number(wanted.before);
  let more = true;
  for (let looked = 0; more && items.length < pageLines && looked < maxLookedAt; looked += stepLines) {
    const events = await listFloorEvents(database.query, { shopId, before, limit: stepLines });
    more = events.length === stepLines;
    for (const line of await linesOf(database, events)) {
      const atMs = Date.parse(line.at);
      if (fromMs !== undefined && atMs < fromMs) {
        more = false;
        break;
      }
      if (items.length === pageLines) {
        more = true;
        break;
      }
      before = Number(line.id);
      if (toMs !== undefined && atMs > toMs) continue;
      if (ranks[line.level] < ranks[level] || !isMeant(line, needle)) continue;
      items.push(line);
    }
  }
  return { items, more, as_of: toTime(now()) };
}

/** The newest lines of a shop, for the topic. */
export async function readLiveLog({ database }: LogDeps, shopId: string): Promise<FloorLogLine[]> {
  return await linesOf(
    database,
    await listFloorEvents(database.query, { shopId, before: undefined, limit: liveLogLines }),
  );
}

const isMeant = ({ code, order_no, printer, by, params }: FloorLogLine, needle: string): boolean =>
  needle === '' ||
  [code, order_no, printer?.name, by, params.message].some(
    (text) => typeof text === 'string' && text.toLowerCase().includes(needle),
  );

type Told = Record<string, unknown>;

async function linesOf({ query }: Deps['database'], events: readonly EventTable[]): Promise<FloorLogLine[]> {
  const jobIds = events.flatMap(({ type, subject_id }) => (type.startsWith('job.') ? [subject_id] : []));
  const orderNos = await listOrderNosOfJobs(query, [...new Set(jobIds)]);
  return events.map((event) => {
    const data = JSON.parse(event.data) as Told;
    const isJob = event.type.startsWith('job.');
    const params = paramsOf(data);
    const agentId = typeof data.agent_id === 'string' ? data.agent_id : undefined;
    const name = typeof data.name === 'string' ? data.name : '';
    const isPrinter = event.type.startsWith('printer.') && agentId !== undefined;
    return {
      id: String(event.seq),
      at: toTime(event.created_at),
      level: levelOf(event.type, params),
      code: event.type,
      params,
      job_id: isJob ? event.subject_id : null,
      order_no: isJob ? (orderNos.get(event.subject_id) ?? null) : null,
      printer: isPrinter ? { id: floorPrinterId(agentId, event.subject_id), name } : null,
      by: typeof data.actor === 'string' && data.actor !== '' ? data.actor : null,
    };
  });
}

/** What words need: lists become one text. */
const paramsOf = (data: Told): FloorLogLine['params'] =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (Array.isArray(value)) return [[name, value.join(', ')]];
      const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
      return isPlain ? [[name, value as string | number | boolean | null]] : [];
    }),
  );
