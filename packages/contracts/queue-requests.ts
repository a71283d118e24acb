/**
 * What a person asks of an agent's queue through the cloud: jobs held, released, moved and put in another order, printers paused and
 * resumed. The request is stored in the outbox until its answer is stored; the agent carries it out once, in the transaction that keeps
 * its answer, and answers again what it answered before. The answer is that of printer-requests.ts.
 *
 * INVARIANTS
 * 1. What lets paper out (release_job, resume, run_now) names what the person saw, and when it was asked: it lifts nothing that was held
 *    or paused anew since, and nothing at all once it comes as late as after an outage.
 */
import { z } from 'zod';

const job = { job_id: z.uuid() };
const entryId = z
  .int()
  .min(1)
  .max(1_000_000_000)
  .nullable()
  .describe("The printer's number in the agent's list; null: all printers, or any");
const since = z.iso.datetime().describe('Of the hold or pause that the person saw, as the agent reported it');

export const queueAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('hold_job'), ...job }),
  z.object({ act: z.literal('release_job'), ...job, since }),
  z.object({ act: z.literal('move_job'), ...job, entry_id: entryId }),
  z.object({
    act: z.literal('reorder_job'),
    ...job,
    before_job_id: z.uuid().nullable().describe('null: behind all others'),
  }),
  z.object({ act: z.literal('pause'), entry_id: entryId }),
  z.object({ act: z.literal('resume'), entry_id: entryId, since }),
  z.object({
    act: z.literal('run_now'),
    rule_id: z.string().max(40).nullable().describe('null: whatever waits for its time'),
  }),
]);
export type QueueAct = z.infer<typeof queueAct>;

export const queueRequest = z.object({
  by: z.string().max(100),
  asked_at: z.iso.datetime().describe("By the cloud's clock"),
  wanted: queueAct,
});
export type QueueRequest = z.infer<typeof queueRequest>;

/** A request to let paper out that comes later than this after it was asked is refused: nobody expects it any more. */
export const letOutWithinMinutes = 10;

/** A hold or pause that a person made. */
export const personHold = z.object({
  by: z.string().max(100),
  since: z.iso.datetime().describe("By the agent's clock; names this very hold"),
});
export type PersonHold = z.infer<typeof personHold>;

/**
 * Copies that are printed once more, asked at the shop's console. They are no copies that were paid for, so only the cloud can make
 * them a job: it is asked while the link is up, and never later. `job_id` is the new job's, so that asking twice makes one.
 */
export const reprintRequest = z.object({
  job_id: z.uuid(),
  of_job_id: z.uuid(),
  from_copy: z.int().min(1).max(999),
  to_copy: z.int().min(1).max(999),
  by: z.string().max(100),
});
export type ReprintRequest = z.infer<typeof reprintRequest>;
