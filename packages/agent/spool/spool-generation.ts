/**
 * Whether the spool is the one of the last run. Owns a mark that is written at every start, in the spool and in a file beside
 * it: a spool that was lost or put back from a copy has another one. Must never decide what to do about it.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeWholeFile } from '../machine/agent-folder.ts';
import type { FactStore } from './fact-store.ts';

/** True when it isn't; once told, the mark is renewed, so whoever asks must keep the answer. */
export function isSpoolReplaced(facts: FactStore, path: string): boolean {
  const beside = readMark(path);
  // A crash between both writes of a start leaves the file one step behind.
  const known = [facts.find('generation'), facts.find('last-generation')];
  const isReplaced = beside !== undefined && !known.includes(beside);
  const next = randomUUID();
  facts.set('last-generation', beside ?? known[0] ?? next);
  facts.set('generation', next);
  writeWholeFile(path, next);
  return isReplaced;
}

function readMark(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
