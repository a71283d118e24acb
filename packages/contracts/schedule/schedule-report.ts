/**
 * What an agent says of its schedule, and what people decide about what piled up. Owns the shapes; sentences are in
 * schedule-words.ts.
 */
import { z } from 'zod';
import { time } from '../shapes.ts';

export const runOutcome = z
  .enum(['fired', 'fired_late', 'skipped', 'asked'])
  .describe('fired_late, skipped and asked: what became of a run that was missed');
export type RunOutcome = z.infer<typeof runOutcome>;

export const ruleReport = z.object({
  rule_id: z.string().max(40).describe('shop is the shop-wide plan'),
  name: z.string().max(60),
  mode: z.enum(['immediate', 'windows', 'runs']),
  open: z.boolean().describe('True while the plan alone lets jobs go'),
  next_run: time.nullable().describe('The next run, or opening of a window'),
  last_run: z.object({ at: time, outcome: runOutcome }).nullable(),
});
export type RuleReport = z.infer<typeof ruleReport>;

export const backlogCause = z.enum(['link', 'power', 'printer', 'clock', 'missed-run']);
export type BacklogCause = z.infer<typeof backlogCause>;

const backlogReport = z.object({
  backlog_id: z.uuid(),
  jobs: z.int().min(1),
  causes: z.array(backlogCause).max(5),
  since: time.describe('When it began to wait'),
});

export const scheduleReport = z.object({
  version: z.int().min(0),
  edit_id: z.uuid().describe('The edit that holds at the agent'),
  rules: z.array(ruleReport).max(101),
  windows: z
    .array(z.object({ opens_at: time, closes_at: time }))
    .max(10)
    .describe('Of the shop-wide plan, the next ones'),
  waiting: z.int().min(0).describe('Jobs that wait for a window, a run or the end of quiet hours'),
  next_release: time.nullable().describe('When the first of them goes'),
  backlog: backlogReport.nullable().describe('What waits for one approval'),
  clock_offset_seconds: z.int().describe("How far the cloud's clock is ahead of the shop's, as last seen"),
  as_of: time,
});
export type ScheduleReport = z.infer<typeof scheduleReport>;

export const backlogDecision = z
  .enum(['print_now', 'by_schedule'], { error: 'must be print_now or by_schedule' })
  .describe(
    'print_now lets all of it go (behind quiet hours); by_schedule leaves it to the next window or run',
  );
export type BacklogDecision = z.infer<typeof backlogDecision>;
