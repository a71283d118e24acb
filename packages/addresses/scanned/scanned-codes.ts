/**
 * Postcodes with letters in them and codes of states, as a scanner gives them: `lV36 lPB`, `GOL 4KO`, `0H 441O2`. Each sign is read by its
 * place in the form of the country. A code that has its form keeps it: its tokens are settled as they are. Pure.
 */
import { provinceCodes, stateCodes, territoryCodes } from '../parse-unglue.ts';
import { digitsFor } from './confusable-signs.ts';
import { settle, type Token } from './scanned-tokens.ts';

const areas = new Set(
  'AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE'.split(
    ' ',
  ),
);
const britishHead = /^([A-Zl]{1,2}?)([\dOlIS]{1,2}|[\dOlIS][A-HJKMNPRSTUVWXY])$/;
const britishTail = /^([\dOlIS])([ABD-HJLNP-UW-Z58]{2})$/;
const canadianHead = /^([ABCEGHJ-NPRSTVXY58])([\dOlISZ])([ABCEGHJ-NPRSTV-Z58])$/;
const canadianTail = /^([\dOlISZ])([ABCEGHJ-NPRSTV-Z58])([\dOlISZ])$/;

const lettersFor = (signs: string): string =>
  signs.replace(/[58l]/g, (sign) => ({ 5: 'S', 8: 'B', l: 'I' })[sign]!);
const digitCount = (signs: string): number => signs.match(/\d/g)?.length ?? 0;

/** How sure a sign of a scanner a code is that has its form only when it is mended. */
const codeWeight = 1.5;

/** Both halves in the form of Britain. */
function readBritish(head: string, tail: string): [string, string] | undefined {
  const [last] = britishTail.exec(tail) ?? [];
  if (last === undefined || !/[A-Z]/.test(tail)) return undefined;
  for (const letters of [1, 2]) {
    const [area, district] = [lettersFor(head.slice(0, letters)), head.slice(letters)];
    if (!areas.has(area) || !britishHead.test(head) || !/^[\dOlIS][\dOlIS]?$|^[\dOlIS][A-Z]$/.test(district))
      continue;
    return [area + digitsFor(district), digitsFor(tail[0]!) + lettersFor(tail.slice(1))];
  }
  return undefined;
}

function readCanadian(head: string, tail: string): [string, string] | undefined {
  const [first, last] = [canadianHead.exec(head), canadianTail.exec(tail)];
  // 808 555: most of what must be letters is.
  if (!first || !last || (head[0]! + head[2]! + tail[1]!).replace(/[58]/g, '').length < 2) return undefined;
  const [, a, b, c] = first as unknown as [string, string, string, string];
  const [, d, e, f] = last as unknown as [string, string, string, string];
  return [lettersFor(a) + digitsFor(b) + lettersFor(c), digitsFor(d) + lettersFor(e) + digitsFor(f)];
}

const provinceBefore = new RegExp(
  `(?:(?<!\\p{L})(?:${provinceCodes})|qu[eé]bec|ontario|alberta|manitoba|columbia|scotia|brunswick|saskatchewan)\\)?[ ,]{0,3}$`,
  'iu',
);

/** Settles the codes with letters of a text. */
export function settleCodes(tokens: readonly Token[], text: string): void {
  for (const [at, head] of tokens.entries()) {
    const tail = tokens[at + 1];
    if (!tail || head.read !== undefined || !/^ ?-?$/.test(text.slice(head.end, tail.start))) continue;
    const isSmall = /[a-km-z]/.test(head.shown + tail.shown);
    if (isSmall) {
      // h2s 2l8: in small letters a code is nobody's slip.
      if (/^[a-z]\d[a-z]$/.test(head.shown) && /^\d[a-z]\d$/.test(tail.shown)) keep(head, tail);
      continue;
    }
    const canadian = readCanadian(head.shown, tail.shown);
    const hasProvince = provinceBefore.test(text.slice(0, head.start));
    const shown = digitCount(head.shown + tail.shown);
    if (canadian && (hasProvince ? shown > 0 : digitCount(head.shown) > 0 && shown > 1))
      settleBoth(head, tail, canadian);
    const isParted = text[head.end] === '-';
    const british = canadian || isParted ? undefined : readBritish(head.shown, tail.shown);
    const isLast = /^[ .]{0,2}(?:$|[\n,;|)])/.test(text.slice(tail.end));
    if (british && shown > (isLast ? 0 : 1)) settleBoth(head, tail, british);
  }
}

function keep(...tokens: readonly Token[]): void {
  for (const token of tokens) settle(token, token.shown, 0);
}

function settleBoth(head: Token, tail: Token, [first, last]: readonly [string, string]): void {
  settle(head, first, codeWeight / 2);
  settle(tail, last, codeWeight / 2);
}

const codesOf = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
/** Behind a state comes a postcode of so many digits, or before it. */
const statesByDigits: ReadonlyArray<readonly [number, RegExp]> = [
  [5, codesOf(stateCodes)],
  [4, codesOf(territoryCodes)],
  [3, codesOf(provinceCodes)],
];
const stateLetters: Record<string, string> = { 0: 'OQD', 1: 'IL', 2: 'Z', 4: 'A', 5: 'S', 8: 'B', l: 'IL' };

/** `0R 97214`, `N5W 28OO`, `4O12 0LD`: a state beside the postcode of its country. */
export function settleStates(tokens: readonly Token[], text: string): void {
  for (const [at, token] of tokens.entries()) {
    if (token.read !== undefined || !/^(?=.*[\dl])(?=.*[A-Z])[A-Z012458l]{2,3}$/.test(token.shown)) continue;
    for (const beside of [tokens[at + 1], tokens[at - 1]]) {
      if (
        !beside ||
        !/^,? $/.test(text.slice(Math.min(token.end, beside.end), Math.max(token.start, beside.start)))
      )
        continue;
      const code = digitsFor(beside.shown);
      const size = /^\d+$/.test(code)
        ? code.length
        : /^[A-Z]\d[A-Z]$/.test(beside.read ?? beside.shown)
          ? 3
          : 0;
      const names = statesByDigits.find(([digits]) => digits === size)?.[1];
      const meant = names && statesLike(token.shown).find((state) => names.test(state));
      if (meant !== undefined) settle(token, meant, codeWeight);
    }
  }
}

const statesLike = (shown: string): string[] =>
  [...shown].reduce<string[]>(
    (heads, sign) =>
      heads.flatMap((head) => [...(stateLetters[sign] ?? sign)].map((letter) => head + letter)),
    [''],
  );
