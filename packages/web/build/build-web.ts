/**
 * `npm run build:web`, and what `npm start` runs when the sources of the pages changed. Owns what it prints; exit code 1 when the build
 * failed, with why.
 */

import { parseArgs } from 'node:util';
import { type BuiltWeb, findCurrentBuild, webDistDir } from './web-current.ts';
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
async function build(distDir: string): Promise<BuiltWeb> {
  // Whatever stands in the environment: another value would bring React's own tests along, and half as much again to load.
  process.env.NODE_ENV = 'production';
  return await (await import('./web-build.ts')).createWebBuild(distDir);
}

const { values } = parseArgs({
  options: {
    /** Also when the sources are those of the build that is there. */
    again: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    /** The folder to build in. */
    to: { type: 'string', default: webDistDir },
  },
});
const startedAt = performance.now();
try {
  const current = values.again ? undefined : findCurrentBuild(values.to);
  const built = current ?? (await build(values.to));
  const took = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (!values.quiet) {
    console.log(
      current ? 'The web pages are built already.' : `The web pages are built (${took} s). In Brotli:`,
    );
    console.log(sizeLines(built).join('\n'));
  }
} catch (error) {
  console.error(`The web pages can't be built: ${(error as Error).message}`);
  process.exitCode = 1;
}
