/** The built web as it is served: what is found, in which encoding, with which headers; a nonce of its own for each page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWebFiles, type WebFiles } from './web-files.ts';

const script = 'console.log("ink");'.repeat(200);
let dir: string;
let web: WebFiles;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'platen-web-files-'));
  const write = (path: string, bytes: string | Buffer) => {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), bytes);
  };
  for (const entry of ['app', 'share', 'shop', 'admin']) {
    write(
      `abc/${entry}/index.html`,
      `<meta nonce="__PLATEN_NONCE__"><style nonce="__PLATEN_NONCE__"></style>${entry}`,
    );
  }
  write('abc/app/manifest.json', '{}');
  write('abc/app/assets/app/index-1.js', script);
  write('abc/app/assets/app/index-1.js.br', brotliCompressSync(script));
  write('abc/public/icon.png', 'png');
  write('current.json', JSON.stringify({ fingerprint: 'abc' }));
  web = openWebFiles(dir)!;
  // Nothing is read again: what was opened goes on when the folder is gone.
  rmSync(join(dir, 'abc'), { recursive: true });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('is nothing where nothing is built', () => {
  expect(openWebFiles(join(dir, 'abc'))).toBeUndefined();
});

it('gives Brotli to those who read it and the plain bytes to others', async () => {
  for (const accepts of ['br', 'gzip, deflate, br, zstd', 'gzip;q=1, br;q=0.5', 'BR']) {
    const answer = (await web.findFile('/assets/app/index-1.js', accepts))!;
    expect(answer.headers['Content-Encoding']).toBe('br');
    expect(brotliDecompressSync(answer.body).toString()).toBe(script);
  }
  for (const accepts of [undefined, '', 'gzip', 'br;q=0', 'gzip, br;q=0.0', 'sabre', 'identity']) {
    const answer = (await web.findFile('/assets/app/index-1.js', accepts))!;
    expect([accepts, answer.headers['Content-Encoding'], answer.body.toString()]).toEqual([
      accepts,
      undefined,
      script,
    ]);
  }
});

it('keeps files with a hash in their name for a year, the others for a day', async () => {
  const hashed = (await web.findFile('/assets/app/index-1.js', 'br'))!.headers;
  expect(hashed).toMatchObject({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': 'text/javascript; charset=utf-8',
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  });
  const icon = (await web.findFile('/icon.png', 'br'))!;
  expect(icon.headers).toMatchObject({
    'Cache-Control': 'public, max-age=86400',
    'Content-Type': 'image/png',
  });
  expect(icon.headers).not.toHaveProperty('Content-Encoding');
});

it('has nothing but what was built to be served', async () => {
  const paths = [
    '/',
    '/assets/app',
    '/assets/app/',
    '/assets/app/index-1.js.br',
    '/assets/app/../app/index-1.js',
    '/assets/app/%2e%2e/app/index-1.js',
    '/assets//app/index-1.js',
    '/assets/app/index-1.js%00',
    '/manifest.json',
    '/current.json',
    '/index.html',
    '__proto__',
    `/${'a'.repeat(100_000)}`,
  ];
  for (const path of paths) expect([path, await web.findFile(path, 'br')]).toEqual([path, undefined]);
});

it('gives each page a nonce that stands in its policy and in its elements, and nowhere else', () => {
  const nonces = new Set<string>();
  for (let visit = 0; visit < 50; visit += 1) {
    const { headers, body } = web.createPage('share', undefined);
    const nonce = /'nonce-([\w+/=]{24})'/.exec(headers['Content-Security-Policy']!)![1]!;
    expect(body.toString()).toBe(`<meta nonce="${nonce}"><style nonce="${nonce}"></style>share`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(50);
});

it('lets a page do nothing that stands in the page itself', () => {
  const { headers, body } = web.createPage('app', 'br');
  expect(brotliDecompressSync(body).toString()).toContain('app');
  const policy = headers['Content-Security-Policy']!;
  expect(policy).not.toMatch(/unsafe|\*|http/);
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy.split('; ')).toContain(part);
  }
  expect(headers['Cache-Control']).toBe('no-cache');
  expect(headers).not.toHaveProperty('ETag');
});

it('says what it keeps in memory', () => {
  expect(web.keptBytes).toBe(brotliCompressSync(script).length + 'png'.length);
});
