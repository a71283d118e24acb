/**
 * The words of a dictated text one by one: which are digits, letters, marks, and which are said of something else. Owns how a word, or
 * several, are read as one of them; what they are for is spoken-latin.ts's. Pure.
 */
import { foldWord, type NumberTable, numberTable, type SpokenLanguage } from './number-words.ts';

export interface Word {
  raw: string;
  key: string;
  start: number;
  end: number;
  /** What stands between the word before it and this one. */
  gap: 'soft' | 'comma' | 'hard';
  /** A hyphen binds it to the word before it. */
  isBound: boolean;
}

export interface Element {
  kind: 'number' | 'letter' | 'mark';
  /** Digits, one or several equal letters, or one of `- / # +`. */
  text: string;
  /** The first word and the one behind the last. */
  from: number;
  to: number;
  /** It was in digits already. */
  isWritten: boolean;
}

const wordPattern = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\d+/gu;

export function wordsOf(text: string): Word[] {
  let last = 0;
  return [...text.matchAll(wordPattern)].map(({ 0: raw, index }, at) => {
    const between = text.slice(last, index);
    last = index + raw.length;
    const isSoft = at > 0 && /^[ -]{1,3}$/.test(between);
    const gap = isSoft ? 'soft' : at > 0 && /^ ?, ?$/.test(between) ? 'comma' : 'hard';
    return { raw, key: foldWord(raw), start: index, end: last, gap, isBound: between === '-' };
  });
}

/** The alphabet of pilots. */
const pilots = new Map(
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu'
    .split(' ')
    .map((word) => [word, word[0]!.toUpperCase()]),
);

/** Letters as they are called, but for those whose names are words. */
const calledLetters = new Map(
  'ay:A bee:B cee:C dee:D eff:F gee:G aitch:H haitch:H kay:K ell:L em:M en:N pee:P cue:Q queue:Q ess:S tee:T vee:V ex:X zed:Z zee:Z'
    .split(' ')
    .map((each) => each.split(':') as [string, string]),
);

/** `C for Charlie`, `A wie Anton`, `D van Dirk`. */
const wayOf = /^(?:for|like|wie|comme|van|von|come|como|di|de|als)$/;

const marks: Readonly<Record<string, string>> = {
  dash: '-',
  hyphen: '-',
  bindestrich: '-',
  strich: '-',
  tiret: '-',
  trattino: '-',
  guion: '-',
  streepje: '-',
  slash: '/',
  schragstrich: '/',
  barra: '/',
  barre: '/',
  hash: '#',
  plus: '+',
  piu: '+',
  mas: '+',
};

interface Found {
  value: number;
  to: number;
}

/** Reads what stands at a word of the text; undefined where it is a word like others. */
export function elementReader(
  words: readonly Word[],
  table: NumberTable,
  isEnglish: boolean,
): (at: number) => Element | undefined {
  const { values, maxWords, hundred, thousand, times } = table;
  const keyAt = (at: number): string => words[at]?.key ?? '';
  /** Small letters are numbers and capitals names, where the text has both: Dieter Acht, Familie Elf. */
  const hasSmall = words.some(({ raw }) => /^\p{Ll}{3}/u.test(raw));
  const mayBeName = (at: number): boolean => {
    const { raw, gap } = words[at]!;
    if (!hasSmall || gap === 'hard' || !/^\p{Lu}/u.test(raw)) return false;
    // In English a number may be in capitals, but for eight hundred Three Rivers Road.
    const [before, behind] = [words[at - 1]!, words[at + 1]];
    return (
      !isEnglish ||
      (values.has(before.key) || before.key === 'hundred'
        ? /^\p{Ll}/u.test(before.raw) && /^\p{Lu}/u.test(behind?.raw ?? '') && !values.has(behind!.key)
        : false)
    );
  };

  /** A phrase of the table. It ends where hyphens end, if it can: vingt quatre-vingt-dix are two numbers. */
  const phraseAt = (at: number): Found | undefined => {
    let whole: Found | undefined;
    let cut: Found | undefined;
    let phrase = '';
    for (let last = at; last < Math.min(words.length, at + maxWords); last++) {
      if (last > at && words[last]!.gap !== 'soft') break;
      phrase = last === at ? keyAt(at) : `${phrase} ${keyAt(last)}`;
      const value = values.get(phrase);
      if (value === undefined) continue;
      const isCut = last > at && words[last + 1]?.isBound === true && !words[at + 1]!.isBound;
      if (isCut) cut = { value, to: last + 1 };
      else whole = { value, to: last + 1 };
    }
    return whole ?? cut;
  };

  const isHundred = (at: number, before: number): boolean =>
    before > 0 && before <= (hundred?.[1] ?? 0) && hundred?.[0].test(keyAt(at)) === true;

  /** What follows a hundred or a thousand and belongs to it. */
  const restAt = (at: number, limit: number): Found => {
    const from = /^(?:and|et|y)$/.test(keyAt(at)) ? at + 1 : at;
    const rest = words[from]?.gap === 'soft' && !mayBeName(from) ? phraseAt(from) : undefined;
    // Vingt-neuf mille cent.
    if (!rest && limit > 100 && !isEnglish && words[from]?.gap === 'soft' && isHundred(from, 1)) {
      const tail = restAt(from + 1, 100);
      return { value: 100 + tail.value, to: tail.to };
    }
    if (!rest || rest.value === 0 || rest.value >= limit) return { value: 0, to: at };
    if (limit <= 100 || rest.value > 9 || !isHundred(rest.to, rest.value)) return rest;
    const tail = restAt(rest.to + 1, 100);
    return { value: rest.value * 100 + tail.value, to: tail.to };
  };

  const numberAt = (at: number): Element | undefined => {
    if (mayBeName(at)) return undefined;
    // `A hundred and ten` says one hundred.
    const isOne = isEnglish && keyAt(at) === 'a' && /^(?:hundred|thousand)$/.test(keyAt(at + 1));
    const head = isOne ? { value: 1, to: at + 1 } : phraseAt(at);
    let { value, to } = head ?? { value: 1, to: at };
    const follows = (): boolean => to === at || words[to]?.gap === 'soft';
    if (follows() && (head || !isEnglish) && isHundred(to, value)) {
      const rest = restAt(to + 1, 100);
      value = value * 100 + rest.value;
      to = rest.to;
    }
    if (follows() && (to > at || !isEnglish) && thousand.test(keyAt(to)) && value > 0) {
      const rest = restAt(to + 1, 1000);
      value = value * 1000 + rest.value;
      to = rest.to;
    }
    return to > at ? { kind: 'number', text: String(value), from: at, to, isWritten: false } : undefined;
  };

  /** The digit that a word says or is. */
  const digitAt = (at: number): number | undefined =>
    /^\d$/.test(keyAt(at)) ? Number(keyAt(at)) : values.get(keyAt(at));

  /** `triple five`, `double 4`, `doppel null`, `double F`, `deux fois zéro`. */
  const repeatedAt = (at: number): Element | undefined => {
    const key = keyAt(at);
    const glued = key.startsWith('doppel') ? values.get(key.slice(6)) : undefined;
    if (glued !== undefined)
      return { kind: 'number', text: String(glued).repeat(2), from: at, to: at + 1, isWritten: false };
    const isCounted = /^(?:fois|mal|keer|volte|veces)$/.test(keyAt(at + 1));
    const count = times[key] ?? (isCounted ? values.get(key) : undefined) ?? 0;
    if (count < 2 || count > 4) return undefined;
    let next = at + (times[key] === undefined ? 2 : 1);
    if (/^(?:die|le|el|il)$/.test(keyAt(next))) next++;
    if ((words[next]?.gap ?? 'hard') === 'hard') return undefined;
    const digit = digitAt(next);
    const made = { from: at, to: next + 1, isWritten: false };
    if (digit !== undefined && digit < 10)
      return { kind: 'number', text: String(digit).repeat(count), ...made };
    return /^[a-z]$/.test(keyAt(next))
      ? { kind: 'letter', text: keyAt(next).toUpperCase().repeat(count), ...made }
      : undefined;
  };

  /** A letter by itself, of the pilots' alphabet, or with a word that begins with it. */
  const letterAt = (at: number): Element | undefined => {
    const key = keyAt(at);
    const made = (text: string, to: number): Element => ({
      kind: 'letter',
      text,
      from: at,
      to,
      isWritten: false,
    });
    const before = words[at - 1];
    const isPair =
      !isEnglish &&
      /^[A-Z]{2}$/.test(words[at]!.raw) &&
      words[at]!.gap !== 'hard' &&
      before !== undefined &&
      (values.has(before.key) || /^\d+$/.test(before.raw));
    if (isPair) {
      // `twintig elf RC van Rudolf Cornelis`.
      const [one, two] = [keyAt(at + 2), keyAt(at + 3)];
      const isShown = wayOf.test(keyAt(at + 1)) && one.startsWith(key[0]!) && two.startsWith(key[1]!);
      return made(key.toUpperCase(), isShown ? at + 4 : at + 1);
    }
    if (/^grieks/.test(key) && keyAt(at + 1) === 'y') return made('Y', at + 2);
    // `CF five, two L D`: the letters of an area in Britain are said in one breath.
    const isArea =
      isEnglish &&
      /^[A-Z]{2}$/.test(words[at]!.raw) &&
      words[at + 1]?.gap === 'soft' &&
      values.has(keyAt(at + 1));
    if (isArea) return made(key.toUpperCase(), at + 1);
    if (!/^[a-z]$/.test(key)) {
      const called = isEnglish ? (pilots.get(key) ?? calledLetters.get(key)) : undefined;
      return called === undefined ? undefined : made(called, at + 1);
    }
    const way = keyAt(at + 1) === 'as' && keyAt(at + 2) === 'in' ? 2 : wayOf.test(keyAt(at + 1)) ? 1 : 0;
    const example = keyAt(at + 1 + way);
    const isShown = way > 0 && example.length > 1 && example.startsWith(key);
    return made(key.toUpperCase(), isShown ? at + 2 + way : at + 1);
  };

  return (at) => {
    const { raw, key } = words[at]!;
    if (/^\d+$/.test(raw)) return { kind: 'number', text: raw, from: at, to: at + 1, isWritten: true };
    const mark = marks[key];
    return (
      repeatedAt(at) ??
      numberAt(at) ??
      letterAt(at) ??
      (mark === undefined ? undefined : { kind: 'mark', text: mark, from: at, to: at + 1, isWritten: false })
    );
  };
}

/** What is read in the text, in its order; words like others stand between. */
export function elementsOf(words: readonly Word[], language: SpokenLanguage): Element[] {
  const read = elementReader(words, numberTable(language), language === 'en');
  const elements: Element[] = [];
  for (let at = 0; at < words.length; ) {
    const element = read(at);
    if (element) elements.push(element);
    at = element?.to ?? at + 1;
  }
  return elements;
}
