/** What a first visit of each entry loads, counted in the built files; and that a build leaves the one before it alone until it is whole. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPages } from '@platen/cloud/http/web-pages';
import { findCurrentBuild } from '@platen/web/build/web-current';
import { webEntries } from '@platen/web/build/web-entries';
import { openWebFiles, type WebEntryName } from '@platen/web-host/web-files';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureWeb } from '../fixtures/web-build.ts';

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'platen-web-build-'));
  await ensureWeb(dir);
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('a first visit loads no more JavaScript than is allowed', async () => {
  const web = openWebFiles(dir)!;
  for (const { name, maxScriptBytes } of webEntries) {
    const page = web.createPage(name, undefined).body.toString();
    const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(1);
    let bytes = 0;
    for (const path of new Set(named)) bytes += (await web.findFile(path, 'br'))!.body.length;
    expect([name, bytes <= maxScriptBytes, bytes]).toEqual([name, true, bytes]);
    const told = findCurrentBuild(dir)!.sizes.find(({ entry }) => entry === name)!;
    expect(told.scriptBytes).toBe(bytes);
  }
});

it('what people open by typing an address names the script of its page', async () => {
  const web = openWebFiles(dir)!;
  for (const [path, page] of Object.entries(startPages)) {
    const entry = path === '/' ? 'app' : (path.slice(1) as WebEntryName);
    const html = web.createPage(entry, undefined, { ahead: { page, reads: [] } }).body.toString();
    const named = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)"/g)];
    expect([path, named.some(([, file]) => file!.includes(`/${page}-`))]).toEqual([path, true]);
    for (const [, file] of named) expect(await web.findFile(file!, 'br')).toBeDefined();
  }
});

it('pages hold no script and no style of their own, and name nothing of another origin', () => {
  const web = openWebFiles(dir)!;
  for (const { name } of webEntries) {
    const page = web.createPage(name, undefined).body.toString();
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style=|https?:\/\//);
    expect(page).not.toContain('__PLATEN_NONCE__');
  }
});

it('what guests open has nothing of the app, the shop floor or the administration in it', () => {
  const { fingerprint } = findCurrentBuild(dir)!;
  const files = readdirSync(join(dir, fingerprint, 'share', 'assets', 'share')).filter((file) =>
    file.endsWith('.js'),
  );
  const text = files
    .map((file) => readFileSync(join(dir, fingerprint, 'share', 'assets', 'share', file), 'utf8'))
    .join('');
  expect(text).not.toMatch(/\/api\/(admin|shop)\//);
  expect(text).not.toContain('createRouter');
});

it('a build that fails leaves the one before it, and nothing half made is ever current', async () => {
  const before = readFileSync(join(dir, 'current.json'), 'utf8');
  // As if it had been made of other sources.
  writeFileSync(join(dir, 'current.json'), before.replace(/"fingerprint": "\w+"/, '"fingerprint": "0123"'));
  expect(findCurrentBuild(dir)).toBeUndefined();
  writeFileSync(join(dir, 'current.json'), '{ "fing');
  expect(findCurrentBuild(dir)).toBeUndefined();
  writeFileSync(join(dir, 'current.json'), before);
  expect(findCurrentBuild(dir)).toBeDefined();
  expect(
    readdirSync(dir).filter((name) => name.startsWith('staging') || name.startsWith('current-')),
  ).toEqual([]);
});
