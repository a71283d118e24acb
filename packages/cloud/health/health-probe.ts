/**
 * Looking whether the parts work. Owns that a look is cheap: everybody may ask, so it is taken once a second at most,
 * whoever asks, and never waits long for a part that hangs.
 */
import type { PrinterReport } from '@platen/contracts/agent-protocol';
import { toTime, toTimeOrNull } from '@platen/contracts/shapes';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { listPrinters } from '../printers/printer-store.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import { countOpenResyncs, listTroubledDisks } from '../shops/print-rules-store.ts';
import { listAgents } from '../shops/shop-store.ts';
import { version } from '../version.ts';
import { type HealthFacts, judgeHealth } from './health-rules.ts';
import { writeHealthMark } from './health-store.ts';

const keptMs = 1000;
/** Who waits for the service to come up asks often, and is to hear of it soon. */
const keptMsUnlessOk = 100;
const patienceMs = 2000;

interface Look {
  takenAt: number;
  found: Promise<Found>;
  /** How long it is good for, once it is known. */
  keptMs: number;
}

type Found = Awaited<ReturnType<typeof look>>;

/** One look for each open database: the tests have several in one process. */
const looks = new WeakMap<Database, Look>();

/** The answer of the health check. Never throws. */
export async function readHealth(context: Context) {
  const now = context.now();
  const taken = takeLook(context, now);
  const { facts, lastSeenAt, stopped } = await taken.found;
  const { latencyMs } = facts.database;
  return {
    ...judgeHealth(facts),
    database: statusOf(latencyMs !== undefined),
    database_latency_ms: latencyMs ?? null,
    files: statusOf(facts.files.writable),
    files_free_bytes: facts.files.freeBytes ?? null,
    agents: { ...facts.agents, last_seen_at: toTimeOrNull(lastSeenAt) },
    printers: { ...facts.printers, stopped },
    version,
    uptime_seconds: Math.max(0, Math.round((now - context.startedAt) / 1000)),
    time: toTime(now),
    as_of: toTime(taken.takenAt),
  };
}

/** The look of this second; a new one only when the last one has ended and is too old. */
function takeLook(context: Context, now: number): Look {
  const last = looks.get(context.database);
  if (last && Math.abs(now - last.takenAt) < last.keptMs) return last;
  const taken: Look = { takenAt: now, found: look(context), keptMs: Number.POSITIVE_INFINITY };
  looks.set(context.database, taken);
  void taken.found.then(({ facts }) => {
    taken.keptMs = judgeHealth(facts).status === 'ok' ? keptMs : keptMsUnlessOk;
  });
  return taken;
}

const statusOf = (works: boolean) => (works ? ('ok' as const) : ('failing' as const));

async function look(context: Context) {
  const [latencyMs, writable, freeBytes, shop] = await Promise.all([
    within(timeWrite(context)),
    within(context.files.check().then(() => true)),
    within(context.files.freeBytes?.() ?? Promise.resolve(undefined)),
    within(lookAtShops(context)),
  ]);
  const facts: HealthFacts = {
    database: { latencyMs },
    files: { writable: writable ?? false, freeBytes },
    agents: shop?.agents ?? { online: 0, total: 0 },
    printers: shop?.printers ?? { total: 0, reachable: 0 },
    disks: shop?.disks ?? { low: 0, damaged: 0 },
    olderThanAgents: shop?.olderThanAgents ?? 0,
  };
  return { facts, lastSeenAt: shop?.lastSeenAt ?? null, stopped: shop?.stopped ?? 0 };
}

async function timeWrite({ database, now }: Context): Promise<number> {
  const began = performance.now();
  await writeHealthMark(database.query, now());
  return Math.round(performance.now() - began);
}

async function lookAtShops({ database, now }: Context) {
  const agents = await listAgents(database.query);
  const online = new Set(agents.filter((agent) => isAgentOnline(agent, now())).map((agent) => agent.id));
  const known = new Set(agents.map((agent) => agent.id));
  const rows = (await listPrinters(database.query)).filter((row) => known.has(row.agent_id));
  const reachable = rows
    .filter((row) => online.has(row.agent_id))
    .map((row) => JSON.parse(row.report) as PrinterReport)
    .filter((report) => report.reachable);
  const disks = (await listTroubledDisks(database.query)).filter((disk) => online.has(disk.agent_id));
  const damaged = disks.filter((disk) => disk.state === 'damaged').length;
  const lastSeenAt = Math.max(...agents.map((agent) => agent.last_seen_at ?? 0), 0);
  return {
    agents: { online: online.size, total: agents.length },
    printers: { total: rows.length, reachable: reachable.length },
    stopped: reachable.filter((report) => report.state === 'stopped').length,
    lastSeenAt: lastSeenAt || null,
    disks: { damaged, low: disks.length - damaged },
    olderThanAgents: await countOpenResyncs(database.query),
  };
}

/** What the part says; undefined when it fails or takes too long. */
async function within<T>(work: Promise<T>): Promise<T | undefined> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    late = setTimeout(resolve, patienceMs, undefined);
  });
  try {
    return await Promise.race([work, tooLate]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
  }
}
