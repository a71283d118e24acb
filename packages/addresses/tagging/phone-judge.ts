/**
 * Which of several phones of a text is called, by what stands around them. Owns how sure the judgement has to be before it overrules the
 * words that rules know.
 */
import { readFileSync } from 'node:fs';
import { isSpare } from '../china/whole-names.ts';
import { foldText } from '../parse-clean.ts';
import { phonesIn } from '../part-forms.ts';
import { phoneFeatures, placePhones, wordsSaid } from './phone-features.ts';

/** Labels of a word or two are told by rules: so many words stand between two phones where somebody speaks. */
const spokenWords = 3;

/** A weight of 1 in the table. */
export const phoneScale = 1 / 32;
/** Another phone than the rules' is called when it is so much likelier, as a logarithm. */
const clearLead = 0.7;

const weights = new Int8Array(readFileSync(new URL('./phone-weights.bin', import.meta.url)));

/** The phones of a record, the one to call first; as they were where the text doesn't tell. */
export function judgePhones(
  phones: readonly string[],
  { text, name, country }: { text: string; name: string; country: string },
): readonly string[] {
  if (phones.length < 2) return phones;
  const placed = placePhones(phones, { text, pieces: phonesIn(text) });
  if (placed.length < 2 || !placed.some(({ phone }) => phone === phones[0])) return phones;
  const isSpoken = placed.some(({ start }, at) => {
    const between = at === 0 ? '' : text.slice(placed[at - 1]!.end, start);
    return wordsSaid(between).length >= spokenWords;
  });
  if (!isSpoken) return phones;
  const scores = phoneFeatures(text, placed, { name, country }).map(
    (rows) => rows.reduce((sum, row) => sum + weights[row]!, 0) * phoneScale,
  );
  const best = scores.indexOf(Math.max(...scores));
  const chosen = placed[best]!.phone;
  // 有事再找…, …也行: words that rules are sure of.
  const { start, end } = placed[best]!;
  if (isSpare(foldText(text), start) || /^ ?也(?:行|可以|能打)/u.test(text.slice(end))) return phones;
  const lead = scores[best]! - scores[placed.findIndex(({ phone }) => phone === phones[0])]!;
  return lead < clearLead ? phones : [chosen, ...phones.filter((phone) => phone !== chosen)];
}
