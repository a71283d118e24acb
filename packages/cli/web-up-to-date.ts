/**
 * The web pages of `platen up`: built anew when their sources changed, in a process of its own whose memory is free again afterwards. Owns
 * what a person is told of it.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findCurrentBuild } from '@platen/web/build/web-current';

const buildPath = fileURLToPath(import.meta.resolve('@platen/web/build/build-web'));

export interface WebBuildParts {
  /** One line for people. */
  say: (line: string) => void;
  /** Ends the build. */
  signal: AbortSignal;
  /** What builds it, and where it is looked for: the web's own unless told. */
  builderPath?: string;
  distDir?: string;
}

/** Resolves to false when they can't be built; what is wrong with them was said by then. */
export async function ensureWebBuild(parts: WebBuildParts): Promise<boolean> {
  const { say, signal, builderPath = buildPath, distDir } = parts;
  if (findCurrentBuild(distDir)) return true;
  say('Building the web pages, whose sources are new (once; some seconds) ...');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [builderPath, '--quiet'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    signal,
  });
  const isBuilt = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  if (isBuilt) say(`The web pages are built (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
  return isBuilt;
}
