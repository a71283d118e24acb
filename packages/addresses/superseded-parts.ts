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
import { questionedIn } from './meant/questioned-places.ts';
import { isCallAsked } from './meant/western-calls.ts';
import { deniedNumberIn, remarksIn } from './mentioned-places.ts';
import { simplifyText } from './parse-clean.ts';
import { deniedPhonesIn, othersPhonesIn } from './phones/others-phones.ts';
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

/** What is found in the text as it is, or in its simplified characters, which have the same places. */
const inEither = (
  text: string,
  find: (text: string) => Edit[] | undefined,
  simple = simplifyText(text),
): Edit[] | undefined => find(text) ?? (simple === text ? undefined : find(simple));

/** The text with what is said anew in the place of what was taken back; undefined when nothing is. */
export function withoutSuperseded(text: string): EditedText | undefined {
  if (text.length > maxChars) return undefined;
  const isHan = /\p{Script=Han}{2}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Hangul}]/u.test(text);
  const struck = struckOutIn(text);
  const asked = isHan ? undefined : questionedIn(text);
  const kept = editText(unedited(text), [...(struck ?? []), ...(asked ?? [])]);
  const others =
    (isHan ? meantPlaceIn(simplifyText(kept.text)) : undefined) ?? inEither(kept.text, meantBlockIn);
  const meant = editText(kept, others ?? []);
  const phones = inEither(meant.text, calledPhoneIn);
  const isTold = [struck, others, phones].some((edits) => edits !== undefined);
  if (!isTold && !mayTakeBack(isHan ? simplifyText(text) : text)) return asked && kept;
  const called = editText(meant, phones ?? []);
  let edited = editText(called, unitBlanks(called.text));
  let count = Number(isTold || asked !== undefined);
  for (; count < maxEdits; count++) {
    const now = edited.text;
    const simple = isHan ? simplifyText(now) : now;
    const edits =
      (isHan ? (chosenPlaceIn(simple) ?? deniedWordIn(simple)) : undefined) ??
      inEither(now, givenUpIn, simple) ??
      inEither(now, deniedPhonesIn, simple) ??
      inEither(now, deniedNumberIn, simple) ??
      (isHan
        ? (reversedIn(simple) ??
          phoneDigitsIn(simple) ??
          changedPartIn(simple) ??
          namedPartIn(simple) ??
          placeAnewIn(simple))
        : undefined) ??
      inEither(now, correctionIn, simple) ??
      inEither(now, remarksIn, simple) ??
      (isHan || !isCallAsked(now) ? inEither(now, othersPhonesIn, simple) : undefined);
    if (!edits) break;
    edited = editText(edited, edits);
  }
  return count > 0 ? edited : undefined;
}
