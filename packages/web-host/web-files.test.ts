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
      `<html lang="en"><title>Platen</title><meta nonce="__PLATEN_NONCE__"><style nonce="__PLATEN_NONCE__"></style><h1>__PLATEN_HEADING__</h1><p>__PLATEN_SAID__</p></head>${entry}`,
    );
  }
  write('abc/app/manifest.json', '{}');
  write(
    'abc/share/manifest.json',
    JSON.stringify({
      'index.html': { file: 'assets/share/index-1.js', isEntry: true, imports: ['_react.js'] },
      '_react.js': { file: 'assets/share/react-1.js' },
      '_parts.js': { file: 'assets/share/parts-1.js', imports: ['_react.js', 'pages/track-page.tsx'] },
      'pages/track-page.tsx': {
        file: 'assets/share/track-page-1.js',
        src: 'pages/track-page.tsx',
        isDynamicEntry: true,
        imports: ['_react.js', '_parts.js', 'index.html'],
        css: ['assets/share/track-page-1.css'],
      },
    }),
  );
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
    expect(body.toString()).toBe(
      `<html lang="en"><title>Platen</title><meta nonce="${nonce}"><style nonce="${nonce}"></style><h1></h1><p></p></head>share`,
    );
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(50);
});

it('writes what people wrote into a page as text, and nothing of it is taken for a part of the page', () => {
  const hostile = `</title><script>alert(1)</script>"'&amp; $& $1 __PLATEN_NONCE__ __PLATEN_HEADING__ __PLATEN_SAID__ </head><html lang="xx">`;
  const preview = {
    title: hostile,
    description: hostile,
    heading: hostile,
    said: hostile,
    icon: 'https://prints.example/icon.png',
  };
  const { headers, body } = web.createPage('share', undefined, { lang: 'zh-CN', preview });
  const html = body.toString();
  expect(html).toMatch(/^<html lang="zh-CN"><title>&#60;\/title&#62;/);
  expect(html).not.toMatch(/<script|<html lang="xx"/);
  expect(html.match(/<title>/g)).toHaveLength(1);
  // A title that names the place of the nonce is not given it.
  const nonce = /'nonce-([\w+/=]{24})'/.exec(headers['Content-Security-Policy']!)![1]!;
  expect(html.split(nonce)).toHaveLength(3);
  expect(html.match(/\$&#38; \$1/g)).toHaveLength(6);
  // In attributes too, nothing ends before its time.
  for (const [, content] of html.matchAll(/content="([^"]*)"/g)) expect(content).not.toMatch(/[<>']/);
  expect(html).toContain('<meta name="robots" content="noindex">');
  const plain = web.createPage('app', undefined, { lang: 'en' }).body.toString();
  expect(plain).toContain('<title>Platen</title>');
  expect(plain).not.toContain('noindex');
});

it('asks for what an address will need while the script of its entry is still on its way', () => {
  const picture = { src: '/p?"', srcSet: '/p?"&e=1 1w', sizes: '100vw' };
  const ahead = { page: 'track-page', reads: ['/api/x?a=1&b="<'], picture };
  const html = web.createPage('share', undefined, { ahead }).body.toString();
  expect([...html.matchAll(/<link [^>]*>/g)].map(([link]) => link)).toEqual([
    '<link rel="preload" as="image" fetchpriority="high" href="/p?&#34;" imagesrcset="/p?&#34;&#38;e=1 1w" imagesizes="100vw">',
    '<link rel="stylesheet" crossorigin href="/assets/share/track-page-1.css">',
    '<link rel="modulepreload" crossorigin href="/assets/share/track-page-1.js">',
    '<link rel="modulepreload" crossorigin href="/assets/share/parts-1.js">',
    '<link rel="preload" as="fetch" crossorigin href="/api/x?a=1&#38;b=&#34;&#60;">',
  ]);
  const unknown = web.createPage('share', undefined, { ahead: { page: '__proto__', reads: [] } });
  expect(unknown.body.toString()).not.toContain('<link');
});

it('says that there is no session, and nothing where there is one', () => {
  const said = '<meta name="platen-session" content="none">';
  const htmlOf = (isNobody: boolean) => web.createPage('app', undefined, { isNobody }).body.toString();
  expect([htmlOf(true).includes(said), htmlOf(false).includes('platen-session')]).toEqual([true, false]);
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
  expect(headers['Cache-Control']).toBe('private, no-cache');
  expect(headers).not.toHaveProperty('ETag');
});

it('says what it keeps in memory', () => {
  expect(web.keptBytes).toBe(brotliCompressSync(script).length + 'png'.length);
});
