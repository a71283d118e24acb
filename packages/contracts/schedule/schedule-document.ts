/**
 * The print schedule of a shop as a document: when paid jobs may go to the printers by themselves. Owns its shape and limits.
 * What a person edits is the content; version, editor and origin come with saving. Cron expressions are read by node-cron,
 * whoever takes a document in checks them (schedule-rules.ts compileSchedule says what is wrong).
 */
import { z } from 'zod';
import { line, time, wholeNumber } from '../shapes.ts';

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
type Weekday = (typeof weekdays)[number];

/** 0 is Sunday. */
export const weekdayNumber = (day: Weekday): number => weekdays.indexOf(day);

const cronExpression = z
  .string({ error: 'must be a cron expression of five fields, such as 0 18 * * mon-fri' })
  .trim()
  .min(1)
  .max(120)
  .regex(/^(@[a-z]+|[a-z0-9*,/#?-]+( +[a-z0-9*,/#?-]+){4})$/i, {
    error: 'must be a cron expression of five fields, such as 0 18 * * mon-fri',
  })
  .describe(
    'Minute, hour, day of month, month, day of week as node-cron 4 reads them: day of month and day of week must both match',
  );

const timeOfDay = z
  .string({ error: 'must be a time of day as HH:MM' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day as HH:MM, 00:00 to 23:59' });

const days = z
  .array(z.enum(weekdays, { error: `must be one of ${weekdays.join(', ')}` }))
  .min(1, { error: 'must name one to seven days' })
  .max(7, { error: 'must name one to seven days' });

const printWindow = z.union(
  [
    z.strictObject({
      opens: cronExpression,
      minutes: wholeNumber(1, 1440).describe('How long it stays open, by the wall clock'),
    }),
    z.strictObject({
      days: days.describe('The days on which it opens'),
      from: timeOfDay,
      to: timeOfDay.describe('Not later than from: on the next day'),
    }),
  ],
  { error: 'must be {opens, minutes} or {days, from, to}' },
);
export type PrintWindow = z.infer<typeof printWindow>;

const quietHours = z
  .array(
    z.strictObject({
      days: days.optional().describe('The days on which they begin; missing: every day'),
      from: timeOfDay,
      to: timeOfDay.describe('Not later than from: on the next day'),
    }),
  )
  .max(10, { error: 'at most 10 spans' })
  .describe('Nothing begins to print in them');

export const printPlan = z.discriminatedUnion(
  'mode',
  [
    z.strictObject({ mode: z.literal('immediate') }),
    z.strictObject({
      mode: z.literal('windows'),
      windows: z.array(printWindow).min(1).max(20).describe('Jobs print while one of them is open'),
    }),
    z.strictObject({
      mode: z.literal('runs'),
      runs: z
        .array(cronExpression)
        .min(1)
        .max(20)
        .describe('At each run everything that waits is let go; what comes later waits for the next'),
    }),
  ],
  { error: 'must have mode immediate, windows (with windows) or runs (with runs)' },
);
export type PrintPlan = z.infer<typeof printPlan>;

const timeZone = z
  .string({ error: 'must be an IANA time zone, such as Asia/Shanghai' })
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]+$/, { error: 'must be an IANA time zone, such as Asia/Shanghai' });

export const missedRunPolicy = z.enum(['run_now', 'skip', 'ask'], {
  error: 'must be run_now, skip or ask',
});
export type MissedRunPolicy = z.infer<typeof missedRunPolicy>;

const deadlineMinutes = wholeNumber(0, 20_160)
  .nullable()
  .describe(
    'Print at the latest so many minutes before the job is promised; null: the promise changes nothing',
  );

const ruleMatch = z
  .strictObject({
    printer_id: z.string().min(1).max(200).optional(),
    size: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('Size code of the price list, or PWG media size name'),
    media_type: z.string().min(1).max(255).optional().describe('PWG media-type keyword'),
    order_type: z.enum(['photo', 'document']).optional(),
  })
  .refine((match) => Object.values(match).some((value) => value !== undefined), {
    error: 'must name a printer, size, media type or order type',
  });
export type RuleMatch = z.infer<typeof ruleMatch>;

const scheduleRule = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'must be 1 to 40 of a-z, 0-9 and -' }),
  name: line(1, 60),
  match: ruleMatch,
  plan: printPlan,
  time_zone: timeZone.optional().describe("Missing: the shop's"),
  quiet_hours: quietHours.optional().describe("Missing: the shop's; empty: none"),
  deadline_minutes: deadlineMinutes.optional().describe("Missing: the shop's"),
  missed_runs: missedRunPolicy.optional().describe("Missing: the shop's"),
});
/** What a person edits. */
export const scheduleContent = z.strictObject({
  time_zone: timeZone.describe('The IANA time zone by whose wall clock everything goes'),
  plan: printPlan.describe('For whatever no rule names'),
  quiet_hours: quietHours,
  promise_minutes: wholeNumber(0, 43_200)
    .nullable()
    .describe('What the shop promises: ready so long after payment. null: it promises nothing'),
  deadline_minutes: deadlineMinutes,
  missed_runs: missedRunPolicy.describe(
    'A run or window passed while the agent was off: run_now prints, skip waits for the next, ask waits for a person',
  ),
  outage_limit_minutes: wholeNumber(5, 20_160)
    .nullable()
    .describe(
      'After the link, the power or a printer was away for longer, what piled up waits for one approval; null: never',
    ),
  rules: z
    .array(scheduleRule)
    .max(100, { error: 'at most 100 rules' })
    .describe(
      'For single printers and products: the one that names the printer, then the one that names most, holds',
    ),
});
export type ScheduleContent = z.infer<typeof scheduleContent>;

/** A saved schedule. Highest version 1 000 000 000: nobody edits that often, so a broken agent can't use the numbers up. */
export const scheduleDocument = scheduleContent.extend({
  version: z.int().min(0).max(1_000_000_000),
  edit_id: z.uuid().describe('This very edit: two edits with the same version are told apart by it'),
  edited_by: z.string().max(100),
  edited_at: time,
  origin: z.enum(['cloud', 'console']),
});
export type ScheduleDocument = z.infer<typeof scheduleDocument>;

/** What holds until somebody sets a schedule: everything at once. Version 0. */
export const firstSchedule: ScheduleDocument = {
  time_zone: 'UTC',
  plan: { mode: 'immediate' },
  quiet_hours: [],
  rules: [],
  promise_minutes: null,
  deadline_minutes: null,
  missed_runs: 'ask',
  outage_limit_minutes: 120,
  version: 0,
  edit_id: '00000000-0000-4000-8000-000000000000',
  edited_by: '',
  edited_at: '1970-01-01T00:00:00.000Z',
  origin: 'cloud',
};

/** What somebody sends in the place of a schedule: the plan, and of the rest what is to differ from printing everything at once. */
export const scheduleEdit = z.strictObject({
  ...scheduleContent.shape,
  time_zone: scheduleContent.shape.time_zone.default(firstSchedule.time_zone),
  quiet_hours: scheduleContent.shape.quiet_hours.default(firstSchedule.quiet_hours),
  promise_minutes: scheduleContent.shape.promise_minutes.default(firstSchedule.promise_minutes),
  deadline_minutes: scheduleContent.shape.deadline_minutes.default(firstSchedule.deadline_minutes),
  missed_runs: scheduleContent.shape.missed_runs.default(firstSchedule.missed_runs),
  outage_limit_minutes: scheduleContent.shape.outage_limit_minutes.default(
    firstSchedule.outage_limit_minutes,
  ),
  rules: scheduleContent.shape.rules.default(firstSchedule.rules),
});

/** The editable part of a saved schedule. */
export function contentOf(document: ScheduleDocument): ScheduleContent {
  const { version: _v, edit_id: _e, edited_by: _b, edited_at: _a, origin: _o, ...content } = document;
  return content;
}

/**
 * Which of two schedules holds: the higher version; with equal versions the cloud's. `same` is the same edit, come again.
 * Both sides decide by this, so they come to the same.
 */
export function winnerOf({ atAgent, atCloud }: { atAgent: Edit; atCloud: Edit }): 'same' | 'agent' | 'cloud' {
  if (atAgent.edit_id === atCloud.edit_id) return 'same';
  return atAgent.version > atCloud.version ? 'agent' : 'cloud';
}

type Edit = Pick<ScheduleDocument, 'version' | 'edit_id'>;
