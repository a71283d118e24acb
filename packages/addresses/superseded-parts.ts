/**
 * Messages in which something is taken back or not meant: corrections, an old address and a new one, others' phones, other places. Owns the order in which that is looked for, and
 * the text that is read instead. A text without a word that takes something back is told by one look. Pure.
 */
import { changedPartIn, namedPartIn, phoneDigitsIn, reversedIn } from './china/digits-anew.ts';
import { meantPlaceIn } from './china/meant-place.ts';
import { chosenPlaceIn, deniedWordIn, placeAnewIn } from './china/places-anew.ts';
import { correctionIn } from './corrected-parts.ts';
import { type Edit, type EditedText, editText, unedited } from './edited-text.ts';
import { givenUpIn, struckOutIn } from './given-up-places.ts';
import { meantBlockIn } from './meant/meant-block.ts';
import { calledPhoneIn } from './meant/meant-phone.ts';
import { deniedNumberIn, remarksIn } from './mentioned-places.ts';
import { deniedPhonesIn, othersPhonesIn } from './others-phones.ts';
import { mayTakeBack } from './superseded-words.ts';

/** Longer texts are no message with one address. */
const maxChars = 700;
const maxEdits = 4;

const unit = '(?:號|号|樓|楼|層|层|室|座|棟|栋|幢|巷|弄|段|期)';
const unitBlank = new RegExp(
  `(?<=第) (?=\\d)|(?<=[\\dA-Z]) (?=${unit})|(?<=${unit}) (?=(?:[A-Z]|\\d{1,4}) ?(?:${unit}|[,，。;)\\n]|$))`,
  'gu',
);

/** `16 樓 E 室` is one part, as it is without its blanks. */
const unitBlanks = (text: string): Edit[] =>
  [...text.matchAll(unitBlank)].map(({ index }) => ({
    start: index,
    end: index + 1,
    by: { start: index, end: index },
  }));

/** The text with what is said anew in the place of what was taken back; undefined when nothing is. */
export function withoutSuperseded(text: string): EditedText | undefined {
  if (text.length > maxChars) return undefined;
  const isHan = /\p{Script=Han}{2}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Hangul}]/u.test(text);
  const struck = struckOutIn(text);
  const kept = editText(unedited(text), struck ?? []);
  const others = (isHan ? meantPlaceIn(kept.text) : undefined) ?? meantBlockIn(kept.text);
  const meant = editText(kept, others ?? []);
  const phones = calledPhoneIn(meant.text);
  const isTold = [struck, others, phones].some((edits) => edits !== undefined);
  if (!isTold && !mayTakeBack(text)) return undefined;
  const called = editText(meant, phones ?? []);
  let edited = editText(called, unitBlanks(called.text));
  let count = Number(isTold);
  for (; count < maxEdits; count++) {
    const now = edited.text;
    const edits =
      (isHan ? (chosenPlaceIn(now) ?? deniedWordIn(now)) : undefined) ??
      givenUpIn(now) ??
      deniedPhonesIn(now) ??
      deniedNumberIn(now) ??
      (isHan
        ? (reversedIn(now) ??
          phoneDigitsIn(now) ??
          changedPartIn(now) ??
          namedPartIn(now) ??
          placeAnewIn(now))
        : undefined) ??
      correctionIn(now) ??
      remarksIn(now) ??
      othersPhonesIn(now);
    if (!edits) break;
    edited = editText(edited, edits);
  }
  return count > 0 ? edited : undefined;
}
