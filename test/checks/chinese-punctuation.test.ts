/** Sentences in Chinese carry Chinese punctuation: a half-width mark beside a Chinese character is a slip that readers see. */
import { expect, it } from 'vitest';
import { readRepository } from './repository-files.ts';

const han = String.raw`[\u4e00-\u9fff]`;
/** Behind what is filled in, with Chinese further on in the same text. */
const behindValue = String.raw`\$\{[^}\x60]*\}[,;!?][^\x60]*${han}`;
const slips = new RegExp(`${han} ?[,;:!?(]|[,;:!?]${han}|[)] ?${han}|${behindValue}`);
/** What people read in the browser, at the printer and in messages; addresses are read from what people type. */
const shown = /^packages\/(web|cloud(?!\/addresses)|agent|contracts)\//;

/** Lines of source whose texts have such a mark; comments are no texts. */
function listSlips(source: string): string[] {
  return source.split('\n').filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && slips.test(line));
}

it('a half-width mark is found on either side of a Chinese character', () => {
  expect(listSlips("zh: '所有订单,最新的在前'\nzh: '重量(克)'\nzh: '三条,共'")).toHaveLength(3);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a line of source.
  expect(listSlips('sent: (to) => `已发送至 ${to},5 分钟内有效。`,')).toHaveLength(1);
  expect(listSlips("zh: '所有订单，最新的在前',\n// 订单,\nzh: '第三项：照片'")).toEqual([]);
});

it('no sentence in Chinese has half-width punctuation', () => {
  const found = [...readRepository()]
    .filter(([path]) => shown.test(path) && !path.includes('.test.') && !path.includes('/testing/'))
    .flatMap(([path, source]) => listSlips(source).map((line) => `${path}: ${line.trim()}`));
  expect(found).toEqual([]);
});
