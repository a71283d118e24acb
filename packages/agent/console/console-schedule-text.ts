/** The words of the page Schedule in English and Chinese, typed. */
import type { RunOutcome } from '@platen/contracts/schedule/schedule-report';
import type { Language } from './console-page.ts';

export interface SchedulePageWords {
  now: string;
  plan: string;
  modes: Record<'immediate' | 'windows' | 'runs', string>;
  next: string;
  last: string;
  none: string;
  outcomes: Record<RunOutcome, string>;
  waiting: (jobs: number) => string;
  printNow: string;
  bySchedule: string;
  change: string;
  mode: string;
  lines: string;
  linesHint: string;
  timeZone: string;
  quiet: string;
  missed: string;
  policies: Record<'run_now' | 'skip' | 'ask', string>;
  promise: string;
  deadline: string;
  outage: string;
  save: string;
  saved: (version: number) => string;
  edits: string;
  version: string;
  by: string;
  origins: Record<'cloud' | 'console', string>;
  results: Record<string, string>;
  rulesNote: (rules: number) => string;
  decided: string;
}

const en: SchedulePageWords = {
  now: 'Now',
  plan: 'Plan',
  modes: { immediate: 'at once', windows: 'in windows', runs: 'in runs' },
  next: 'Next',
  last: 'Last run',
  none: 'none',
  outcomes: { fired: 'ran', fired_late: 'ran late', skipped: 'skipped', asked: 'asked a person' },
  waiting: (jobs) => (jobs === 1 ? '1 job waits for its time.' : `${jobs} jobs wait for their time.`),
  printNow: 'Print them now',
  bySchedule: 'Leave them to the schedule',
  change: 'Change',
  mode: 'Paid jobs print',
  lines: 'Windows or runs, one a line',
  linesHint:
    'Windows: mon-fri 18:00-20:00, or a cron expression and minutes: 0 18 * * mon-fri +120. Runs: a cron expression of five fields: 0 12 * * *',
  timeZone: 'Time zone',
  quiet: 'Quiet hours, one a line: 22:00-07:00, or sat sun 00:00-09:00',
  missed: 'A run that was missed',
  policies: { run_now: 'is made up for', skip: 'is skipped', ask: 'asks a person' },
  promise: 'Ready within so many minutes after payment (empty: no promise)',
  deadline: 'Print at the latest so many minutes before that (empty: no matter)',
  outage: 'After an outage longer than so many minutes ask before printing what piled up (empty: never)',
  save: 'Save',
  saved: (version) => `Saved as version ${version}.`,
  edits: 'Changes',
  version: 'Version',
  by: 'By',
  origins: { cloud: 'in the cloud', console: 'here' },
  results: {
    holds: 'holds',
    replaced: 'replaced',
    lost: 'lost to a change that was made at the same time',
  },
  rulesNote: (rules) =>
    `${rules} ${rules === 1 ? 'rule' : 'rules'} for single printers or products: they are changed in the cloud, and kept here.`,
  decided: 'Decided.',
};

const zh: SchedulePageWords = {
  now: '现在',
  plan: '计划',
  modes: { immediate: '立即打印', windows: '按时段', runs: '按批次' },
  next: '下一次',
  last: '上一次',
  none: '无',
  outcomes: { fired: '已执行', fired_late: '延后执行', skipped: '已跳过', asked: '已询问' },
  waiting: (jobs) => `${jobs} 个任务在等待时段。`,
  printNow: '现在打印',
  bySchedule: '按计划打印',
  change: '修改',
  mode: '已付款任务',
  lines: '时段或批次，每行一个',
  linesHint:
    '时段：mon-fri 18:00-20:00，或 cron 表达式加分钟数：0 18 * * mon-fri +120。批次：五段 cron 表达式：0 12 * * *',
  timeZone: '时区',
  quiet: '静音时段，每行一个：22:00-07:00，或 sat sun 00:00-09:00',
  missed: '错过的批次',
  policies: { run_now: '补打', skip: '跳过', ask: '询问' },
  promise: '付款后多少分钟内完成（留空：不承诺）',
  deadline: '最晚提前多少分钟打印（留空：不限）',
  outage: '中断超过多少分钟后，积压任务需确认再打印（留空：从不）',
  save: '保存',
  saved: (version) => `已保存为版本 ${version}。`,
  edits: '修改记录',
  version: '版本',
  by: '修改人',
  origins: { cloud: '云端', console: '本机' },
  results: { holds: '生效', replaced: '已被替换', lost: '与同时进行的另一处修改冲突，未生效' },
  rulesNote: (rules) => `另有 ${rules} 条针对打印机或产品的规则：在云端修改，此处保留。`,
  decided: '已处理。',
};

export const schedulePageWords = (language: Language): SchedulePageWords => (language === 'en' ? en : zh);
