/**
 * A place that somebody asks themselves and denies: `18 Elm Rd, Halifax?? no Dartmouth`, `14 Bay Rd? hmm, it's Pier St, number 14`. Finds the part of
 * the sentence that is questioned; what is left must still have a street. Latin letters. Pure.
 */
import type { Edit } from '../edited-text.ts';
import { hasHouse } from '../given-up-places.ts';
import { phonesIn } from '../part-forms.ts';

const isIt = "(?:it['’]?s|that['’]?s|its|c['’]est|es ist|ist|è|es|het is|'t is)";
/** The question's end and the word that denies it, with what leads to the right one; `no. 12` is a number. */
const deniedQuestion = new RegExp(
  String.raw` ?\?{1,3} (?:(?:(?:h+m+|er+|uh|ach|ah|oh),? )?(?:no|nah|nope|nein|nee|non)(?!\p{L}|\?|\. ?\d)[,.!]{0,2} (?:(?:no|wait|sorry|${isIt})(?!\p{L}),? ){0,3}|h+m+,? ${isIt} )`,
  'giu',
);

/** No question of a place is longer. */
const maxTold = 60;

/** The edits for the first place that is questioned and denied; undefined when there is none. */
export function questionedIn(text: string): Edit[] | undefined {
  for (const { 0: cue, index } of text.matchAll(deniedQuestion)) {
    const end = index + cue.length;
    const start = questionStart(text, index, end);
    const said = text.slice(start, index);
    if (said.length > maxTold || isOtherPhone(text, said, end) || !mayBeDenied(text, said, end)) continue;
    if (/\d/u.test(said) && !hasHouse(`${text.slice(0, start)}\n${text.slice(end)}`)) continue;
    return [{ start, end }];
  }
  return undefined;
}

/** Where what is questioned begins: behind the last comma, or before its house where that is said again or another one is. */
function questionStart(text: string, index: number, end: number): number {
  const stop = [...text.slice(0, index).matchAll(/[.;:!?—] |\n/gu)].at(-1);
  const start = stop ? stop.index + stop[0].length : 0;
  const sentence = text.slice(start, index);
  const house = /(?<![\p{L}\d])\d{1,5}[a-z]?(?![\p{L}\d])/iu.exec(sentence);
  const answer = text.slice(end);
  const isAgain =
    house !== null &&
    (/^\d/u.test(answer) || new RegExp(`(?<![\\p{L}\\d])${house[0]} ?\\p{L}`, 'iu').test(answer));
  const comma = sentence.lastIndexOf(', ', isAgain ? house.index : sentence.length);
  return comma < 0 ? start : start + comma + 2;
}

/** A phone that is asked about stays, unless another one is the answer. */
const isOtherPhone = (text: string, said: string, end: number): boolean =>
  phonesIn(said).length > 0 && phonesIn(text.slice(end, end + 60))[0]?.start !== 0;

/** It names something, and so does what follows; where nothing has capitals a word or two are enough. */
function mayBeDenied(text: string, said: string, end: number): boolean {
  if (/\d/u.test(said)) return /^[^.!?\n]{0,40}[\p{Lu}\d]/u.test(text.slice(end));
  const isNamed = /\p{Lu}\p{L}/u.test(said) || said.split(' ').length < 3;
  return isNamed && (/^[\p{Lu}\d]/u.test(text.slice(end)) || !/\p{Lu}/u.test(said));
}
