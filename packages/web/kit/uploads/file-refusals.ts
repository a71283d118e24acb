/**
 * Why a file was not taken, in the reader's language: what the service says of files is said to whoever chose one, who need not know the name
 * of the field that it came in. Owns the sentences that are fixed; another one is shown as it stands.
 */
import { ApiError } from '../api.ts';
import type { Language } from '../language.ts';

/** As @platen/imaging and the uploads of the cloud write them; # is a number. */
const inChinese: Record<string, string> = {
  'The file is empty.': '文件是空的。',
  'This is not a picture or PDF that can be printed.': '这不是可以打印的图片或 PDF。',
  "The file is damaged and can't be read.": '文件已损坏，无法读取。',
  'The end of the file is missing: it was not transferred completely.': '文件不完整，结尾部分缺失。',
  'The picture has more pixels than can be processed.': '图片像素过多，无法处理。',
  'The PDF is protected by a password; send it without one.': 'PDF 有密码保护，请去掉密码后再上传。',
  'The PDF has no pages.': 'PDF 没有页面。',
  'The PDF contradicts itself about how many pages it has: print it into a new PDF, and send that one.':
    'PDF 的页数信息有矛盾，请另存为新的 PDF 后再上传。',
  "Files of this format can't be printed here.": '这里不能打印这种格式的文件。',
  'Processing the file took too long.': '处理文件用时过长。',
  'The image process ended while it worked on the file.': '处理文件时中断了，请重试。',
  'The file is larger than # MiB.': '文件超过 # MiB。',
  'is a PDF, not a picture.': '这是 PDF，不是图片。',
};

/** Undefined where the words of its code have to do: nothing was said, or nothing that is known in this language. */
export function fileRefusalText(error: unknown, language: Language): string | undefined {
  if (!(error instanceof ApiError) || error.code === 'offline') return undefined;
  const sentence = error.message.replace(/^file: /, '');
  if (language === 'zh')
    return inChinese[sentence.replace(/\d+/, '#')]?.replace('#', /\d+/.exec(sentence)?.[0] ?? '');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** True when the same file may be taken another time: it isn't the file that is wrong. */
export const mayRetry = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  (error.status === 0 && error.code !== 'file_gone') ||
  error.status >= 500 ||
  [401, 429].includes(error.status);
