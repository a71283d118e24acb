/**
 * What a person can do with the schedule at the console, as plain functions. Owns nothing: every act goes the same way as one from
 * the cloud, so both are reconciled alike.
 */
import {
  contentOf,
  type ScheduleContent,
  type ScheduleDocument,
  scheduleContent,
} from '@platen/contracts/schedule/schedule-document';
import type { BacklogDecision, ScheduleReport } from '@platen/contracts/schedule/schedule-report';
import { comingWindows, compileSchedule, nextRunOf } from '@platen/contracts/schedule/schedule-rules';
import { readCron } from './cron-reader.ts';
import type { PrintSchedule } from './print-schedule.ts';
import { ScheduleRefusal } from './schedule-edits.ts';

export interface RulePreview {
  ruleId: string;
  name: string;
  /** Milliseconds since 1970; runs, or openings of windows. */
  nextRunsMs: number[];
  windows: { opensAtMs: number; closesAtMs: number }[];
}

export type ScheduleAdmin = ReturnType<typeof createScheduleAdmin>;

export function createScheduleAdmin({ edits, backlog, store, news }: PrintSchedule) {
  return {
    /** What holds, who set it, and its editable part. */
    read: (): { document: ScheduleDocument; content: ScheduleContent } => ({
      document: edits.document,
      content: contentOf(edits.document),
    }),
    /** Runs, windows, counts and the backlog as they are now. */
    state: (): ScheduleReport => news.report(),
    /** Every edit, newest first: `holds`, `replaced`, or `lost` to one made at the same time. */
    history: (limit = 50) => edits.list(limit),
    /** Decisions and changes, newest first. */
    log: (limit = 100) => store.listLog(limit),
    /** What a schedule would do from a moment on. Throws ScheduleRefusal with a sentence when it can't be one. */
    preview(content: unknown, fromMs: number): RulePreview[] {
      const read = scheduleContent.safeParse(content);
      if (!read.success) {
        const [issue] = read.error.issues;
        throw new ScheduleRefusal(`${issue?.path.join('.')}: ${issue?.message}`);
      }
      const compiled = compileSchedule(read.data, readCron);
      if (typeof compiled === 'string') throw new ScheduleRefusal(compiled);
      return compiled.rules.map((rule) => {
        const nextRunsMs: number[] = [];
        let nextMs = nextRunOf(rule, fromMs);
        for (let i = 0; i < 5 && nextMs !== undefined; i += 1) {
          nextRunsMs.push(nextMs);
          nextMs = nextRunOf(rule, nextMs);
        }
        return { ruleId: rule.id, name: rule.name, nextRunsMs, windows: comingWindows(rule, fromMs, 5) };
      });
    },
    /** Saves what a person entered; `version` is that of the schedule they saw. Throws ScheduleRefusal. */
    save: (content: unknown, who: { by: string; version: number }): ScheduleDocument =>
      edits.save(content, who),
    /** Lets the backlog go. Throws ScheduleRefusal when it was decided before. */
    decide(backlogId: string, { decision, by }: { decision: BacklogDecision; by: string }): void {
      if (backlog.decide({ backlogId, decision, by, origin: 'console' })) return;
      throw new ScheduleRefusal('This was decided before: nothing waits for an approval any more.');
    },
  };
}
