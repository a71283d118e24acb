/**
 * A text with some of its pieces written otherwise, and the way back: which piece of the first text a piece of the last one stands for.
 * Pure.
 */

/** A piece of a text and what stands in its place. */
export interface Edit {
  start: number;
  end: number;
  text: string;
  /** It is only said and no part of an address: it goes, and is left over. */
  isTalk?: boolean;
}

interface Span {
  start: number;
  end: number;
}

export interface WrittenText {
  text: string;
  /** The piece of the first text that a piece of this one was made of. */
  spanBefore: (span: Span) => Span;
  /** What went as talk, in places of the first text. */
  talk: readonly Span[];
}

/** A text that nobody has changed yet. */
export const unedited = (text: string): WrittenText => ({ text, spanBefore: (span) => span, talk: [] });

/** The text with these edits, which don't touch each other, in any order. */
export function applyEdits(before: WrittenText, edits: readonly Edit[]): WrittenText {
  if (edits.length === 0) return before;
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let at = 0;
  const keep = (end: number): void => {
    for (; at < end; at++) {
      text += before.text[at];
      starts.push(at);
      ends.push(at + 1);
    }
  };
  const ordered = edits.toSorted((a, b) => a.start - b.start);
  for (const { start, end, text: written } of ordered) {
    if (start < at) continue;
    keep(start);
    for (const unit of written.split('')) {
      text += unit;
      starts.push(start);
      ends.push(end);
    }
    at = end;
  }
  keep(before.text.length);
  const spanBefore = ({ start, end }: Span): Span =>
    before.spanBefore({
      start: starts[start] ?? at,
      end: end > start ? ends[end - 1]! : (starts[start] ?? at),
    });
  const gone = ordered.filter(({ isTalk }) => isTalk === true).map(before.spanBefore);
  return { text, spanBefore, talk: [...before.talk, ...gone] };
}

/** An edit for each match of the pattern that the writer has an answer for. */
export function editsOf(
  text: string,
  pattern: RegExp,
  write: (match: RegExpExecArray) => string | undefined,
): Edit[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const written = write(match as RegExpExecArray);
    return written === undefined
      ? []
      : [{ start: match.index, end: match.index + match[0].length, text: written }];
  });
}
