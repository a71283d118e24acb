/**
 * Owns the reading of WWW-Authenticate (RFC 9110 section 11.6.1): a list of challenges whose parameters are separated by the
 * same commas as the challenges. Pure; never throws, whatever a printer writes.
 */

/** One way in which a printer lets somebody in. */
export interface HttpChallenge {
  /** In lower case: `basic`, `digest`, `negotiate` … */
  scheme: string;
  /** By name in lower case; quotes and backslashes undone. */
  parameters: ReadonlyMap<string, string>;
}

const separators = /[\s,]*/y;
const token = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const equals = /\s*=\s*/y;
const quoted = /"((?:[^"\\]|\\.)*)"?/sy;
const bare = /[^\s,]*/y;
/** What Negotiate and its like send instead of parameters. */
const token68 = /\s+[0-9A-Za-z\-._~+/]+=*(?=\s*(?:,|$))/y;

/** All challenges in the order in which they stand. */
export function readChallenges(header: string): HttpChallenge[] {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(header);
    if (!match) return undefined;
    at = pattern.lastIndex;
    return match;
  };
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  while (at < header.length) {
    take(separators);
    const name = take(token)?.[0];
    if (name === undefined) {
      at += 1;
      continue;
    }
    const current = challenges.at(-1);
    if (current && take(equals)) {
      const inQuotes = take(quoted)?.[1];
      const value = inQuotes === undefined ? (take(bare)?.[0] ?? '') : inQuotes.replaceAll(/\\(.)/gs, '$1');
      const key = name.toLowerCase();
      if (!current.parameters.has(key)) current.parameters.set(key, value);
      continue;
    }
    challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
    take(token68);
  }
  return challenges;
}
