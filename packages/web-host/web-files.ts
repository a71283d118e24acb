/**
 * The built web as it is served: addresses to headers and bytes, pages with a nonce of their own in each answer. Knows neither fastify
 * nor the agent; the cloud and the agent's console both stand on it.
 *
 * INVARIANTS
 * 1. After the start no request touches the disk. Of every text only its Brotli is kept, which is a third of it; for the rare client
 *    that doesn't read Brotli it is unpacked.
 * 2. An address is looked up as it was sent, in a map of what was built: nothing of it becomes the name of a file.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';

/** Where `npm run build:web` leaves what it built. */
const usualDistDir = fileURLToPath(new URL('../web/dist', import.meta.url));

export type WebEntryName = 'app' | 'share' | 'shop' | 'admin';

export interface WebAnswer {
  headers: Record<string, string>;
  body: Buffer;
}

export interface WebFiles {
  /** Of the sources that it was built of. */
  fingerprint: string;
  /** What all of it takes in memory. */
  keptBytes: number;
  /** A built file by its path, `/assets/app/…-….js` or `/favicon.svg`; undefined when there is none. */
  findFile(path: string, acceptEncoding: string | undefined): Promise<WebAnswer | undefined>;
  /** The page of an entry, the same for all of its addresses but for the nonce and what `head` says. */
  createPage(entry: WebEntryName, acceptEncoding: string | undefined, head?: PageHead): WebAnswer;
}

/** What an answer says of itself before any script has run. Plain texts: they are escaped here. */
export interface PageHead {
  /** Of the page, as the browser prefers it; what was chosen on the device is set before the first paint. */
  lang?: 'en' | 'zh-CN';
  /** For whoever was sent the link: in the tab, in a chat's preview, as the first heading. Such a page isn't for search engines. */
  preview?: { title?: string; description?: string; heading?: string; said?: string; icon: string };
  /** What this address will need, asked for while the entry's script is still on its way. */
  ahead?: {
    /** The file of the page that it shows: `track-page`. */
    page: string;
    /** Addresses that the page reads first. */
    reads: readonly string[];
    /** The picture that the page begins with, as its image element will name it: it begins to come before any script wants it. */
    picture?: { src: string; srcSet: string; sizes: string } | undefined;
  };
  /** True: this browser has no session, and the page need not ask who it is. */
  isNobody?: boolean;
  /** Where the event log stands: the page's stream begins there, or what changes between its first reading and its stream would be told to nobody. */
  events?: number | undefined;
}

/** What a page that is loaded when it is opened consists of, beside its entry: paths below the root. */
interface PageParts {
  scripts: string[];
  styles: string[];
}

/** Where a page has its first heading, and what is said below it, before its script has run. */
const headingPlace = '__PLATEN_HEADING__';
const saidPlace = '__PLATEN_SAID__';

/** The attributes are those with which the scripts of a page ask: else a browser would ask twice. */
const linksAhead = (
  { reads, picture }: NonNullable<PageHead['ahead']>,
  { scripts, styles }: PageParts = { scripts: [], styles: [] },
): string =>
  [
    ...(picture === undefined
      ? []
      : [`<link rel="preload" as="image" fetchpriority="high" ${attributesOf(picture)}>`]),
    ...styles.map((path) => `<link rel="stylesheet" crossorigin href="${path}">`),
    ...scripts.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`),
    ...reads.map((path) => `<link rel="preload" as="fetch" crossorigin href="${escapeText(path)}">`),
  ].join('');

const attributesOf = ({
  src,
  srcSet,
  sizes,
}: NonNullable<NonNullable<PageHead['ahead']>['picture']>): string =>
  `href="${escapeText(src)}" imagesrcset="${escapeText(srcSet)}" imagesizes="${escapeText(sizes)}"`;

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The page with its language and what its head says; `html` has its nonce already, for texts of people come in here. */
function withHead(
  html: string,
  { lang, preview, ahead, isNobody, events }: PageHead,
  parts: ReadonlyMap<string, PageParts>,
): string {
  const texts = { [headingPlace]: preview?.heading ?? '', [saidPlace]: preview?.said ?? '' };
  const places = new RegExp(Object.keys(texts).join('|'), 'g');
  const links = ahead ? linksAhead(ahead, parts.get(ahead.page)) : '';
  const session = isNobody ? '<meta name="platen-session" content="none">' : '';
  const log = events === undefined ? '' : `<meta name="platen-events" content="${events}">`;
  // In one pass: what people wrote is not looked through for places.
  let page = html
    .replace('</head>', () => `${session}${log}${links}</head>`)
    .replace(places, (place) => escapeText(texts[place as keyof typeof texts]));
  if (lang) page = page.replace(/<html lang="[^"]*"/, () => `<html lang="${lang}"`);
  if (!preview) return page;
  const { title = 'Platen', description = '', icon } = preview;
  const facts = { 'og:title': title, 'og:description': description, 'og:image': icon };
  const tags = [
    `<title>${escapeText(title)}</title>`,
    '<meta name="robots" content="noindex">',
    `<meta name="description" content="${escapeText(description)}">`,
    '<meta property="og:type" content="website"><meta property="og:site_name" content="Platen">',
    ...Object.entries(facts).map(([name, text]) => `<meta property="${name}" content="${escapeText(text)}">`),
    '<meta name="twitter:card" content="summary">',
  ];
  return page.replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '));
}

/** web-build.ts writes it where the nonce goes. */
const noncePlace = '__PLATEN_NONCE__';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

const oneYear = 'public, max-age=31536000, immutable';
/** Files whose names stay the same when they change. */
const oneDay = 'public, max-age=86400';

const nosniff = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** What a page may do: what this installation serves, and nothing that stands in the page itself but style elements of this answer. */
const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const pageHeaders = {
  ...nosniff,
  // A page says whether there is a session.
  'Cache-Control': 'private, no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=()',
  'Content-Type': 'text/html; charset=utf-8',
  Vary: 'Accept-Encoding, Accept-Language',
};

/** True when the client says that it reads Brotli (RFC 9110, 12.5.3). */
export function readsBrotli(acceptEncoding: string | undefined): boolean {
  const asked = /(?:^|,)\s*br\s*(?:;\s*q\s*=\s*([\d.]+))?\s*(?:,|$)/i.exec(acceptEncoding ?? '');
  return asked !== null && Number(asked[1] ?? 1) > 0;
}

const unpack = promisify(brotliDecompress);

interface KeptFile {
  bytes: Buffer;
  isBrotli: boolean;
  headers: Record<string, string>;
}

/** Reads the current build into memory; undefined when nothing is built. */
export function openWebFiles(distDir = usualDistDir): WebFiles | undefined {
  const currentPath = join(distDir, 'current.json');
  if (!existsSync(currentPath)) return undefined;
  const { fingerprint } = JSON.parse(readFileSync(currentPath, 'utf8')) as { fingerprint: string };
  const dir = join(distDir, fingerprint);
  const files = new Map<string, KeptFile>();
  const pages = new Map<string, string>();
  const partsOf = new Map<string, ReadonlyMap<string, PageParts>>();
  for (const entry of ['app', 'share', 'shop', 'admin'] satisfies WebEntryName[]) {
    pages.set(entry, readFileSync(join(dir, entry, 'index.html'), 'utf8'));
    partsOf.set(entry, readPageParts(join(dir, entry, 'manifest.json')));
    addFiles(files, { dir: join(dir, entry), only: 'assets/', cacheControl: oneYear });
  }
  addFiles(files, { dir: join(dir, 'public'), only: '', cacheControl: oneDay });
  const kept = [...files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  return {
    fingerprint,
    keptBytes: kept,
    async findFile(path, acceptEncoding) {
      const file = files.get(path);
      if (!file) return undefined;
      if (!file.isBrotli) return { headers: file.headers, body: file.bytes };
      if (!readsBrotli(acceptEncoding)) return { headers: file.headers, body: await unpack(file.bytes) };
      return { headers: { ...file.headers, 'Content-Encoding': 'br' }, body: file.bytes };
    },
    createPage(entry, acceptEncoding, head = {}) {
      const nonce = randomBytes(16).toString('base64');
      const body = Buffer.from(
        withHead(pages.get(entry)!.replaceAll(noncePlace, nonce), head, partsOf.get(entry)!),
      );
      const headers = { ...pageHeaders, 'Content-Security-Policy': pagePolicy(nonce) };
      if (!readsBrotli(acceptEncoding)) return { headers, body };
      const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
      return {
        headers: { ...headers, 'Content-Encoding': 'br' },
        body: brotliCompressSync(body, { params }),
      };
    },
  };
}

interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** By the name of its file, what each page that is loaded when it is opened needs beside the entry; from what Vite says of its chunks. */
function readPageParts(manifestPath: string): ReadonlyMap<string, PageParts> {
  if (!existsSync(manifestPath)) return new Map();
  const chunks = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, ManifestChunk>;
  const withImports = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key) || !chunks[key]) return seen;
    seen.add(key);
    for (const each of chunks[key].imports ?? []) withImports(each, seen);
    return seen;
  };
  const entryKey = Object.keys(chunks).find((key) => chunks[key]!.isEntry);
  const first = entryKey === undefined ? new Set<string>() : withImports(entryKey);
  const parts = new Map<string, PageParts>();
  for (const [key, { src, isDynamicEntry }] of Object.entries(chunks)) {
    if (!isDynamicEntry || src === undefined) continue;
    const own = [...withImports(key)].filter((each) => !first.has(each)).map((each) => chunks[each]!);
    parts.set(basename(src, extname(src)), {
      scripts: own.map(({ file }) => `/${file}`),
      styles: own.flatMap(({ css = [] }) => css.map((file) => `/${file}`)),
    });
  }
  return parts;
}

function addFiles(
  files: Map<string, KeptFile>,
  { dir, only, cacheControl }: { dir: string; only: string; cacheControl: string },
): void {
  if (!existsSync(dir)) return;
  const names = new Set(
    readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')),
  );
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined || !name.startsWith(only)) continue;
    const isBrotli = names.has(`${name}.br`);
    files.set(`/${name}`, {
      bytes: readFileSync(join(dir, isBrotli ? `${name}.br` : name)),
      isBrotli,
      headers: {
        ...nosniff,
        'Cache-Control': cacheControl,
        'Content-Type': type,
        'Cross-Origin-Resource-Policy': 'same-origin',
        ...(isBrotli && { Vary: 'Accept-Encoding' }),
      },
    });
  }
}
