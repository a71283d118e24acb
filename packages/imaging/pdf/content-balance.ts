/**
 * Owns counting what a page's content leaves open: saved graphics states (ISO 32000-1 section 8.4.2) that are never restored, so
 * that what is drawn behind it stands where it should. Must never change content.
 */
import { PdfIrregular } from './pdf-reader.ts';

const isSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 12 || code === 0;
const isBreak = (code: number): boolean => isSpace(code) || '()<>[]{}/%'.includes(String.fromCharCode(code));

/** Behind the string whose bracket stands at `at`. */
function skipString(content: Buffer, at: number): number {
  let open = 0;
  for (let i = at; i < content.length; i += 1) {
    const code = content[i];
    if (code === 92) i += 1;
    else if (code === 40) open += 1;
    else if (code === 41) {
      open -= 1;
      if (open === 0) return i + 1;
    }
  }
  return content.length;
}

/** Behind the data of an inline picture: EI between spaces, and no binary soon after it. */
function skipInlineImage(content: Buffer, at: number): number {
  for (let i = content.indexOf('EI', at); i >= 0; i = content.indexOf('EI', i + 1)) {
    const isAlone = isSpace(content[i - 1] ?? 0) && (i + 2 >= content.length || isSpace(content[i + 2]!));
    const after = content.subarray(i + 2, i + 12);
    if (isAlone && after.every((code) => code < 127 && (code >= 32 || isSpace(code)))) return i + 2;
  }
  return content.length;
}

/** How many graphics states are open behind the content. Throws PdfIrregular where one is restored that was never saved. */
export function countOpenStates(content: Buffer): number {
  let open = 0;
  for (let at = 0; at < content.length; ) {
    const code = content[at]!;
    if (code === 40) at = skipString(content, at);
    else if (code === 37) {
      while (at < content.length && content[at] !== 10 && content[at] !== 13) at += 1;
    } else if (code === 60 && content[at + 1] !== 60) {
      const end = content.indexOf(62, at);
      at = end < 0 ? content.length : end + 1;
    } else if (code === 47) {
      // A name, which may be /q.
      at += 1;
      while (at < content.length && !isBreak(content[at]!)) at += 1;
    } else if (isBreak(code)) at += 1;
    else {
      const start = at;
      while (at < content.length && !isBreak(content[at]!)) at += 1;
      const length = at - start;
      if (length === 1 && code === 113) open += 1;
      else if (length === 1 && code === 81) {
        if (open === 0) throw new PdfIrregular('content restores a state that it never saved');
        open -= 1;
      } else if (length === 2 && code === 73 && content[start + 1] === 68) at = skipInlineImage(content, at);
    }
  }
  return open;
}
