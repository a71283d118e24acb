/**
 * Written addresses with what is right for them (blind sets, both generators) as texts whose every word says what it is, and as
 * templates. Owns how the parts of a record are found in its text.
 */

import { withoutTitle } from '@platen/addresses/abroad/abroad-people';
import { takePhones } from '@platen/addresses/abroad/abroad-phones';
import { hasStates, readState } from '@platen/addresses/abroad/abroad-states';
import { cleanText } from '@platen/addresses/parse-clean';
import { readWords, type Word, wordsOf } from '@platen/addresses/tagging/word-features';
import { wordChainLabels } from './compose-latin.ts';
import type { MessageTemplate } from './fill-template.ts';
import type { ChainExample } from './train-chain.ts';

export interface RecordTruth {
  country: string;
  name: string;
  street: string;
  city: string;
  district: string;
  province: string;
  postcode: string;
  company: string;
  /** People and places that are in the message too, as it writes them. */
  others?: { names: string[]; places: string[] } | undefined;
}

/** Kinds of the words of a cleaned text: an empty one is talk. */
function kindsOf(clean: string, words: readonly Word[], truth: RecordTruth): string[] | undefined {
  const kinds = words.map(() => '');
  const plains = words.map(({ plain }) => plain);
  const find = (part: string, isLast = false): number[] | undefined => {
    const wanted = wordsOf(part.normalize('NFKC')).map(({ plain }) => plain);
    if (wanted.length === 0) return [];
    const starts = plains
      .map((_, at) => at)
      .filter((at) =>
        wanted.every((word, offset) => plains[at + offset] === word && kinds[at + offset] === ''),
      );
    const start = isLast ? starts.at(-1) : starts[0];
    return start === undefined ? undefined : wanted.map((_, offset) => start + offset);
  };
  const mark = (kind: string, part: string, isLast = false): boolean => {
    const at = find(part, isLast);
    for (const index of at ?? []) kinds[index] = kind;
    return at !== undefined;
  };
  for (const written of takePhones(clean, truth.country).written) mark('phone', written);
  if (
    truth.postcode &&
    !mark('postcode', truth.postcode, true) &&
    !mark('postcode', truth.postcode.replace(/ (?=\w{3}$)/, ''), true)
  )
    if (!mark('postcode', truth.postcode.replace(/ /, ''), true)) return undefined;
  const marked =
    mark('street', truth.street) || truth.street.split(/[,/]/).every((part) => mark('street', part));
  if (!marked) return undefined;
  markHost(kinds, plains, truth.street);
  if (!mark('name', withoutTitle(truth.name)) && !mark('name', truth.name)) return undefined;
  if (truth.city && !mark('city', truth.city, true) && !['SG', 'HK', 'MO', 'TW'].includes(truth.country))
    return undefined;
  if (truth.district && !mark('district', truth.district, true))
    mark('district', truth.district.split(' ')[0]!, true);
  if (truth.province && !mark('state', truth.province, true) && hasStates(truth.country)) {
    for (const count of [4, 3, 2, 1])
      for (let at = 0; at + count <= words.length; at++) {
        const shown = clean.slice(words[at]!.start, words[at + count - 1]!.end);
        if (
          kinds.slice(at, at + count).every((kind) => kind === '') &&
          readState(shown, truth.country) === truth.province
        )
          return markFirms(
            [
              ...kinds.slice(0, at),
              ...Array.from({ length: count }, () => 'state'),
              ...kinds.slice(at + count),
            ],
            mark,
            truth,
          );
      }
  }
  return markFirms(kinds, mark, truth);
}

/** `c/o Meyer` in a street: who the host is, and what leads to them. */
const hosts =
  /(?:^|[ ,])((?:c\/[o-]|care of|chez|presso|p\/a|a\/c|bei|en casa de)(?: (?:M\. et Mme|Famil(?:ie|ia)|Famiglia|Famille|Fam\.|Herrn?|Frau|Mme|M\.|Sra?\.))?) ([^,]+)/iu;

/** The host in a street is somebody else, and the words before them are none of the street: a reading puts both into it again. */
function markHost(kinds: string[], plains: readonly string[], street: string): void {
  const found = hosts.exec(street);
  if (!found) return;
  const [lead, host] = [found[1]!, found[2]!].map((part) =>
    wordsOf(part.normalize('NFKC')).map(({ plain }) => plain),
  );
  const wanted = [...lead!, ...host!];
  const start = plains.findIndex((_, at) =>
    wanted.every((word, offset) => plains[at + offset] === word && kinds[at + offset] === 'street'),
  );
  if (start < 0) return;
  for (const offset of wanted.keys()) kinds[start + offset] = offset < lead!.length ? '' : 'other';
}

function markFirms(
  kinds: string[],
  mark: (kind: string, part: string) => boolean,
  { company, others }: RecordTruth,
): string[] {
  if (company) mark('firm', company);
  for (const place of others?.places ?? []) mark('otherplace', place);
  for (const name of others?.names ?? []) mark('other', withoutTitle(name)) || mark('other', name);
  return kinds;
}

/** The record's words with their labels; undefined where its parts are not found as they stand. */
export function exampleOfRecord(text: string, truth: RecordTruth, country: string): ChainExample | undefined {
  const clean = cleanText(text);
  const { words, features } = readWords(clean, country);
  const kinds = words.length > 0 ? kindsOf(clean, words, truth) : undefined;
  if (!kinds) return undefined;
  // Where it doesn't go is talk.
  const gold = Uint8Array.from(kinds, (kind, at) =>
    kind === '' || kind === 'otherplace'
      ? 0
      : wordChainLabels.indexOf(`${kinds[at - 1] === kind ? 'I' : 'B'}-${kind}`),
  );
  return { features, gold };
}

const slotOf: Record<string, string> = { firm: 'company' };

/** The record as a template: every part that stands in one run is a slot. */
export function templateOfRecord(text: string, truth: RecordTruth): MessageTemplate | undefined {
  const clean = cleanText(text);
  const words = wordsOf(clean);
  const kinds = kindsOf(clean, words, truth);
  if (!kinds) return undefined;
  let written = '';
  let from = 0;
  for (let at = 0; at < words.length; at++) {
    const kind = kinds[at]!;
    if (kind === '') continue;
    let end = at + 1;
    while (
      kinds[end] === kind &&
      (kind !== 'phone' || !/[,;\n]/.test(clean.slice(words[end - 1]!.end, words[end]!.start)))
    )
      end++;
    written += `${clean.slice(from, words[at]!.start)}{${slotOf[kind] ?? kind}}`;
    from = words[end - 1]!.end;
    at = end - 1;
  }
  written += clean.slice(from);
  // A plus or a bracket of the phone goes with it.
  written = written.replace(/[+(]+(?=\{phone\})/g, '');
  return { country: truth.country, text: written, isHeldOut: false };
}
