/** Which build of the web is there, and whether it was made of today's sources. Must never load what builds it: every start asks. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WebEntry } from './web-entries.ts';
import { fingerprintOfSources } from './web-sources.ts';

/** Where builds lie unless told otherwise; @platen/web-host looks there. */
export const webDistDir = join(dirname(import.meta.dirname), 'dist');

export interface EntrySize {
  entry: WebEntry['name'];
  /** In Brotli: the scripts that the page itself names, its style sheets, and the largest page that is loaded when it is opened. */
  scriptBytes: number;
  styleBytes: number;
  largestPageBytes: number;
}

/** What `current.json` says. */
export interface BuiltWeb {
  fingerprint: string;
  sizes: EntrySize[];
}

/** The build that is current, if it was made of today's sources. */
export function findCurrentBuild(distDir = webDistDir): BuiltWeb | undefined {
  try {
    const current = JSON.parse(readFileSync(join(distDir, 'current.json'), 'utf8')) as BuiltWeb;
    const isWhole = existsSync(join(distDir, current.fingerprint));
    return isWhole && current.fingerprint === fingerprintOfSources() ? current : undefined;
  } catch {
    return undefined;
  }
}
