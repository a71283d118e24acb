/** What people read about changes of the queue that can't be made, in both languages. Pure. */
import type { Said } from '../printers/printer-text.ts';

const both = (en: string, zh: string): Said => ({ en, 'zh-CN': zh });

export const queueSentences = {
  heldAnew: (by: string) =>
    both(`${by} has held it since then: look at it again.`, `其间 ${by} 又暂停了该任务：请重新查看。`),
  noSuchPrinter: () =>
    both('There is no such printer any more, or it is switched off.', '该打印机已不存在或已停用。'),
  neverSeen: (name: string) =>
    both(
      `${name} has not answered yet, so nobody knows what it can print.`,
      `${name} 尚未应答，无法得知它能打印什么。`,
    ),
  cannotPrint: (name: string, why: Said) =>
    both(`${name} can't print this job. ${why.en}`, `${name} 无法打印该任务。${why['zh-CN']}`),
  waitsThere: (name: string, why: Said) =>
    both(
      `It goes to ${name}, and waits there. ${why.en}`,
      `任务将送往 ${name}，并在那里等待。${why['zh-CN']}`,
    ),
  ownPlace: () => both('A job has no place in front of itself.', '任务不能排在自己之前。'),
  noLongerWaits: () =>
    both(
      'The other job does not wait any more: look at the queue again.',
      '另一个任务已不在队列中：请重新查看队列。',
    ),
  pausedBefore: (by: string) => both(`${by} has paused it already.`, `${by} 已将其暂停。`),
  allPaused: (by: string) =>
    both(`${by} has paused all printers: resume all of them.`, `${by} 已暂停全部打印机：请恢复全部打印机。`),
  pausedAnew: (by: string) =>
    both(`${by} has paused it anew since then: look at it again.`, `其间 ${by} 又将其暂停：请重新查看。`),
  notPaused: () => both('It is not paused.', '当前没有暂停。'),
  tooLate: (minutes: number) =>
    both(
      `This was asked ${minutes} minutes ago, while the shop could not be reached, and nothing goes to paper by surprise: look again, and ask anew.`,
      `该操作是 ${minutes} 分钟前、门店无法连接时提出的，为避免意外出纸未予执行：请重新查看后再操作。`,
    ),
  nothingWaits: () => both('Nothing waits for its time.', '没有任务在等待时间。'),
};
