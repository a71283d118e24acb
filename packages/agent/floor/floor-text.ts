/** What the agent's own host of the shop floor says, in both languages. Pure. */
import type { Said } from '../printers/printer-text.ts';

const both = (en: string, zh: string): Said => ({ en, 'zh-CN': zh });

export const floorSentences = {
  loginFirst: () => both('Enter the PIN of this console first.', '请先输入本控制台的 PIN。'),
  pinWrong: (left: number) =>
    both(
      `That is not the PIN. ${left} ${left === 1 ? 'try' : 'tries'} left before a pause.`,
      `PIN 不正确。暂停前还可尝试 ${left} 次。`,
    ),
  pinPaused: (seconds: number) =>
    both(`Too many wrong PINs: try again in ${seconds} s.`, `PIN 错误次数过多：请 ${seconds} 秒后再试。`),
  notRead: (what: string) => both(what, `请求无法读取：${what}`),
  tooLarge: () => both('This is too large.', '内容过大。'),
  noRoute: () => both('There is nothing at this address.', '此地址没有内容。'),
  otherPage: () => both('This came from another page.', '请求来自其他页面。'),
  notHere: () => both('This can not be done at this host.', '本机无法执行此操作。'),
  rulesAtCloud: () => both('The rules of the shop are changed in the cloud.', '门店规则请在云端修改。'),
  noSuchPaper: () => both('That paper does not lie in the printer now.', '该打印机当前没有装这种纸。'),
  noPicture: () => both('There is no picture of it.', '没有可显示的图片。'),
  pictureLater: () => both('Its picture is still being made.', '图片正在生成。'),
  notOver: () => both('Only a job that is over can be printed once more.', '只有已结束的任务才能再次打印。'),
  restFirst: (copy: number) =>
    both(
      `The copies from ${copy} on were paid for and did not come out: they are printed or paid back first.`,
      `第 ${copy} 份起已付款但未打印：请先补打或退款。`,
    ),
  noFile: () => both('Send the file as the body.', '请将文件作为请求正文发送。'),
};
