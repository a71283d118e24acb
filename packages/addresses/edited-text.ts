/**
 * A text in which parts were taken out or put into another's place. Owns the way back: which unit of the edited text stood where before. Pure.
 */
import type { Piece } from './parse-sheet.ts';

/** What stands at `start` to `end` goes; `by` is the piece of the same text that takes its place, without one a break does. */
export interface Edit extends Piece {
  by?: Piece;
}

export interface EditedText {
  text: string;
  /** For each unit of the text where it stood before, -1 for breaks that were put in. */
  places: readonly number[];
}

export const unedited = (text: string): EditedText => ({
  text,
  places: Array.from({ length: text.length }, (_, at) => at),
});

/** Makes the edits, all at once. Of two that overlap the earlier one is made. */
export function editText({ text, places }: EditedText, edits: readonly Edit[]): EditedText {
  let left = '';
  const from: number[] = [];
  let at = 0;
  const copy = (start: number, end: number): void => {
    left += text.slice(start, end);
    for (let unit = start; unit < end; unit++) from.push(places[unit]!);
  };
  for (const { start, end, by } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    copy(at, start);
    at = end;
    if (by) copy(by.start, by.end);
    else {
      left += '\n';
      from.push(-1);
    }
  }
  copy(at, text.length);
  return { text: left, places: from };
}

/** Where a piece of the edited text stood before; more than one piece where its units came from several places. */
export function placesBefore({ places }: EditedText, { start, end }: Piece): Piece[] {
  const found: Piece[] = [];
  for (let at = start; at < end; at++) {
    const place = places[at]!;
    if (place < 0) continue;
    const last = found.at(-1);
    if (last?.end === place) last.end++;
    else found.push({ start: place, end: place + 1 });
  }
  return found;
}

/** What was taken out of `before`, as pieces of it that begin and end with a letter or a digit. */
export function takenOut({ places }: EditedText, before: string): Piece[] {
  const isLeft = new Uint8Array(before.length);
  for (const place of places) if (place >= 0) isLeft[place] = 1;
  const out: Piece[] = [];
  for (const { index, 0: sign } of before.matchAll(/[\p{L}\p{N}]/gu)) {
    if (isLeft[index] === 1) continue;
    const last = out.at(-1);
    if (last && !isLeft.subarray(last.end, index).includes(1)) last.end = index + sign.length;
    else out.push({ start: index, end: index + sign.length });
  }
  return out;
}
