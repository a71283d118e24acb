/**
 * When paid orders are printed by themselves, as the shops' agents say: they keep the schedule, with or without internet. Owns that
 * nothing old is shown as current.
 */
import { firstSchedule } from '@platen/contracts/schedule/schedule-document';
import { time, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { phasesOf } from '../jobs/job-phase-rules.ts';
import { countOpenJobs, findLastPrintedAt, type JobAudience } from '../jobs/job-store.ts';
import { defineOperation } from '../operation/operation.ts';
import { isAgentOnline } from '../shops/agent-rules.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { listReports, listSchedules, type ReportOfAgent } from '../shops/shop-schedule-store.ts';
import { listAgents, listShops } from '../shops/shop-store.ts';
import type { AgentTable } from '../shops/shop-tables.ts';
import { agentScheduleOf, summaryOf } from './schedule-summary.ts';

const agentShape = z.object({
  name: z.string().optional().describe('For staff of its shop and admins alone: it may name a machine'),
  state: z
    .enum(['live', 'last_known', 'never_seen'])
    .describe('last_known: not heard from since as_of; what waits there is printed when it is back'),
  as_of: time.nullable(),
  age_seconds: z.int().nullable(),
  schedule: z
    .object({
      mode: z.enum(['immediate', 'windows', 'runs']),
      open: z.boolean().describe('True: a paid order would go to the printer at once'),
      next_run: time.nullable(),
      last_run: time.nullable(),
      waiting: z.int().describe('Jobs that wait for a window, a run or the end of quiet hours'),
      awaiting_approval: z
        .int()
        .describe('Jobs that piled up over an outage and wait for a person of the shop'),
      version: z.int(),
      as_of: time,
      age_seconds: z.int(),
    })
    .nullable()
    .describe("What the agent last said of its schedule; null: it hasn't said anything"),
});

const scheduleShape = z.object({
  mode: z
    .enum(['immediate', 'windows', 'runs'])
    .describe(
      'immediate: a paid order goes to the printer at once; windows: while a window is open; runs: at the next run. Single printers and products may differ',
    ),
  next_run: time
    .nullable()
    .describe('The next run, or opening of a window, of any plan; null while everything is immediate'),
  last_run: time.nullable().describe('The last one that an agent has told of'),
  windows: z
    .array(z.object({ opens_at: time, closes_at: time }))
    .describe('The next windows; empty unless mode is windows'),
  last_printed_at: time.nullable().describe('When the last of these jobs was printed'),
  of: z.enum(['account', 'shop', 'all']).describe('Whose jobs are counted'),
  jobs: z.object({
    waiting: z.int().describe('Not yet at a printer'),
    printing: z.int(),
    held: z.int().describe('Waiting for paper, a printer or a person'),
    unknown: z.int().describe('May have been printed; a person must look'),
  }),
  shops: z.array(z.object({ shop_id: z.uuid(), name: z.string(), agents: z.array(agentShape) })),
  as_of: time,
});

/** A customer sees their own jobs, an operator the shop's, an admin all. */
function audienceOf({ caller }: Context): JobAudience & { of: 'account' | 'shop' | 'all' } {
  if (caller.role === 'customer') return { of: 'account', accountId: caller.accountId };
  const shopId = shopOfStaff(caller);
  return shopId === undefined ? { of: 'all' } : { of: 'shop', shopId };
}

export const scheduleOperations = [
  defineOperation({
    name: 'get_auto_print_schedule',
    title: 'Auto-print schedule',
    summary:
      'Returns when paid orders are printed by themselves: mode, next and last run, coming windows, how many jobs of this account wait, print or are held.',
    rest: { method: 'GET', path: '/api/orders/auto-print-schedule' },
    tool: { group: 'health' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({}),
    output: scheduleShape,
    async run(context) {
      const db = context.database.query;
      const now = context.now();
      const { of, ...audience } = audienceOf(context);
      const shops = await listShops(db);
      const agents = await listAgents(db);
      const seen = shops.filter((shop) => audience.shopId === undefined || shop.id === audience.shopId);
      const reports = new Map((await listReports(db)).map((said) => [said.agentId, said]));
      const schedules = await listSchedules(db);
      return {
        ...summaryOf(
          seen.map((shop) => ({
            document: schedules.get(shop.id) ?? firstSchedule,
            reports: [...reports.values()]
              .filter((said) => said.shopId === shop.id)
              .map((said) => said.report),
          })),
          now,
        ),
        last_printed_at: toTimeOrNull(await findLastPrintedAt(db, audience)),
        of,
        jobs: phasesOf(await countOpenJobs(db, audience)),
        shops: seen.map((shop) => ({
          shop_id: shop.id,
          name: shop.name,
          agents: agents
            .filter((agent) => agent.shop_id === shop.id)
            .map(({ name, ...agent }) => ({
              // Staff see no shop but their own in this list.
              ...(of !== 'account' && { name }),
              ...agentView(agent, reports.get(agent.id), now),
            })),
        })),
        as_of: new Date(now).toISOString(),
      };
    },
  }),
];

function agentView(
  { last_seen_at: seenAt, link_id }: Pick<AgentTable, 'last_seen_at' | 'link_id'>,
  said: ReportOfAgent | undefined,
  now: number,
) {
  const schedule = said ? agentScheduleOf(said, now) : null;
  if (seenAt === null) return { state: 'never_seen' as const, as_of: null, age_seconds: null, schedule };
  const state = isAgentOnline({ last_seen_at: seenAt, link_id }, now)
    ? ('live' as const)
    : ('last_known' as const);
  const age_seconds = Math.max(0, Math.round((now - seenAt) / 1000));
  return { state, as_of: toTimeOrNull(seenAt), age_seconds, schedule };
}
