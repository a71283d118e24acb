/** The words of the pages Printers and Calibration in English and Chinese, typed. */
import type { Language } from './console-page.ts';

export interface PrinterPageWords {
  states: Record<'idle' | 'processing' | 'stopped', string>;
  lastKnown: (age: string) => string;
  never: string;
  answered: (age: string) => string;
  off: string;
  setAside: (because: string) => string;
  putBack: string;
  trays: string;
  supplies: string;
  speed: (perMinute: string, media: string) => string;
  nothingLoaded: string;
  /** Of a place that the printer doesn't tell and nobody has said anything of. */
  unsaid: string;
  said: (by: string, age: string) => string;
  lies: string;
  sayPaper: string;
  forgetPaper: string;
  standsIn: (ordered: string, loaded: string) => string;
  certificate: (fingerprint: string) => string;
  accept: string;
  acceptPrinter: string;
  switchOff: string;
  switchOn: string;
  remove: string;
  removeAsks: string;
  rename: string;
  name: string;
  password: string;
  user: string;
  save: string;
  settings: string;
  found: string;
  foundNone: string;
  notLooking: string;
  known: string;
  add: string;
  addByHand: string;
  address: string;
  none: string;
  credentialsSaved: string;
  page: string;
  pageHint: string;
  printPage: string;
  printed: string;
  readings: string;
  left: string;
  right: string;
  top: string;
  bottom: string;
  ladders: string;
  holds: (version: number, by: string) => string;
  noneYet: string;
  reset: string;
  resetAsks: string;
  saved: string;
  choose: string;
  noPaper: string;
}

const en: PrinterPageWords = {
  states: { idle: 'ready', processing: 'printing', stopped: 'stopped' },
  lastKnown: (age) => `It does not answer. Last known ${age}:`,
  never: 'It has not answered yet.',
  answered: (age) => `Answered ${age}`,
  off: 'switched off',
  setAside: (because) => `Set aside after three failed jobs in a row: ${because}`,
  putBack: 'Put it back',
  trays: 'Paper',
  supplies: 'Supplies',
  speed: (perMinute, media) => `${perMinute} pages a minute on ${media}, measured`,
  nothingLoaded: 'nothing, or not told',
  unsaid: 'not told: say what lies here',
  said: (by, age) => `said by ${by} ${age}`,
  lies: 'Here lies',
  sayPaper: 'Save',
  forgetPaper: 'Nothing, or not known',
  standsIn: (ordered, loaded) => `When ${ordered} is out, ${loaded} is taken for it: the shop’s rule.`,
  certificate: (fingerprint) => `Certificate ${fingerprint}`,
  accept: 'This certificate is its own: trust it',
  acceptPrinter: 'This is the printer that is meant now',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  remove: 'Remove',
  removeAsks: 'Nothing new is sent to this printer until somebody adds it again.',
  rename: 'Rename',
  name: 'Name (empty: as it calls itself)',
  password: 'Password',
  user: 'User',
  save: 'Save',
  settings: 'Settings',
  found: 'Found in the network',
  foundNone: 'Nothing else was found yet.',
  notLooking: 'The agent does not look for printers (PLATEN_DISCOVERY).',
  known: 'in the list',
  add: 'Add',
  addByHand: 'Add by address',
  address: 'Address, such as ipp://192.168.1.20/ipp/print',
  none: 'There is no printer yet.',
  credentialsSaved: 'Saved. It is used from the next connection on.',
  page: 'Calibration page',
  pageHint:
    'Print the page, measure from the left and the top edge of the sheet to each cross in millimetres, and enter what you read. Borderless sheets have ladders at their edges: the lowest number that is still on the paper.',
  printPage: 'Print the page',
  printed: 'The page is on its way to the printer.',
  readings: 'What you read, in millimetres',
  left: 'Left',
  right: 'Right',
  top: 'Top',
  bottom: 'Bottom',
  ladders: 'Ladders (borderless sheets alone)',
  holds: (version, by) => `Version ${version} by ${by} holds:`,
  noneYet: 'Not calibrated.',
  reset: 'Reset',
  resetAsks: 'What was measured for this paper is gone from here then, and must be read from a page again.',
  saved: 'Saved. Sheets that are made from now on are corrected by it.',
  choose: 'Printer and loaded paper',
  noPaper: 'No printer tells what paper is loaded: nothing can be calibrated now.',
};

const zh: PrinterPageWords = {
  states: { idle: '就绪', processing: '打印中', stopped: '已停止' },
  lastKnown: (age) => `没有响应。最后一次得知于${age}：`,
  never: '尚未响应。',
  answered: (age) => `${age}响应`,
  off: '已关闭',
  setAside: (because) => `连续三个任务失败，已停用：${because}`,
  putBack: '恢复使用',
  trays: '纸张',
  supplies: '耗材',
  speed: (perMinute, media) => `${media}：实测每分钟 ${perMinute} 页`,
  nothingLoaded: '无纸或未报告',
  unsaid: '未报告：请说明此处装的纸',
  said: (by, age) => `${by} 于 ${age} 说明`,
  lies: '此处装的是',
  sayPaper: '保存',
  forgetPaper: '无纸或不清楚',
  standsIn: (ordered, loaded) => `本店规则：${ordered} 用完时，可用 ${loaded} 代替。`,
  certificate: (fingerprint) => `证书 ${fingerprint}`,
  accept: '这是它自己的证书：信任',
  acceptPrinter: '现在就是指这台打印机',
  switchOff: '关闭',
  switchOn: '启用',
  remove: '移除',
  removeAsks: '在重新添加之前，不会再向这台打印机发送任何作业。',
  rename: '改名',
  name: '名称（留空：用打印机自己的名称）',
  password: '密码',
  user: '用户名',
  save: '保存',
  settings: '设置',
  found: '网络中发现',
  foundNone: '暂时没有发现其他打印机。',
  notLooking: '代理没有搜索打印机（PLATEN_DISCOVERY）。',
  known: '已在列表中',
  add: '添加',
  addByHand: '按地址添加',
  address: '地址，例如 ipp://192.168.1.20/ipp/print',
  none: '还没有打印机。',
  credentialsSaved: '已保存，下次连接时生效。',
  page: '校准页',
  pageHint:
    '打印校准页，从纸的左边和上边用毫米量到每个十字，并填入读数。无边距纸张的边缘有刻度阶梯：填纸上还能看到的最小数字。',
  printPage: '打印校准页',
  printed: '校准页正在送往打印机。',
  readings: '读数（毫米）',
  left: '左',
  right: '右',
  top: '上',
  bottom: '下',
  ladders: '刻度阶梯（仅无边距）',
  holds: (version, by) => `版本 ${version}（${by}）生效：`,
  noneYet: '尚未校准。',
  reset: '重置',
  resetAsks: '此纸张的测量值将被删除，需重新打印校准页读取。',
  saved: '已保存，此后制作的页面会按此校正。',
  choose: '打印机和已装的纸',
  noPaper: '没有打印机报告已装的纸：现在无法校准。',
};

export const printerPageWords = (language: Language): PrinterPageWords => (language === 'en' ? en : zh);
