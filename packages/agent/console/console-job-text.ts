/** The words of the page Today: what is asked of a person, and why jobs wait. English and Chinese, typed. */
import type { JobReason } from '@platen/contracts/agent-protocol';
import type { Language } from './console-page.ts';

export interface JobWords {
  /** Of a job that may have been printed. */
  question: (copies: number) => string;
  failedQuestion: string;
  longQuestion: string;
  keepWaiting: string;
  cameOut: string;
  allCameOut: string;
  printRest: string;
  payBackRest: string;
  payBackAsks: string;
  hold: string;
  release: string;
  tryAgain: string;
  callOff: string;
  callOffAsks: string;
  lastAct: (who: string, when: string) => string;
  reasons: Record<JobReason, string>;
}

const en: JobWords = {
  question: (copies) =>
    copies === 1
      ? 'Nobody knows whether it was printed. Look at the tray: did it come out whole?'
      : `Nobody knows how much was printed. Look at the tray: how many of the ${copies} copies came out whole?`,
  longQuestion:
    'Is it still printing? Then keep waiting. If all of it lies in the tray, say so; else call it off.',
  keepWaiting: 'Keep waiting',
  failedQuestion: 'The printer gave it up. Print what is missing once more, or pay it back?',
  cameOut: 'Copies that came out whole',
  allCameOut: 'All came out',
  printRest: 'Print the rest',
  payBackRest: 'Pay the rest back',
  payBackAsks:
    'The customer gets the money for what did not come out, and it is not printed. This can not be undone.',
  hold: 'Hold',
  release: 'Release',
  tryAgain: 'Try again',
  callOff: 'Call off',
  callOffAsks:
    'Nothing more of this job is printed, and what did not come out is paid back. This can not be undone.',
  lastAct: (who, when) => `Last word: ${who}, ${when}`,
  reasons: {
    none: '',
    'media-needed': 'paper',
    'no-printer': 'no printer for it',
    'printer-unreachable': 'printer unreachable',
    'printer-stopped': 'printer stopped',
    'format-not-supported': 'format',
    'document-unprintable': 'the file can not be printed',
    'preparation-failed': 'could not be made ready here',
    'quality-too-low': 'too few pixels for the paper',
    'document-unavailable': 'waits for its file',
    'aborted-by-printer': 'aborted by the printer',
    'canceled-at-printer': 'canceled at the printer',
    'canceled-by-customer': 'cancelled by the customer',
    'may-have-printed': 'may have been printed',
    'decided-by-person': 'decided by a person',
    'held-by-person': 'held by a person',
    'held-at-printer': 'held at the printer',
    'disk-full': 'disk full',
    scheduled: 'waits for its time',
    'awaiting-approval': 'waits for an approval',
    'printing-long': 'prints longer than usual',
  },
};

const zh: JobWords = {
  question: (copies) =>
    copies === 1
      ? '无法确定是否已打印。请查看出纸口：是否完整打印？'
      : `无法确定打印了多少。请查看出纸口：${copies} 份中有几份完整？`,
  longQuestion: '是否仍在打印？是则继续等待；若已全部出纸请确认，否则请取消。',
  keepWaiting: '继续等待',
  failedQuestion: '打印机放弃了此任务。补打缺少的部分，还是退款？',
  cameOut: '完整的份数',
  allCameOut: '已全部打印',
  printRest: '补打其余',
  payBackRest: '其余退款',
  payBackAsks: '未印出的部分将退款给顾客，不再打印。此操作无法撤销。',
  hold: '暂停',
  release: '继续',
  tryAgain: '重试',
  callOff: '取消',
  callOffAsks: '该作业将不再打印，未印出的部分会退款。此操作无法撤销。',
  lastAct: (who, when) => `最近处理：${who}，${when}`,
  reasons: {
    none: '',
    'media-needed': '需要装纸',
    'no-printer': '没有合适的打印机',
    'printer-unreachable': '打印机无响应',
    'printer-stopped': '打印机已停止',
    'format-not-supported': '格式不支持',
    'document-unprintable': '文件无法打印',
    'preparation-failed': '本机未能完成打印准备',
    'quality-too-low': '像素不足，不宜打印',
    'document-unavailable': '等待文件',
    'aborted-by-printer': '被打印机中止',
    'canceled-at-printer': '在打印机上取消',
    'canceled-by-customer': '顾客已取消',
    'may-have-printed': '可能已打印',
    'decided-by-person': '由人工处理',
    'held-by-person': '人工暂停',
    'held-at-printer': '在打印机上暂停',
    'disk-full': '磁盘已满',
    scheduled: '等待打印时段',
    'awaiting-approval': '等待批准',
    'printing-long': '打印时间异常',
  },
};

export const jobWordsOf = (language: Language): JobWords => (language === 'en' ? en : zh);
