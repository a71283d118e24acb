/**
 * Several addresses in one text: a list, a table, one after another. Owns where such a text is cut; a cut is good only when every
 * piece is an address by itself, which the caller decides. Pure.
 */

/** A piece of the text that may be an address of its own. */
export interface TextPiece {
  text: string;
  start: number;
}

/** More are not looked for in one text. */
const maxPieces = 20;

const nameLabel =
  /(?:^|[\n;；。])\s*(?:\d{1,3}[.、)]\s*)?(?:收货人|收件人|收方|姓名|联系人|收貨人|聯絡人|name|recipient|ship to|deliver to|お届け先|氏名|받는 ?사람|수령인)\s?[:：]/giu;
const numbered =
  /(?:^|\n)\s*(?:地址|address)?\s?[(（]?(?:\d{1,2}|[一二三四五六七八九十]|[①-⑳])[.、):：）]\s*(?=\S)/giu;

const sender = /寄件人|发件人|寄件方|发货人|寄件信息|(?:^|\n)\s*(?:sender|from)\s?:/i;

/** The ways to cut the text, each into at least two pieces. */
export function cutsOf(text: string): TextPiece[][] {
  // A waybill names two places, and only one of them is where it goes.
  if (sender.test(text)) return [];
  return [
    cutBetween(text, /\n\s*\n/g),
    cutAt(text, nameLabel),
    cutAt(text, numbered),
    cutBetween(text, /\n/g),
    cutBetween(text, /[;；]|\s\|\|\s|(?:^|\n)[-=*_]{3,}(?:\n|$)/g),
  ].filter((pieces) => pieces.length > 1 && pieces.length <= maxPieces && pieces.every(mayBeAddress));
}

/** Each match begins a piece. */
function cutAt(text: string, pattern: RegExp): TextPiece[] {
  const starts = [...text.matchAll(pattern)].map(({ index }) => index);
  if (starts.length < 2) return [];
  // What stands before the first belongs to nobody, or to the first.
  starts[0] = 0;
  return starts.map((start, at) => ({ text: text.slice(start, starts[at + 1]), start })).filter(hasWords);
}

function cutBetween(text: string, pattern: RegExp): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push({ text: text.slice(from, match.index), start: from });
    from = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(from), start: from });
  return pieces.filter(hasWords);
}

/** An address has a number, or is long enough to do without. */
const mayBeAddress = ({ text }: TextPiece): boolean =>
  text.length >= 8 && (/\d/.test(text) || text.length >= 16);

const hasWords = ({ text }: TextPiece): boolean => /[\p{L}\p{N}]{2}/u.test(text);
