/** What an operator hears who calibrates a printer or gives it a profile, in both languages. */
import type { ReadingFault } from './calibration-rules.ts';
import type { SheetLanguage } from './sheet-text.ts';

/** Why something was not done. `file`: the image processes say in English what is wrong with it. */
export type SheetRefusal =
  | ReadingFault
  | 'no-such-printer'
  | 'not-known-yet'
  | 'medium-not-taken'
  | 'medium-not-loaded'
  | 'no-form'
  | 'printer-busy'
  | 'printer-failed'
  | 'changed-meanwhile'
  | 'nothing-to-reset'
  | 'nothing-to-restore'
  | 'no-such-paper'
  | 'no-image-work'
  | 'interrupted'
  | 'file-not-here'
  | 'overspray-number'
  | 'file'
  | 'no-profile';

export const sheetRefusalText: Record<SheetLanguage, Record<SheetRefusal, string>> = {
  en: {
    'not-a-number': 'Every distance must be a number in millimetres.',
    'cross-off-sheet':
      'That distance is beyond the sheet: measure in millimetres from its left and top edge.',
    'crosses-swapped':
      'The right cross must be further from the left edge than the left one, the bottom further from the top.',
    'ladder-number':
      'A ladder is read as a whole number from 0 to 24: the lowest that is still on the paper.',
    'too-far-off':
      'These distances are further off than a printer can be: measure again, or see that nothing else scales the page.',
    'no-such-printer': 'There is no such printer here.',
    'not-known-yet': 'The printer has not answered yet: see that it is on and connected.',
    'medium-not-taken': 'This printer does not take such paper.',
    'medium-not-loaded': 'Load that paper first.',
    'no-form': 'This printer takes none of the formats that the page can be made in.',
    'printer-busy': 'The printer is at work: try again when it has finished.',
    'printer-failed': 'The printer did not take the page: look at it and try again.',
    'changed-meanwhile': 'Somebody else has changed this meanwhile: look at it again first.',
    'nothing-to-reset': 'There is nothing to reset.',
    'nothing-to-restore': 'What was before is not kept here any more.',
    'no-such-paper': 'That paper does not lie in the printer, and nothing is kept of it.',
    'no-image-work': 'This agent makes no pages, so it has nothing to calibrate.',
    interrupted: 'The agent was interrupted at it: see at the printer whether the page came out.',
    'file-not-here': 'The file did not reach the agent whole: give it again.',
    'overspray-number': 'Each side must be 0 to 10 mm.',
    file: 'The file can not be used.',
    'no-profile': 'This printer has no profile for that paper.',
  },
  'zh-CN': {
    'not-a-number': '每个距离都必须是以毫米为单位的数字。',
    'cross-off-sheet': '这个距离超出了纸张：请以毫米为单位，从纸的左边和上边量起。',
    'crosses-swapped': '右侧十字离左边应比左侧十字更远，下方十字离上边应比上方十字更远。',
    'ladder-number': '刻度阶梯请读 0 到 24 的整数：纸上还能看到的最小数字。',
    'too-far-off': '这些距离的偏差超过了打印机可能的范围：请重新测量，或检查页面是否被其他设置缩放。',
    'no-such-printer': '本店没有这台打印机。',
    'not-known-yet': '打印机尚未响应：请检查是否开机并已连接。',
    'medium-not-taken': '这台打印机不支持这种纸。',
    'medium-not-loaded': '请先装入这种纸。',
    'no-form': '这台打印机不支持校准页可用的任何格式。',
    'printer-busy': '打印机正在工作：请等它完成后再试。',
    'printer-failed': '打印机没有接收校准页：请检查后重试。',
    'changed-meanwhile': '期间已被其他人修改：请重新查看后再改。',
    'nothing-to-reset': '没有可以重置的内容。',
    'nothing-to-restore': '之前的内容已不在此处保存。',
    'no-such-paper': '打印机当前没有装这种纸，也没有保存它的数据。',
    'no-image-work': '这个打印代理不制作页面，因此没有可校准的内容。',
    interrupted: '打印代理在此过程中断：请到打印机旁查看页面是否印出。',
    'file-not-here': '文件没有完整传到打印代理：请重新提供。',
    'overspray-number': '每一边必须在 0 到 10 毫米之间。',
    file: '这个文件无法使用。',
    'no-profile': '这台打印机没有这种纸的色彩配置文件。',
  },
};

/** What came of an act; `detail` is for the log, or says in English what is wrong with a file. */
export type SheetAnswer<T> = ({ done: true } & T) | { done: false; why: SheetRefusal; detail?: string };

export const refused = (why: SheetRefusal, detail?: string) =>
  ({ done: false, why, ...(detail !== undefined && { detail }) }) as const;
