/** Refusals of the floor in the page's language. */
import type { FloorRefusal } from '@platen/contracts/floor/shop-floor-acts';
import { ApiError } from '../../kit/api.ts';
import { kitWords } from '../../kit/kit-words.ts';
import { defineWords, type Language, wordsIn } from '../../kit/language.ts';
import { FloorError } from '../floor/floor-call.ts';

const inEnglish: Record<FloorRefusal, string> = {
  'not-here': 'It is not here any more.',
  'waits-for-nothing': 'It waits for no answer any more.',
  'too-many-copies': 'It does not have so many copies.',
  'fewer-than-confirmed': 'The printer has confirmed more copies than that.',
  'nothing-left': 'Nothing is left of it.',
  'only-the-rest': 'Only what did not come out can be printed again.',
  'decided-before': 'Somebody has decided this already.',
  'paper-moved': 'A sheet has gone to the printer meanwhile.',
  'changed-meanwhile': 'Somebody has changed it meanwhile. Look at it again.',
  'cannot-print-there': 'That printer can not print it.',
  'not-on-this-host': 'This is done at the agent itself, in the shop.',
  'held-by-person': 'Somebody holds it: release it first.',
  'held-anew': 'Somebody holds it again since.',
  'no-such-printer': 'There is no such printer any more.',
  'paused-before': 'It is paused already.',
  'not-paused': 'It is not paused.',
  'too-late': 'The word came too late to be carried out.',
  'not-linked': 'The cloud can not be reached: try again when it is back.',
  untold: 'Nobody knows whether the cloud has heard it. Look at the queue before you try again.',
  'refused-by-cloud': 'The cloud refused it.',
  'not-over': 'Only a job that is over can be printed again.',
  'not-looking': 'This agent does not look for printers.',
  'printer-refused': 'The printer was refused.',
  'schedule-refused': 'This schedule can not be.',
  'sheet-refused': 'That is not possible with this paper.',
  'login-first': 'Enter the PIN first.',
  'pin-wrong': 'That is not the PIN.',
  'pin-paused': 'Too many wrong PINs. Wait a little.',
};
const inChinese: Record<FloorRefusal, string> = {
  'not-here': '已不在此处。',
  'waits-for-nothing': '已不需要处理。',
  'too-many-copies': '没有这么多份。',
  'fewer-than-confirmed': '打印机确认的份数比这更多。',
  'nothing-left': '已没有剩余。',
  'only-the-rest': '只能补打未印出的部分。',
  'decided-before': '已有人处理过。',
  'paper-moved': '期间已有纸张送往打印机。',
  'changed-meanwhile': '期间已有人修改，请重新查看。',
  'cannot-print-there': '这台打印机无法打印。',
  'not-on-this-host': '此操作需在店内的打印代理上进行。',
  'held-by-person': '任务已由人工暂停，请先恢复。',
  'held-anew': '任务之后又被人工暂停。',
  'no-such-printer': '这台打印机已不存在。',
  'paused-before': '已经暂停。',
  'not-paused': '并未暂停。',
  'too-late': '指令到达太晚，未执行。',
  'not-linked': '无法连接云端，恢复后请重试。',
  untold: '无法确定云端是否已收到，重试前请先查看队列。',
  'refused-by-cloud': '云端拒绝了此操作。',
  'not-over': '只有已结束的任务才能再次打印。',
  'not-looking': '此代理没有启用打印机搜索。',
  'printer-refused': '打印机未被接受。',
  'schedule-refused': '这个计划无法采用。',
  'sheet-refused': '这种纸无法进行此操作。',
  'login-first': '请先输入 PIN 码。',
  'pin-wrong': 'PIN 码不正确。',
  'pin-paused': 'PIN 码输错次数过多，请稍候。',
};

const refusalWords = defineWords({
  en: { codes: inEnglish, lost: 'Something went wrong in this page.' },
  zh: { codes: inChinese, lost: '页面出了点问题。' },
});

/** What was refused, in one sentence. */
export function refusalText(error: unknown, language: Language): string {
  const words = wordsIn(refusalWords, language);
  if (!(error instanceof ApiError)) return words.lost;
  if (error.code === 'offline') return wordsIn(kitWords, language).codes.offline;
  if (error instanceof FloorError && error.isTranslated) return error.message;
  const known = (words.codes as Record<string, string>)[(error instanceof FloorError && error.refusal) || ''];
  if (known !== undefined) return known;
  return language === 'en' ? error.message : wordsIn(kitWords, language).codes[error.code];
}
