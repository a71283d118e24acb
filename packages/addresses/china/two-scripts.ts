/**
 * A name that is written in two scripts, as people of the islands have them: `Cindy 盧詩敏`, `林凯琳 (Lim Kai Lin)`. Owns where it begins and ends.
 * Pure.
 */
import { isFamilyName, isPrefixName } from '../name-rules.ts';
import { foldText } from '../parse-clean.ts';
import type { Piece } from '../parse-sheet.ts';

const latinWord =
  "(?!(?:mr|mrs|ms|miss|tel|mob|mobile|phone|hp|cell|attn|fax|email|whatsapp|wechat|line|road|rd|street|st|avenue|ave|building|bldg|room|rm|flat|floor|block|blk|tower|unit|house|court|city|ltd|limited|company|dept|office|hotel|store|shop|school|hi|hello|dear|pls|please|to|for|from|the|no|is|or|and|rua|edf|edif)(?![\\p{L}]))\\p{L}[\\p{Script=Latin}\\p{M}'’.-]+";
const latinWords = `${latinWord}(?:,? ${latinWord}){0,3}`;
const restOfLatin = new RegExp(`^(?: ${latinWord}){1,3}(?= ?[(/]?\\p{Script=Han})`, 'iu');
const latinBehind = new RegExp(`^ ?(?:\\/ ?)?${latinWords}(?=$|[\\s,;|()])|^ ?\\(${latinWords}\\)`, 'iu');
const latinAhead = new RegExp(
  `(?<=^|[\\n,;:|()!?。、>~] ?|\\p{Script=Han} ?)((?:mr|mrs|ms|miss|madam|mdm|auntie|aunty|uncle|dr|prof|sr|sra)\\.? )?(${latinWords})(?: ?\\/ ?|[ (]{0,2})$`,
  'iu',
);
const hanBehind = /^ ?(?:\/ ?)?(\p{Script=Han}{2,4})(?=$|[\s,;。|()])|^ ?\((\p{Script=Han}{2,4})\)/u;

const hanAhead = /(?<!\p{Script=Han})(\p{Script=Han}{2,4})(?: ?\/ ?|[ (]{0,2})$/u;

/** 陳志強(阿強), 阿May (林太): what somebody is called besides, in brackets. */
const calledBehind = /^ ?\((?:阿\p{L}{1,8}|(?<family>\p{Script=Han}{1,2})(?:太太?|生|先生|小姐|姐|哥))\)/u;
const partnerHan =
  /^ ?[/&＆、+] ?(?<family>\p{Script=Han}{1,2})(?:太太?|生|先生|小姐|女士)(?=$|[\s,;。|()\d收])/u;
/** Jason & Kelly Fung: two who share a family's name. */
const partnerLatin = /^ ?(?:[&＆]|and) ?\p{Lu}\p{Ll}+(?: \p{Lu}[\p{Ll}-]+){0,2}(?=$|[\s,;。|()\d收])/u;
const partnerAhead = /(?<![\p{L}\d])\p{Lu}\p{Ll}+ ?(?:[&＆]|and) ?$/u;

/** A name with who receives together with somebody, or what they are called besides. */
export function withBeside(text: string, { start, end }: Piece): Piece {
  const own = text.slice(start, end);
  const tail = text.slice(end, end + 40);
  if (!/^[\p{Script=Latin} .'’-]+$/u.test(own)) {
    const found = calledBehind.exec(tail) ?? partnerHan.exec(tail);
    const family = found?.groups?.family;
    const isOne = found && (family === undefined || isFamilyName(foldText(family)));
    return { start, end: isOne ? end + found[0].length : end };
  }
  const behind = partnerLatin.exec(tail)?.[0] ?? '';
  // Who is named with somebody is called by one name again: Jason & Kelly Fung … 先打Jason.
  const first = text.indexOf(own);
  if (
    behind === '' &&
    first < start &&
    !own.includes(' ') &&
    /^ ?[&＆]/u.test(text.slice(first + own.length))
  )
    return withBeside(text, { start: first, end: first + own.length });
  const ahead = partnerAhead.exec(text.slice(Math.max(0, start - 20), start))?.[0] ?? '';
  return { start: start - ahead.length, end: end + behind.length };
}

/** Where the whole name stands, of which one script was found. */
export function inBothScripts(text: string, { start, end }: Piece): Piece {
  const own = text.slice(start, end);
  const whole = /^[^(]*$/u.test(own) ? end : end + Number(text[end] === ')' && !own.includes(')'));
  if (!/\p{Script=Han}/u.test(own)) {
    const rest = restOfLatin.exec(text.slice(end))?.[0].length ?? 0;
    const han = hanBehind.exec(text.slice(end + rest));
    if (han && isPrefixName(foldText(han[1] ?? han[2]!))) return { start, end: end + rest + han[0].length };
    const before = hanAhead.exec(text.slice(Math.max(0, start - 12), start));
    if (!before || !isPrefixName(foldText(before[1]!))) return { start, end };
    const isBracketed = before[0].endsWith('(');
    return isBracketed === (text[end] === ')')
      ? { start: start - before[0].length, end: end + Number(isBracketed) }
      : { start, end };
  }
  const behind = latinBehind.exec(text.slice(whole))?.[0] ?? '';
  if (behind !== '') return { start, end: whole + behind.length };
  const ahead = /^\p{Script=Han}/u.test(own)
    ? latinAhead.exec(text.slice(Math.max(0, start - 60), start))
    : null;
  // Auntie Ho 何桂芳: her family alone says nothing more.
  if (!ahead || (ahead[1] !== undefined && !ahead[2]!.includes(' '))) return { start, end };
  // 7 樓 AC 冼生: a flat.
  if (/^[A-Z]{1,2}$/.test(ahead[2]!)) return { start, end };
  const isBracketed = ahead[0].endsWith('(') && text[end] === ')';
  if (ahead[0].endsWith('(') !== isBracketed) return { start, end };
  return { start: start - ahead[0].length + (ahead[1]?.length ?? 0), end: end + Number(isBracketed) };
}
