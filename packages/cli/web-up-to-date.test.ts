/** The web pages before `platen up`: silent when they are built, told with the time it took when they are not, and why not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureWebBuild } from './web-up-to-date.ts';

let dir: string;
let said: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'platen-web-start-'));
  said = [];
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Builds by this program instead. */
function build(program: string, signal = new AbortController().signal): Promise<boolean> {
  const builderPath = join(dir, 'builder.mjs');
  writeFileSync(builderPath, program);
  return ensureWebBuild({ say: (line) => said.push(line), signal, builderPath, distDir: join(dir, 'dist') });
}

it('says that it builds and how long it took', async () => {
  expect(await build('')).toBe(true);
  expect(said).toEqual([
    'Building the web pages, whose sources are new (once; some seconds) ...',
    expect.stringMatching(/^The web pages are built \(\d+\.\d s\)\.$/),
  ]);
});

it('says of a build that failed or died that there is none, and nothing else', async () => {
  for (const program of ['process.exitCode = 1', 'process.kill(process.pid, "SIGKILL")']) {
    said = [];
    expect(await build(program)).toBe(false);
    expect(said).toHaveLength(1);
  }
});

it('ends the build at once when the start is called off', async () => {
  const stop = new AbortController();
  const built = build('setInterval(() => {}, 1000)', stop.signal);
  stop.abort();
  expect(await built).toBe(false);
});
