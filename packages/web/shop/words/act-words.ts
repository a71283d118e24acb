/** What can be done on the floor in words: buttons, the questions before, and what came of it. */
import type {
  FloorAct,
  FloorActName,
  FloorAnswer,
  FloorDecision,
} from '@platen/contracts/floor/shop-floor-acts';
import type { FloorEffect } from '@platen/contracts/floor/shop-floor-effects';
import { defineWords } from '../../kit/language.ts';

/** `give_profile` is no act: a file goes its own way. */
type ActTexts = Record<Exclude<FloorActName, 'decide' | 'decide_backlog'> | 'give_profile', string>;

const actsEn: ActTexts = {
  hold: 'Hold',
  release: 'Release',
  call_off: 'Call off',
  move: 'Move to a printer',
  reorder: 'Put elsewhere',
  reprint: 'Print again',
  pause: 'Pause',
  resume: 'Resume',
  run_now: 'Print what waits now',
  set_schedule: 'Save',
  set_rules: 'Save',
  loaded: 'Say what lies here',
  find_printers: 'Look in the network',
  add_printer: 'Add',
  rename_printer: 'Rename',
  enable_printer: 'Switch on or off',
  remove_printer: 'Remove',
  accept_printer: 'This printer is meant now',
  accept_certificate: 'Trust this certificate',
  put_back_printer: 'Put it back',
  set_credentials: 'Save the password',
  print_calibration_page: 'Print the test page',
  enter_readings: 'Save what you read',
  reset_calibration: 'Forget the calibration',
  restore_calibration: 'Back to the calibration before',
  reset_profile: 'Back to sRGB',
  restore_profile: 'Back to the colours before',
  give_profile: 'Colour profile',
};
const actsZh: ActTexts = {
  hold: '暂停',
  release: '继续',
  call_off: '取消任务',
  move: '移到打印机',
  reorder: '调整顺序',
  reprint: '再次打印',
  pause: '暂停',
  resume: '恢复',
  run_now: '立即打印等待中的任务',
  set_schedule: '保存',
  set_rules: '保存',
  loaded: '说明装了什么纸',
  find_printers: '在网络中查找',
  add_printer: '添加',
  rename_printer: '改名',
  enable_printer: '启用或关闭',
  remove_printer: '移除',
  accept_printer: '现在就是指这台打印机',
  accept_certificate: '信任此证书',
  put_back_printer: '恢复使用',
  set_credentials: '保存密码',
  print_calibration_page: '打印测试页',
  enter_readings: '保存读数',
  reset_calibration: '删除校准',
  restore_calibration: '恢复之前的校准',
  reset_profile: '恢复 sRGB',
  restore_profile: '恢复之前的色彩',
  give_profile: '色彩配置文件',
};

const decisionsEn: Record<FloorDecision, string> = {
  printed: 'All came out',
  reprint: 'Print the rest',
  refund: 'Pay the rest back',
  retry: 'Try again',
  wait: 'Keep waiting',
  stop: 'Stop it',
};
const decisionsZh: Record<FloorDecision, string> = {
  printed: '已全部印出',
  reprint: '补打其余',
  refund: '其余退款',
  retry: '重试',
  wait: '继续等待',
  stop: '停止',
};

const decisionAsksEn: Record<FloorDecision, string> = {
  printed: 'All copies lie in the tray whole. Nothing more of it is printed or paid back.',
  reprint: 'What did not come out is printed once more.',
  refund: 'The customer gets the money for what did not come out, and it is not printed.',
  retry: 'It is tried again.',
  wait: 'It prints on.',
  stop: 'Its agent stops it at the printer and counts what came out. You are asked about the rest.',
};
const decisionAsksZh: Record<FloorDecision, string> = {
  printed: '所有份数都已完整印出。之后不再打印，也不再退款。',
  reprint: '未印出的部分将再打印一次。',
  refund: '未印出的部分将退款给顾客，不再打印。',
  retry: '将再次尝试。',
  wait: '继续打印。',
  stop: '代理会在打印机上停止此任务并清点份数，其余部分再由你决定。',
};

const paperEn: Record<FloorEffect['paper'], string> = {
  none: 'No paper moves.',
  prints: 'Sheets come out of the printer.',
  ends: 'Sheets that were ordered do not come out.',
};
const paperZh: Record<FloorEffect['paper'], string> = {
  none: '不动用纸张。',
  prints: '打印机会出纸。',
  ends: '已下单的页面不再打印。',
};
const moneyEn: Record<FloorEffect['money'], string> = {
  none: 'No money moves.',
  refunds: 'The customer is paid back.',
  costs: 'The shop pays for the paper.',
};
const moneyZh: Record<FloorEffect['money'], string> = {
  none: '不涉及款项。',
  refunds: '顾客会收到退款。',
  costs: '纸张费用由本店承担。',
};

const asksEn: Partial<Record<FloorActName, string>> = {
  call_off: 'Nothing more of this job is printed, and what did not come out is paid back.',
  reprint: 'These copies are printed once more, as another job.',
  run_now: 'What waits for a window, a run or the end of quiet hours goes to the printers now.',
  remove_printer: 'Nothing new is sent to this printer until somebody adds it again.',
  accept_printer: 'Another printer answers at this address. Jobs go to it from now on.',
  accept_certificate:
    'The printer shows another certificate than before. Trust it only when somebody has really changed it.',
};
const asksZh: Partial<Record<FloorActName, string>> = {
  call_off: '该任务将不再打印，未印出的部分会退款。',
  reprint: '这些份数将作为另一个任务再打印一次。',
  run_now: '等待时段、批次或静音结束的任务将立即送往打印机。',
  remove_printer: '在重新添加之前，不会再向这台打印机发送任何任务。',
  accept_printer: '这个地址现在由另一台打印机应答，今后的任务将发送给它。',
  accept_certificate: '打印机出示的证书与之前不同。仅在确认确有更换时才信任。',
};

const outcomesEn: Record<FloorAnswer['outcome'], string> = {
  done: 'Done.',
  'told-the-cloud': 'Noted, and told the cloud.',
  'told-the-agent': 'The agent was told.',
  'asked-the-printer': 'The printer was asked.',
  'printer-silent': 'Noted; the printer does not answer at the moment.',
  'looked-again': 'Looked again.',
};
const outcomesZh: Record<FloorAnswer['outcome'], string> = {
  done: '已完成。',
  'told-the-cloud': '已记录并通知云端。',
  'told-the-agent': '已通知打印代理。',
  'asked-the-printer': '已询问打印机。',
  'printer-silent': '已记录；打印机暂无响应。',
  'looked-again': '已重新查看。',
};

export const actWords = defineWords({
  en: {
    acts: actsEn,
    decisions: decisionsEn,
    decisionAsks: decisionAsksEn,
    backlog: {
      print_now: 'Print all now',
      by_schedule: 'Leave to the schedule',
    },
    asks: asksEn as Record<string, string>,
    paper: paperEn,
    money: moneyEn,
    final: 'This can not be undone.',
    outcomes: outcomesEn,
    copiesWhole: 'Copies that came out whole',
    ofCopies: (max: number) => `0 to ${max}`,
    fromCopy: 'From copy',
    toCopy: 'to copy',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
  },
  zh: {
    acts: actsZh,
    decisions: decisionsZh,
    decisionAsks: decisionAsksZh,
    backlog: { print_now: '全部立即打印', by_schedule: '按计划打印' },
    asks: asksZh as Record<string, string>,
    paper: paperZh,
    money: moneyZh,
    final: '此操作无法撤销。',
    outcomes: outcomesZh,
    copiesWhole: '完整印出的份数',
    ofCopies: (max) => `0 到 ${max}`,
    fromCopy: '从第几份',
    toCopy: '到第几份',
    switchOn: '启用',
    switchOff: '关闭',
  },
});

type ActWords = typeof actWords.en;

/** What its button says. */
export function actText(act: FloorAct, words: ActWords): string {
  switch (act.act) {
    case 'decide':
      return words.decisions[act.decision];
    case 'decide_backlog':
      return words.backlog[act.decision];
    case 'enable_printer':
      return act.enabled ? words.switchOn : words.switchOff;
    default:
      return words.acts[act.act];
  }
}
