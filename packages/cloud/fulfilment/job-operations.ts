/** Print jobs as the shop sees them: what waits, what is stuck, and the decisions only a person can take. */
import { AppError } from '@platen/contracts/app-error';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { id, listOf, paging, time, toTime, wholeNumber } from '@platen/contracts/shapes';
import { type JobState, jobMachine } from '@platen/contracts/states';
import { z } from 'zod';
import { readHistory } from '../events/event-log.ts';
import type { JobEvent } from '../jobs/job-moves.ts';
import { adviceFor, type Decision, decisionsFor } from '../jobs/job-rules.ts';
import { findJob, pageJobs } from '../jobs/job-store.ts';
import type { PrintJobTable } from '../jobs/job-tables.ts';
import { defineOperation } from '../operation/operation.ts';
import { findChosenShop } from '../shops/shop-choice.ts';
import { shopOfStaff } from '../shops/shop-rules.ts';
import { decideJob } from './job-decision.ts';

const decisions = [
  'printed',
  'reprint',
  'refund',
  'retry',
  'wait',
  'stop',
] as const satisfies readonly Decision[];

const jobShape = z.object({
  job_id: z.uuid(),
  order_id: z.uuid(),
  order_no: z.string(),
  shop_id: z.uuid(),
  state: z.string(),
  reason: z.string(),
  message: z.string(),
  decisions: z.array(z.enum(decisions)).describe('What decide_print_job may be told; empty: nothing'),
  what_to_do: z.string().describe('For the staff; empty when there is nothing to do'),
  copies: z.int(),
  copies_printed: z.int(),
  settlement: z
    .enum(['reprinted', 'refunded', 'dropped'])
    .nullable()
    .describe('dropped: given up, for nothing was paid for these copies'),
  at_shops_cost: z.boolean().describe('Copies on top of what was paid'),
  reprint_of: z.uuid().nullable(),
  printer_id: z.string().nullable(),
  created_at: time,
  as_of: time,
});

const shapeOf = (job: PrintJobTable) => ({
  job_id: job.id,
  order_id: job.order_id,
  order_no: (JSON.parse(job.ticket) as PrintTicket).order_no,
  shop_id: job.shop_id,
  state: job.state,
  reason: job.reason,
  message: job.message,
  decisions: [...decisionsFor(job)],
  what_to_do: adviceFor(job),
  copies: job.copies,
  copies_printed: job.copies_printed,
  settlement: job.settlement,
  at_shops_cost: job.unpaid === 1,
  reprint_of: job.reprint_of,
  printer_id: job.printer_id,
  created_at: toTime(job.created_at),
  as_of: toTime(job.reported_at ?? job.updated_at),
});

const states = jobMachine.states as [JobState, ...JobState[]];

export const jobOperations = [
  defineOperation({
    name: 'list_print_jobs',
    title: 'Print jobs of the shop',
    summary:
      "Lists the shop's print jobs (of all shops, or one, for an admin), newest first: all, those in one state, of one order, or with stuck those that somebody must do something about. Each says what to do, and what decide_print_job may be told.",
    rest: { method: 'GET', path: '/api/shop/jobs' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({
      state: z.enum(states).optional().describe('Only jobs in this state'),
      stuck: z
        .boolean()
        .default(false)
        .describe('True: held, unknown, printing for longer than usual, or failed and not yet decided'),
      order_id: id('Of one order').optional(),
      shop_id: id('For admins: of one shop').optional(),
      ...paging,
    }),
    output: listOf(jobShape),
    async run(context, { state, stuck, order_id, shop_id, ...wanted }) {
      const shopId = await findChosenShop(context, shop_id);
      const filter = { shopId, state, orderId: order_id, stuck };
      const { rows, total } = await pageJobs(context.database.query, filter, wanted);
      return { items: rows.map(shapeOf), ...wanted, total };
    },
  }),
  defineOperation({
    name: 'get_print_job',
    title: 'Look at a print job',
    summary:
      'Returns one print job of the shop with its whole history: every state, when, why, and on whose word.',
    rest: { method: 'GET', path: '/api/shop/jobs/{job_id}' },
    access: 'operator',
    effect: 'read',
    input: z.strictObject({ job_id: id('From list_print_jobs') }),
    output: jobShape.extend({
      history: z.array(
        z.object({ state: z.string(), reason: z.string(), message: z.string(), actor: z.string(), at: time }),
      ),
    }),
    async run(context, { job_id }) {
      const job = await findJob(context.database.query, job_id);
      const shopId = shopOfStaff(context.caller);
      if (!job || (shopId && job.shop_id !== shopId)) throw new AppError('not_found', 'No such print job.');
      const history = (await readHistory<JobEvent>(context.database.query, job_id)).map(({ data, at }) => ({
        state: data.to,
        reason: data.reason,
        message: data.message,
        actor: data.actor,
        at: toTime(at),
      }));
      return { ...shapeOf(job), history };
    },
  }),
  defineOperation({
    name: 'decide_print_job',
    title: 'Decide about a print job',
    summary:
      'Says what only a person can say of a print job. It ends: printed (an unknown one lies in the tray), reprint (a new job for the copies that did not come out) or refund (their price goes back; also for a held job that no sheet of was printed). retry lets a held job be tried again by its agent, whatever it is held for; one that waits for the word of a person is printed as it is. Of one that prints for longer than usual: wait (asked again later), printed, or stop (its agent stops it at the printer and counts what came out). stop also ends a held job of which something was printed, or may have been. Returns the job.',
    rest: { method: 'POST', path: '/api/shop/jobs/{job_id}/decide' },
    access: 'operator',
    effect: 'pay',
    audit: 'print_job',
    input: z.strictObject({
      job_id: id('From list_print_jobs'),
      decision: z.enum(decisions).describe("One of the job's decisions"),
      copies_printed: wholeNumber(0, 999)
        .optional()
        .describe(
          'With reprint and refund: copies that came out whole, as counted at the printer; those that are known unless told. A copy that was cut off in the middle is not printed',
        ),
    }),
    output: jobShape,
    async run({ caller, database, now, change }, { job_id, decision, copies_printed }) {
      return await change(async (tx) => {
        const job = await decideJob(database, tx, {
          jobId: job_id,
          decision,
          copiesPrinted: copies_printed,
          shopId: shopOfStaff(caller),
          actor: `account ${caller.accountId}`,
          now: now(),
        });
        const detail = { decision, copies_printed, order_id: job.order_id };
        return { output: shapeOf(job), target: job_id, detail };
      });
    },
  }),
];
