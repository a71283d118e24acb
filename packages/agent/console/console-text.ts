/** The words of the console in English and Chinese. One typed dictionary: a word that is missing in one of them is an error. */
import type { JobState } from '@platen/contracts/states';

export interface Words {
  skip: string;
  pages: string;
  leave: string;
  asOf: string;
  silentSince: string;
  login: string;
  pin: string;
  open: string;
  pinHint: string;
  pinWrong: (triesLeft: number) => string;
  pinPaused: (seconds: number) => string;
  loginFirst: string;
  noSuchPage: string;
  today: string;
  printers: string;
  schedule: string;
  calibration: string;
  colours: string;
  logs: string;
  states: Record<JobState, string>;
  needsYou: string;
  nothingNeedsYou: string;
  queue: string;
  queueEmpty: string;
  ended: string;
  endedNone: string;
  order: string;
  item: string;
  size: string;
  copies: string;
  state: string;
  printer: string;
  since: string;
  why: string;
  time: string;
  level: string;
  event: string;
  details: string;
  logsNone: string;
  logsAll: string;
  logsTroubles: string;
  link: (up: boolean) => string;
}

const en: Words = {
  skip: 'To the content',
  pages: 'Pages',
  leave: 'Leave',
  asOf: 'As of',
  silentSince: 'The agent has not answered since',
  login: 'Print agent',
  pin: 'PIN',
  open: 'Open',
  pinHint: 'The PIN is shown by: platen agent pin',
  pinWrong: (triesLeft) =>
    `That is not the PIN. ${triesLeft} more ${triesLeft === 1 ? 'try' : 'tries'}, then a pause.`,
  pinPaused: (seconds) => `Too many wrong PINs. Try again in ${seconds} s.`,
  loginFirst: 'Give the PIN first.',
  noSuchPage: 'There is no such page.',
  today: 'Today',
  printers: 'Printers',
  schedule: 'Schedule',
  calibration: 'Calibration',
  colours: 'Colours',
  logs: 'Log',
  states: {
    queued: 'queued',
    sent: 'sent',
    accepted: 'waiting for its file',
    preparing: 'being prepared',
    ready: 'ready',
    submitting: 'on the way to the printer',
    printing: 'printing',
    printed: 'printed',
    held: 'held',
    unknown: 'unknown: look at the tray',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  needsYou: 'Needs you',
  nothingNeedsYou: 'Nothing waits for a person.',
  queue: 'Queue',
  queueEmpty: 'Nothing waits to be printed.',
  ended: 'Ended today',
  endedNone: 'Nothing has ended today.',
  order: 'Order',
  item: 'Item',
  size: 'Sheet',
  copies: 'Copies',
  state: 'State',
  printer: 'Printer',
  since: 'Since',
  why: 'Why, and what to do',
  time: 'Time',
  level: 'Level',
  event: 'Event',
  details: 'Details',
  logsNone: 'Nothing was logged since the agent was started.',
  logsAll: 'Everything',
  logsTroubles: 'Warnings and errors alone',
  link: (up) =>
    up
      ? 'Connected to the cloud.'
      : 'No connection to the cloud: what is here is printed, and reported later.',
};

const zh: Words = {
  skip: '跳到内容',
  pages: '页面',
  leave: '退出',
  asOf: '数据时间',
  silentSince: '打印代理自以下时间起没有响应：',
  login: '打印代理',
  pin: 'PIN 码',
  open: '进入',
  pinHint: '查看 PIN 码：platen agent pin',
  pinWrong: (triesLeft) => `PIN 码不正确。还可以试 ${triesLeft} 次，之后需要等待。`,
  pinPaused: (seconds) => `输错次数过多，请在 ${seconds} 秒后再试。`,
  loginFirst: '请先输入 PIN 码。',
  noSuchPage: '没有这个页面。',
  today: '今日',
  printers: '打印机',
  schedule: '打印时段',
  calibration: '校准',
  colours: '色彩',
  logs: '日志',
  states: {
    queued: '排队中',
    sent: '已下发',
    accepted: '等待文件',
    preparing: '处理中',
    ready: '待打印',
    submitting: '正在送往打印机',
    printing: '打印中',
    printed: '已打印',
    held: '已暂停',
    unknown: '不确定：请查看出纸口',
    failed: '失败',
    cancelled: '已取消',
  },
  needsYou: '需要处理',
  nothingNeedsYou: '没有需要人工处理的任务。',
  queue: '队列',
  queueEmpty: '没有等待打印的任务。',
  ended: '今日已结束',
  endedNone: '今日还没有结束的任务。',
  order: '订单',
  item: '项目',
  size: '纸张',
  copies: '份数',
  state: '状态',
  printer: '打印机',
  since: '开始于',
  why: '原因与处理办法',
  time: '时间',
  level: '级别',
  event: '事件',
  details: '详情',
  logsNone: '代理启动以来没有日志。',
  logsAll: '全部',
  logsTroubles: '仅警告和错误',
  link: (up) => (up ? '已连接云端。' : '未连接云端：本地任务照常打印，稍后上报。'),
};

export const wordsOf = (language: 'zh-CN' | 'en'): Words => (language === 'en' ? en : zh);
