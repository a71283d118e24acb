/**
 * Numbers that somebody who dictates says anew: `twenty-five, no wait, twenty-seven`, `zero one two one, no, zero one one two`, and those
 * that are said twice in other words. The one that was taken back goes, with the words that take it back. Owns those words between two
 * numbers; what is said anew in digits is corrected-parts.ts's. Latin letters. Pure.
 */
import type { SpokenLanguage } from './number-words.ts';
import { type Element, elementsOf, type Word, wordsOf } from './spoken-elements.ts';
import type { Edit } from './text-edits.ts';

/** Words that take back the number before them, without marks. */
const cue =
  /^(?:no|nope|wait|sorry|(?:hang|hold) on|(?:scratch|scrap|strike) that|make (?:that|it)|i mean|i meant|rather|actually|correction|oops|whoops|pardon|my (?:mistake|bad)|nein|quatsch|warte|moment|halt|stopp|falsch|korrektur|entschuldigung|verzeihung|ich meine|non|attends|attendez|enfin|plutot|je voulais dire|je (?:me )?corrige|erreur|excusez|anzi|scusi|scusa|scusate|scusami|scusatemi|aspett[ai]|volevo dire|mi correggo|errore|digo|perdon|perdone|esper[ae]|mejor dicho|quiero decir|quise decir|esto es|disculp[ae]|corrijo|nee|wacht|ik bedoel|fout|foutje|correctie|nao|alias|perdao|desculpe|quer dizer)(?= |$)/;
/** What is said beside them, and between them and the number. */
const beside =
  /^(?:ah|oh|o|ach|och|oje|ouh|uff|ups|ay|uh|um|er|eh|euh|ehm|ahm|well|it's|its|it|is|that's|at|the|a|number|number's|es|ist|ist's|das|die|der|so|ja|yeah|yes|si|oui|c'est|le|la|l'|au|il|lo|e|al|allo|quindi|civico|numero|el|los|het|de|op|dat|maar|mais|but|and|also|pero|nummer|hausnummer|huisnummer)$/;
const isSaid = /^(?:is|was|were|ist|war|est|c'est|c'etait|etait|e|era|es|fue|isn't|belongs|gehort)$/;
/** Nothing like it is said at greater length. Words. */
const maxBetween = 22;
/** A house, a flat, a part of a phone. */
const maxDigits = 4;

interface Group {
  elements: readonly Element[];
  from: number;
  to: number;
  digits: string;
}

interface Message {
  text: string;
  words: readonly Word[];
  elements: readonly Element[];
  language: SpokenLanguage;
}

/** The edits for the first number that is said anew or twice; none when there is none. */
export function anewEdits(text: string, language: SpokenLanguage): Edit[] {
  const words = wordsOf(text);
  const message: Message = { text, words, elements: elementsOf(words, language), language };
  const groups = groupsOf(message);
  for (let at = 0; at < groups.length; at++) {
    const edits =
      takenBack(message, groups, at) ?? denied(message, groups, at) ?? saidTwice(message, groups, at);
    if (edits) return edits;
  }
  return [];
}

/** Elements in one breath: nothing but blanks and hyphens stands between them. */
function groupsOf({ words, elements }: Message): Group[] {
  const groups: Element[][] = [];
  for (const element of elements) {
    const last = groups.at(-1)?.at(-1);
    if (last?.to === element.from && words[element.from]!.gap === 'soft') groups.at(-1)!.push(element);
    else groups.push([element]);
  }
  return groups
    .map((each) => ({
      elements: each,
      from: each[0]!.from,
      to: each.at(-1)!.to,
      digits: each.map(({ kind, text }) => (kind === 'number' ? text : '')).join(''),
    }))
    .filter(({ digits }) => digits !== '');
}

const keysFrom = (words: readonly Word[], at: number): string =>
  words
    .slice(at, at + 3)
    .map(({ key }) => key)
    .join(' ');

const isWholly = ({ elements }: Group, test: (element: Element) => boolean): boolean => elements.every(test);

/** The group of numbers behind words that take back what stands before them. */
function groupAnew(
  { text, words, language }: Message,
  groups: readonly Group[],
  at: number,
): number | undefined {
  const old = groups[at]!;
  const label = words[old.from - 1]?.key;
  let next = at + 1;
  let hasCue = false;
  let isLone = true;
  let isTold = false;
  for (let word = old.to; word < Math.min(words.length, old.to + maxBetween); ) {
    const anew = groups[next];
    if (anew === undefined || text.slice(words[old.to - 1]!.end, words[word]!.start).includes('\n'))
      return undefined;
    if (word === anew.from) {
      // `Sixty-one, no wait, sixty-one was the studio, it's fifty-three`.
      if (hasCue && anew.digits === old.digits && isSaid.test(words[anew.to]?.key ?? '')) {
        word = clauseEnd(words, anew.to);
        next++;
        isTold = true;
        continue;
      }
      if (!hasCue) return isBrokenOff(text, words, old, anew) ? next : undefined;
      // `No` is short for number as well.
      const isNumber =
        isLone && words[word - 1]!.key === 'no' && words[word]!.gap === 'soft' && language === 'en';
      return isNumber ? undefined : next;
    }
    const found = cue.exec(keysFrom(words, word))?.[0].split(' ').length;
    if (found !== undefined) {
      isLone &&= !hasCue && words[word]!.key === 'no';
      hasCue = true;
      word += found;
    } else if (beside.test(words[word]!.key) || (hasCue && words[word]!.key === label)) word++;
    else if (hasCue && clauseEnd(words, word) <= anew.from) word = clauseEnd(words, word);
    else if (isTold && anew.from - word < 4) word++;
    else return undefined;
  }
  return undefined;
}

/** The word behind the sentence, or the part of one, in which a word stands. */
function clauseEnd(words: readonly Word[], at: number): number {
  let end = at + 1;
  while (end < words.length && words[end]!.gap === 'soft') end++;
  return end;
}

/** `Four-thirty... four-thirty-five`: it is begun again. */
function isBrokenOff(text: string, words: readonly Word[], old: Group, anew: Group): boolean {
  const between = text.slice(words[old.to - 1]!.end, words[anew.from]!.start);
  return (
    /^ ?\.{2,} ?$/.test(between) &&
    anew.digits.length >= old.digits.length &&
    anew.digits.length <= maxDigits &&
    anew.digits[0] === old.digits[0]
  );
}

function takenBack(message: Message, groups: readonly Group[], at: number): Edit[] | undefined {
  const { words } = message;
  const next = groupAnew(message, groups, at);
  if (next === undefined) return undefined;
  const [old, anew] = [groups[at]!, groups[next]!];
  if (isWholly(old, ({ isWritten }) => isWritten) && isWholly(anew, ({ isWritten }) => isWritten))
    return undefined;
  const first = firstReplaced(words, groups, at, next);
  if (first === undefined) return undefined;
  const edits = [talk(words[first]!.start, words[anew.from]!.start)];
  const told = toldOf(message, groups, next, old.digits);
  return told ? [...edits, told] : edits;
}

const talk = (start: number, end: number): Edit => ({ start, end, text: '', isTalk: true });

/** The word from which on the old number is replaced: as much of it goes as is said anew. */
function firstReplaced(
  words: readonly Word[],
  groups: readonly Group[],
  at: number,
  next: number,
): number | undefined {
  const [old, anew] = [groups[at]!, groups[next]!];
  const last = old.elements.at(-1)!;
  // `Zero three dash, no, zero eight dash one one five`.
  if (last.kind === 'mark')
    return anew.elements.some(({ kind, text }) => kind === 'mark' && text === last.text)
      ? old.from
      : undefined;
  if (last.kind === 'letter') return anew.elements.at(-1)!.kind === 'letter' ? old.from : undefined;
  if (!isWholly(old, ({ kind }) => kind === 'number')) return undefined;
  const before = chainTo(words, groups, at);
  const behind = chainFrom(words, groups, next);
  const whole = wholeAnew(before, behind);
  if (whole) return whole;
  const said = anew.elements.map(({ kind, text }) => (kind === 'number' ? text : '')).join('');
  const from = suffixOf(
    before.flatMap(({ elements }) => elements),
    said.length,
  );
  if (from !== undefined) return from;
  const isShort = before.length === 1 && old.digits.length <= maxDigits && said.length <= maxDigits;
  return isShort && Math.abs(old.digits.length - said.length) < 2 ? old.from : undefined;
}

/** The groups of one number up to this one, with commas between them. */
function chainTo(words: readonly Word[], groups: readonly Group[], at: number): Group[] {
  let first = at;
  while (
    first > 0 &&
    groups[first - 1]!.to === groups[first]!.from &&
    words[groups[first]!.from]!.gap === 'comma'
  )
    first--;
  return groups.slice(first, at + 1);
}

function chainFrom(words: readonly Word[], groups: readonly Group[], at: number): Group[] {
  let last = at;
  while (groups[last + 1]?.from === groups[last]!.to && words[groups[last]!.to]!.gap === 'comma') last++;
  return groups.slice(at, last + 1);
}

const digitsOf = (groups: readonly Group[]): string => groups.map(({ digits }) => digits).join('');

/** `Nine hundred, treble five, no, nine oh oh, five five six`: several groups are said anew. */
function wholeAnew(before: readonly Group[], behind: readonly Group[]): number | undefined {
  const said = digitsOf(behind);
  if (behind.length < 2 || said.length < maxDigits) return undefined;
  const first = before.findIndex((_, index) => digitsOf(before.slice(index)).length === said.length);
  if (first < 0) return undefined;
  const old = digitsOf(before.slice(first));
  const likeness = (one: string, other: string): number =>
    [...one].filter((digit, index) => digit === other[index]).length / one.length;
  return likeness(said, old) >= likeness(behind[0]!.digits, before.at(-1)!.digits)
    ? before[first]!.from
    : undefined;
}

/** Where the last elements with so many digits begin. */
function suffixOf(elements: readonly Element[], length: number): number | undefined {
  let left = length;
  for (const { kind, text, from } of elements.toReversed()) {
    if (kind !== 'number') return undefined;
    left -= text.length;
    if (left === 0) return from;
    if (left < 0) return undefined;
  }
  return undefined;
}

/** `…, sixty-one was the studio`: what the old number is, told behind the one that is right. */
function toldOf(
  { words }: Message,
  groups: readonly Group[],
  next: number,
  digits: string,
): Edit | undefined {
  // `Ventidue è la scuola`: the verb may be taken for a letter that was said.
  const again = groups
    .slice(next + 1)
    .find(
      ({ digits: own, to }) => own === digits && [to, to - 1].some((at) => isSaid.test(words[at]?.key ?? '')),
    );
  if (!again || again.from - groups[next]!.to > 8) return undefined;
  const isArticle = /^(?:the|le|la|il|lo|el|de|het|die|das)$/.test(words[again.from - 1]!.key);
  let from = isArticle && words[again.from]!.gap === 'soft' ? again.from - 1 : again.from;
  if (words[from]!.gap === 'soft' && because.test(words[from - 1]!.key)) from--;
  if (words[from]!.gap === 'soft') return undefined;
  return talk(words[from - 1]!.end, words[clauseEnd(words, again.to) - 1]!.end);
}

/** Before what the old number is: `que el sesenta y cuatro es el taller`. */
const because = /^(?:que|porque|car|perche|che|denn|weil|want|because|as|since)$/;

const not: Record<SpokenLanguage, RegExp> = {
  en: /^not$/,
  de: /^nicht$/,
  fr: /^(?:pas|non)$/,
  it: /^non$/,
  es: /^no$/,
  nl: /^niet$/,
};
const houseLabel = /^(?:number|nummer|hausnummer|huisnummer|numero|civico)$/;

/** `Forty Quay Road, number forty not fourteen`: what is denied goes, and what was said before as well. */
function denied({ words, language }: Message, groups: readonly Group[], at: number): Edit[] | undefined {
  const [group, wrong] = [groups[at]!, groups[at + 1]];
  const isPair = wrong?.from === group.to + 1 && not[language].test(words[group.to]!.key);
  if (!isPair || words[wrong.from]!.gap !== 'soft' || words[group.to]!.gap === 'hard') return undefined;
  if (
    Math.max(group.digits.length, wrong.digits.length) > maxDigits ||
    (words[wrong.to]?.gap ?? 'hard') === 'soft'
  )
    return undefined;
  const first = houseLabel.test(words[group.from - 1]?.key ?? '') ? group.from - 1 : group.from;
  const isAgain =
    words[first]!.gap !== 'soft' &&
    groups.slice(0, at).some((each) => each.digits === group.digits && group.from - each.to < 8);
  return [talk(words[(isAgain ? first : group.to) - 1]!.end, words[wrong.to - 1]!.end)];
}

/** `Nineteen, one nine, Wakefield Quay`; `nineteen, Wakefield Quay nineteen`: a house that is said twice stays once. */
function saidTwice({ words }: Message, groups: readonly Group[], at: number): Edit[] | undefined {
  const [group, again] = [groups[at]!, groups[at + 1]];
  if (again?.digits !== group.digits || group.digits.length < 2 || group.digits.length > maxDigits)
    return undefined;
  const isHouse = ({ elements }: Group): boolean =>
    elements.every(({ kind, isWritten }) => kind === 'number' && !isWritten);
  const gapOf = (word: number): Word['gap'] => words[word]?.gap ?? 'hard';
  if (!isHouse(group) || !isHouse(again)) return undefined;
  const isAlone = groups[at - 1]?.to !== group.from && groups[at + 2]?.from !== again.to;
  if (!isAlone) return undefined;
  if (again.from === group.to) {
    const isOtherwise = keyOf(words, group) !== keyOf(words, again);
    return isOtherwise && gapOf(again.from) !== 'soft'
      ? [talk(words[group.to - 1]!.end, words[again.to - 1]!.end)]
      : undefined;
  }
  const between = words.slice(group.to, again.from);
  // `Fifty-six, that's five six, Mulberry Road`.
  const isExplained =
    between.length < 4 &&
    between[0]!.gap !== 'soft' &&
    between.every(({ key }) =>
      /^(?:that's|that|is|so|also|das|ist|c'est|a|dire|cioe|o|sea|dat|dus)$/.test(key),
    );
  if (isExplained && keyOf(words, group) !== keyOf(words, again)) {
    const isHouseNext = gapOf(again.to) === 'comma' && /^\p{Lu}/u.test(words[again.to]!.raw);
    return [
      talk(words[group.to - 1]!.end, isHouseNext ? words[again.to]!.start - 1 : words[again.to - 1]!.end),
    ];
  }
  if (between.length > 4 || between.slice(1).some(({ gap }) => gap !== 'soft')) return undefined;
  const isStreet = between.some(({ raw }) => /^\p{Lu}/u.test(raw));
  // The house before its street, and again behind it.
  if (gapOf(group.from) === 'hard' && gapOf(group.to) === 'comma' && gapOf(again.from) === 'soft' && isStreet)
    return [talk(words[group.from]!.start, words[group.to]!.start)];
  const isApart = gapOf(again.from) === 'comma' && gapOf(again.to) !== 'soft' && gapOf(group.to) === 'soft';
  return isApart && isStreet ? [talk(words[again.from - 1]!.end, words[again.to - 1]!.end)] : undefined;
}

const keyOf = (words: readonly Word[], { from, to }: Group): string =>
  words
    .slice(from, to)
    .map(({ key }) => key)
    .join(' ');
