/**
 * `npm run build:web`, and what `npm start` runs when the sources of the pages changed. Owns what it prints; exit code 1 when the build
 * failed, with why.
 */

import { type BuiltWeb, findCurrentBuild } from './web-current.ts';
import { webEntries } from './web-entries.ts';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/** A line an entry: what a first visit loads, in Brotli. */
function sizeLines({ sizes }: BuiltWeb): string[] {
  return sizes.map(({ entry, scriptBytes, styleBytes, largestPageBytes }) => {
    const { maxScriptBytes } = webEntries.find(({ name }) => name === entry)!;
    return `  ${entry.padEnd(6)} ${kilobytes(scriptBytes).padStart(9)} of scripts (at most ${maxScriptBytes / 1000}), ${kilobytes(styleBytes)} of styles; its largest page ${kilobytes(largestPageBytes)} more`;
  });
}

/** Vite is loaded when there is something to build. */
const build = async (): Promise<BuiltWeb> => await (await import('./web-build.ts')).createWebBuild();

const isAgain = process.argv.includes('--again');
const isQuiet = process.argv.includes('--quiet');
const startedAt = performance.now();
try {
  const current = isAgain ? undefined : findCurrentBuild();
  const built = current ?? (await build());
  const took = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (!isQuiet) {
    console.log(
      current ? 'The web pages are built already.' : `The web pages are built (${took} s). In Brotli:`,
    );
    console.log(sizeLines(built).join('\n'));
  }
} catch (error) {
  console.error(`The web pages can't be built: ${(error as Error).message}`);
  process.exitCode = 1;
}
