/**
 * A text in Latin letters as tokens of letters and digits, each with what it may have been before it was scanned. Owns where tokens begin and
 * what is none: addresses of the web and of mail. Pure.
 */

export interface Token {
  /** In the text, UTF-16 units. */
  start: number;
  end: number;
  shown: string;
  /** As it was meant, as long as `shown`; undefined while nobody knows better. */
  read?: string;
  /** How sure a sign of a scanner it is; from 2 on the text was scanned. */
  weight: number;
}

const tokenPattern = /[\p{Script=Latin}\p{M}\d]+/gu;
const webPattern = /\S*@[\w-]+\.\S+|(?:https?:\/\/|www\.)\S+|(?<!\S)@\w+|\S+_\S+/giu;

export function tokensOf(text: string): Token[] {
  const web = [...text.matchAll(webPattern)].map(
    ({ index, 0: found }) => [index, index + found.length] as const,
  );
  return [...text.matchAll(tokenPattern)].flatMap(({ index: start, 0: shown }) => {
    const isWeb = web.some(([from, to]) => from <= start && start < to);
    return isWeb ? [] : [{ start, end: start + shown.length, shown, weight: 0 }];
  });
}

/** What is meant by it as far as that is known. */
export const readingOf = ({ read, shown }: Token): string => read ?? shown;

/** Says what is meant, and what that says of the text where it is something else than what is shown. */
export function settle(token: Token, read: string, weight: number): void {
  token.read = read;
  token.weight = read === token.shown ? 0 : weight;
}

/** The text with what is meant in it. */
export function withReadings(text: string, tokens: readonly Token[]): string {
  let written = '';
  let at = 0;
  for (const { start, end, read } of tokens) {
    if (read === undefined) continue;
    written += text.slice(at, start) + read;
    at = end;
  }
  return written + text.slice(at);
}
