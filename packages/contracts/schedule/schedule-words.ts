/** What the schedule says to people of the shop, in both languages. Owns sentences only. */
import type { BacklogCause } from './schedule-report.ts';
import { isTimeZone, momentOf, wallAt } from './schedule-wall-clock.ts';

export type Language = 'en' | 'zh-CN';

export interface ScheduleWords {
  /** `at` is a wall time as `clockText` writes it; undefined when nothing in sight ends the waiting. */
  waits(reason: 'window' | 'run' | 'quiet-hours', at: string | undefined): string;
  asks: string;
  backlog(jobs: number, causes: readonly BacklogCause[]): string;
  causes: Record<BacklogCause, string>;
  /** Two edits of one version met; the other one holds. */
  lost(editor: string): string;
}

export const scheduleWords: Record<Language, ScheduleWords> = {
  en: {
    waits(reason, at) {
      const until = at ? `Prints from ${at}` : 'Does not print as the schedule stands';
      const because = {
        window: 'its print window is closed',
        run: 'it waits for the next run',
        'quiet-hours': 'these are quiet hours',
      }[reason];
      return `${until}: ${because}.`;
    },
    asks: 'Waits for an approval: it piled up while something was away, or its run was missed.',
    backlog: (jobs, causes) =>
      `${jobs} ${jobs === 1 ? 'job waits' : 'jobs wait'} for an approval: ${causes.map((cause) => scheduleWords.en.causes[cause]).join(', ')}.`,
    causes: {
      link: 'the cloud could not be reached',
      power: 'the agent was off',
      printer: 'a printer did not answer',
      clock: 'the clock went back, so nobody knows how long the agent was off',
      'missed-run': 'a run was missed',
    },
    lost: (editor) => `A change by ${editor} was made at the same time as another one, which holds.`,
  },
  'zh-CN': {
    waits(reason, at) {
      const until = at ? `${at} 起打印` : '按当前计划不会打印';
      const because = {
        window: '打印时段未开放',
        run: '等待下一次批量打印',
        'quiet-hours': '现在是静音时段',
      }[reason];
      return `${until}：${because}。`;
    },
    asks: '等待确认：因中断积压，或错过了批量打印。',
    backlog: (jobs, causes) =>
      `${jobs} 个任务等待确认：${causes.map((cause) => scheduleWords['zh-CN'].causes[cause]).join('、')}。`,
    causes: {
      link: '无法连接云端',
      power: '代理程序曾停止运行',
      printer: '打印机无响应',
      clock: '时钟被往回拨，无法得知停机多久',
      'missed-run': '错过了一次批量打印',
    },
    lost: (editor) => `${editor} 的修改与另一处修改同时发生，以另一处为准。`,
  },
};

/** A moment as the shop's wall clock shows it: `2026-11-21 18:00`. */
export const clockText = (zone: string, atMs: number): string =>
  new Date(wallAt(zone, atMs)).toISOString().slice(0, 16).replace('T', ' ');

/**
 * The moment that the English sentence of a waiting job names (`waits` with `clockText` and the zone), in milliseconds since 1970;
 * undefined for every other text. The sentence is what a job's report has of it.
 */
export function releaseIn(sentence: string): number | undefined {
  const [, wall, zone] =
    /^Prints from (\d{4}-\d\d-\d\d \d\d:\d\d) \(([\w+/-]{1,64})\): /.exec(sentence) ?? [];
  if (!wall || !zone || !isTimeZone(zone)) return undefined;
  const wallMs = Date.parse(`${wall.replace(' ', 'T')}:00Z`);
  return Number.isNaN(wallMs) ? undefined : momentOf(zone, wallMs)?.atMs;
}
