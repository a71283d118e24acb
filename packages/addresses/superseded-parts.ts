/**
 * Messages in which something is taken back or not meant: corrections, an old address and a new one, others' phones, other places. Owns the order in which that is looked for, and
 * the text that is read instead. A text without a word that takes something back is told by one look. Pure.
 */
import { namedPartIn, phoneDigitsIn } from './china/digits-anew.ts';
import { chosenPlaceIn, placeAnewIn } from './china/places-anew.ts';
import { correctionIn } from './corrected-parts.ts';
import { type EditedText, editText, unedited } from './edited-text.ts';
import { givenUpIn } from './given-up-places.ts';
import { remarksIn } from './mentioned-places.ts';
import { deniedPhonesIn, othersPhonesIn } from './others-phones.ts';
import { mayTakeBack } from './superseded-words.ts';

/** Longer texts are no message with one address. */
const maxChars = 700;
const maxEdits = 4;

/** The text with what is said anew in the place of what was taken back; undefined when nothing is. */
export function withoutSuperseded(text: string): EditedText | undefined {
  if (text.length > maxChars || !mayTakeBack(text)) return undefined;
  const isHan = /\p{Script=Han}{2}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Hangul}]/u.test(text);
  let edited: EditedText | undefined;
  for (let count = 0; count < maxEdits; count++) {
    const now = edited?.text ?? text;
    const edits =
      (isHan ? chosenPlaceIn(now) : undefined) ??
      givenUpIn(now) ??
      deniedPhonesIn(now) ??
      (isHan ? (phoneDigitsIn(now) ?? namedPartIn(now) ?? placeAnewIn(now)) : undefined) ??
      correctionIn(now) ??
      remarksIn(now) ??
      othersPhonesIn(now);
    if (!edits) break;
    edited = editText(edited ?? unedited(text), edits);
  }
  return edited;
}
