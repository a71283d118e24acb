/**
 * Printers and the print queue as the platform last heard of them. Owns that nothing is shown as current that isn't: each
 * value has its time, and what an agent that is away once said is marked as last known.
 */
import type { PrinterReport } from '@platen/contracts/agent-protocol';
import { printerDetails } from '@platen/contracts/printer-report';
import { time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Caller, Context } from '../context.ts';
import { defineOperation } from '../operation/operation.ts';
import { listPrinters } from '../printers/printer-store.ts';
import { presenceOf, presenceShape } from '../shops/agent-presence-view.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import { listAgents } from '../shops/shop-store.ts';
import { phasesOf } from './job-phase-rules.ts';
import { countOpenJobs, type JobCount, listWordsOfAgents } from './job-store.ts';

const agentShape = z.object({
  name: z.string().optional().describe('For staff of its shop and admins alone: it may name a machine'),
  ...presenceShape,
});

const printerShape = z.object({
  printer_id: z.string(),
  name: z.string(),
  make_and_model: z.string(),
  state: z.enum(['idle', 'processing', 'stopped', 'unknown']).describe('unknown: nothing current is known'),
  last_known_state: z.enum(['idle', 'processing', 'stopped']),
  state_reasons: z.array(z.string()).describe('RFC 8011 section 5.4.12, e.g. media-empty-error'),
  reachable: z.boolean(),
  accepting_jobs: z.boolean(),
  media_ready: z.array(z.string()).describe('Loaded media, PWG 5101.1 names'),
  queued_jobs: z.int(),
  current: z.boolean().describe('False: the values are the last known ones, as old as as_of says'),
  as_of: time.nullable().describe('When the printer last answered its agent'),
  age_seconds: z.int().nullable(),
  details: z
    .object({
      ...printerDetails,
      agent_id: z.uuid(),
      uri: z.string(),
      formats: z.array(z.string()),
      media_supported: z.array(z.string()),
      set_aside: z.object({ since: time, because: z.string() }).nullable(),
    })
    .optional()
    .describe(
      'For operators of its shop and admins alone: all that is known of the printer, as old as the rest; trays and what is loaded, supplies, sizes with margins, speed, certificate, reasons and notices in words',
    ),
});

async function readAgents({ database, now }: Context) {
  return (await listAgents(database.query)).map((agent) => ({
    id: agent.id,
    shop_id: agent.shop_id,
    name: agent.name,
    ...presenceOf(agent, now()),
  }));
}

type Agents = Awaited<ReturnType<typeof readAgents>>;

/** What this caller may know of the agents. */
const agentViews = (agents: Agents, caller: Caller | undefined) =>
  agents.map(({ id: _id, name, shop_id, ...presence }) => ({
    ...(isStaffOf(caller, shop_id) && { name }),
    ...presence,
  }));

/** Whether this caller works for the shop of that agent. */
function isStaffOf(caller: Caller | undefined, shopId: string | undefined): boolean {
  if (!caller || caller.role === 'customer') return false;
  return caller.role === 'admin' || (shopId !== undefined && caller.shopId === shopId);
}

const detailNames = Object.keys(printerDetails) as (keyof typeof printerDetails)[];

function detailsOf(report: PrinterReport, agentId: string) {
  const told = detailNames.filter((name) => report[name] !== undefined);
  return {
    ...(Object.fromEntries(told.map((name) => [name, report[name]])) as Pick<
      PrinterReport,
      keyof typeof printerDetails
    >),
    agent_id: agentId,
    uri: report.uri,
    formats: report.formats,
    media_supported: report.media_supported,
    set_aside: report.set_aside ?? null,
  };
}

function printerView(
  row: { agent_id: string; report: string; as_of: number | null },
  { agents, caller, now }: { agents: Agents; caller: Caller | undefined; now: number },
) {
  const report = JSON.parse(row.report) as PrinterReport;
  const agent = agents.find(({ id }) => id === row.agent_id);
  const current = report.reachable && (agent?.online ?? false);
  return {
    printer_id: report.printer_id,
    name: report.name,
    make_and_model: report.make_and_model,
    state: current ? report.state : ('unknown' as const),
    last_known_state: report.state,
    state_reasons: report.state_reasons,
    reachable: current,
    accepting_jobs: report.accepting_jobs,
    media_ready: report.media_ready,
    queued_jobs: report.queued_jobs,
    current,
    as_of: toTimeOrNull(row.as_of),
    age_seconds: row.as_of === null ? null : Math.max(0, Math.round((now - row.as_of) / 1000)),
    ...(isStaffOf(caller, agent?.shop_id) && { details: detailsOf(report, row.agent_id) }),
  };
}

/** Open jobs as a queue has them for people. */
const queueView = (counts: JobCount[]) => ({
  ...phasesOf(counts),
  copies: counts.reduce((total, row) => total + row.copies, 0),
});

const queueCounts = {
  waiting: z.int().describe('Jobs not yet at a printer'),
  printing: z.int(),
  held: z.int().describe('Waiting for paper, a printer or a person'),
  unknown: z.int().describe('May have been printed; a person must look'),
  copies: z.int().describe('Copies in all of these jobs'),
};

export const printerOperations = [
  defineOperation({
    name: 'get_printer_status',
    title: 'Printer status',
    summary:
      "Returns every printer with state, reasons, loaded media and how old that is, and when the shop's agents were last heard. current false: only the last known state.",
    rest: { method: 'GET', path: '/api/printer/status' },
    tool: { group: 'prices', longAnswer: 'in parts' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ printers: z.array(printerShape), agents: z.array(agentShape), as_of: time }),
    async run(context) {
      const agents = await readAgents(context);
      const now = context.now();
      const rows = await listPrinters(context.database.query);
      return {
        printers: rows.map((row) => printerView(row, { agents, caller: context.caller, now })),
        agents: agentViews(agents, context.caller),
        as_of: toTime(now),
      };
    },
  }),
  defineOperation({
    name: 'get_queue_status',
    title: 'Print queue',
    summary:
      'Returns how many print jobs wait, print, are held or unknown: in all, and of this account; and how old that is.',
    rest: { method: 'GET', path: '/api/print-queue/status' },
    tool: { group: 'prices' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      ...queueCounts,
      yours: z.object(queueCounts),
      oldest_waiting_at: time.nullable(),
      current: z
        .boolean()
        .describe('False: an agent that has jobs is away, or all are; the counts are as old as as_of says'),
      agents: z.array(agentShape),
      as_of: time,
    }),
    async run(context) {
      const agents = await readAgents(context);
      const db = context.database.query;
      const counts = await countOpenJobs(db);
      const mine = await countOpenJobs(db, { accountId: context.caller.accountId });
      const now = context.now();
      const words = await listWordsOfAgents(db);
      const away = words.filter((word) => !isAgentOnline(word, now)).map((word) => word.last_seen_at ?? now);
      const asOf = Math.min(now, ...away);
      const oldest = Math.min(...counts.map((row) => row.oldest_at));
      return {
        ...queueView(counts),
        yours: queueView(mine),
        oldest_waiting_at: Number.isFinite(oldest) ? toTime(oldest) : null,
        current: agents.some((agent) => agent.online) && words.every((word) => isAgentOnline(word, now)),
        agents: agentViews(agents, context.caller),
        as_of: toTime(asOf),
      };
    },
  }),
];
