/** Jobs as the schedule's rules want them: what a ticket says of product and promise, and what runs have let go. */
import type { PrintTicket } from '@platen/contracts/print-ticket';
import {
  type CompiledRule,
  type CompiledSchedule,
  type JobFacts,
  judgeRelease,
  type Product,
  type Release,
  ruleFor,
} from '@platen/contracts/schedule/schedule-rules';
import type { NewScheduledJob, ScheduledJob, ScheduleStore } from './schedule-store.ts';

/** What rules look at. */
function productOf({ media, product }: PrintTicket): Product {
  return {
    sizes: [product.size_code, media.size_name],
    mediaType: media.media_type,
    orderType: product.order_type,
  };
}

export const scheduledJobOf = (ticket: PrintTicket, knownAtMs: number): NewScheduledJob => ({
  jobId: ticket.job_id,
  product: productOf(ticket),
  dueAtMs: ticket.due_at === undefined ? undefined : Date.parse(ticket.due_at),
  paidAtMs: Date.parse(ticket.paid_at),
  knownAtMs,
  backlogId: undefined,
});

export interface Judgement {
  rule: CompiledRule;
  release: Release;
}

type Judged = Pick<
  ScheduledJob,
  'product' | 'productKey' | 'dueAtMs' | 'isReleased' | 'isCalled' | 'mustAsk' | 'position'
>;

/** Judges jobs at one moment; equal questions are asked once. */
export interface Judge {
  at(job: Judged, printerId: string | undefined): Judgement;
  /** The best that any of these printers can do: goes now, asks, or waits the shortest. */
  best(job: Judged, printerIds: readonly string[]): Judgement;
}

export function createJudge(schedule: CompiledSchedule, store: ScheduleStore, nowMs: number): Judge {
  const answers = new Map<string, Judgement>();
  const releasedUpTo = new Map<string, number>();

  const upTo = (rule: CompiledRule): number => {
    let position = releasedUpTo.get(rule.id);
    if (position === undefined) {
      // A window lets go by being open; only one that was missed does so by a row.
      const outcomes =
        rule.plan.mode === 'runs' ? (['fired', 'fired_late'] as const) : (['fired_late'] as const);
      position = rule.plan.mode === 'immediate' ? 0 : store.releasedUpTo(rule.id, outcomes);
      releasedUpTo.set(rule.id, position);
    }
    return position;
  };

  const at = (job: Judged, printerId: string | undefined): Judgement => {
    const rule = ruleFor(schedule, job.product, printerId);
    const facts: JobFacts = {
      dueAtMs: rule.deadlineMinutes === null ? undefined : job.dueAtMs,
      isReleased: job.isReleased || job.position <= upTo(rule),
      isCalled: job.isCalled,
      mustAsk: job.mustAsk,
    };
    const key = `${rule.id} ${facts.isReleased} ${facts.isCalled} ${facts.mustAsk} ${facts.dueAtMs}`;
    let answer = answers.get(key);
    if (!answer) {
      answer = { rule, release: judgeRelease(rule, facts, nowMs) };
      answers.set(key, answer);
    }
    return answer;
  };

  return {
    at,
    best(job, printerIds) {
      const all = (printerIds.length > 0 ? printerIds : [undefined]).map((printerId) => at(job, printerId));
      return all.reduce((best, one) => (rankOf(one.release) < rankOf(best.release) ? one : best));
    },
  };
}

/** Small is soon. */
function rankOf(release: Release): number {
  if (release.kind === 'released') return Number.NEGATIVE_INFINITY;
  if (release.kind === 'asks') return 0;
  return release.untilMs ?? Number.POSITIVE_INFINITY;
}

/** True when nothing in the schedule can ever make a job wait. */
export const letsAllGo = (schedule: CompiledSchedule): boolean =>
  schedule.rules.every(({ plan, quiet }) => plan.mode === 'immediate' && quiet.length === 0);
