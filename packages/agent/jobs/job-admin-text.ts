/** What the shop reads about jobs and people's acts on them, in both languages. */
import type { CopyState } from '../submissions/copy-rules.ts';
import type { ActOutcome } from './job-admin.ts';

export type AdminLanguage = 'zh-CN' | 'en';

interface AdminText {
  outcome: Record<ActOutcome, string>;
  copy: Record<CopyState, string>;
  question: (copies: number) => string;
}

export const jobAdminText: Record<AdminLanguage, AdminText> = {
  en: {
    outcome: {
      done: 'Done.',
      'told-the-cloud': 'Noted. The cloud pays it back or sends a new job as soon as it can be reached.',
      'not-here': 'There is no such job here.',
      'waits-for-nothing': 'The job does not wait for this.',
      'too-many-copies': 'The number of copies must be a whole number, and not more than were ordered.',
      'fewer-than-confirmed': 'The printer has confirmed more copies than that.',
      'nothing-left': 'Then every copy came out: decide that it is printed.',
      'only-the-rest': 'The printer gave this job up: it can be printed again or paid back.',
      'decided-before': 'Somebody has decided this job already.',
      'paper-moved': 'Too late: the job is at the printer, or has been.',
      'asked-the-printer': 'The printer was asked to cancel it; what came out is counted.',
      'printer-silent': 'Noted. The printer does not answer: when it stays away you are asked what came out.',
      'held-by-person': 'A person holds it: release it.',
      'held-anew': 'It has been held anew since then: look at it again.',
      'looked-again': 'The printer has the job: it is asked again how it stands.',
    },
    copy: {
      printed: 'printed',
      maybe: 'may have come out',
      cut: 'cut off: take its sheets away',
      'at-printer': 'at the printer',
      waiting: 'waiting',
      'not-printed': 'not printed',
    },
    question: (copies) =>
      copies === 1 ? 'Did it come out whole?' : `How many of the ${copies} copies came out whole?`,
  },
  'zh-CN': {
    outcome: {
      done: '已完成。',
      'told-the-cloud': '已记录。连上云端后会自动退款或下发补打任务。',
      'not-here': '本机没有这个任务。',
      'waits-for-nothing': '该任务当前不需要这个操作。',
      'too-many-copies': '份数必须是整数，且不能超过订购份数。',
      'fewer-than-confirmed': '打印机已确认的份数比这更多。',
      'nothing-left': '那么全部份数都已打印：请选择“已打印”。',
      'only-the-rest': '打印机放弃了这个任务：可以补打或退款。',
      'decided-before': '这个任务已经有人处理过了。',
      'paper-moved': '太晚了：任务已经送到打印机。',
      'asked-the-printer': '已请求打印机取消；会统计已打印的份数。',
      'printer-silent': '已记录。打印机没有响应：若仍无响应，会请您确认已打印的份数。',
      'held-by-person': '有人暂停了该任务：请先放行。',
      'held-anew': '其间该任务又被暂停：请重新查看。',
      'looked-again': '任务在打印机上：正在重新查询其状态。',
    },
    copy: {
      printed: '已打印',
      maybe: '可能已打印',
      cut: '中途中断：请取走残页',
      'at-printer': '在打印机上',
      waiting: '等待中',
      'not-printed': '未打印',
    },
    question: (copies) =>
      copies === 1 ? '这一份完整打印出来了吗？' : `${copies} 份中有几份完整打印出来了？`,
  },
};
