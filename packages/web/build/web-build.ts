/**
 * The build of the web: four entries by Vite's API, each file beside its Brotli, in a folder named after the fingerprint of the sources.
 *
 * INVARIANTS
 * 1. A folder under its final name is whole: it is built under another one and renamed.
 * 2. `current.json` names the build that is served. It is replaced in one step, so that a crash at any moment leaves the one before.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';
import type { BuiltWeb, EntrySize } from './web-current.ts';
import { type WebEntry, webEntries } from './web-entries.ts';
import { fingerprintOfSources } from './web-sources.ts';

const webDir = dirname(import.meta.dirname);

/** What stands in a page where each answer has its own nonce; @platen/web-host replaces it. */
const noncePlace = '__PLATEN_NONCE__';

/** Another process may just be reading an older build. */
const keepOldMs = 10 * 60_000;

/** Builds the web of its present sources and makes it the current one. Throws what Vite says is wrong with them. */
export async function createWebBuild(distDir: string): Promise<BuiltWeb> {
  const fingerprint = fingerprintOfSources();
  const staging = join(distDir, `staging-${randomUUID()}`);
  mkdirSync(staging, { recursive: true });
  try {
    cpSync(join(webDir, 'public'), join(staging, 'public'), { recursive: true });
    const entries = webEntries.map((entry) => buildEntry(entry, staging));
    const [sizes] = await Promise.all([Promise.all(entries), compressAll(join(staging, 'public'))]);
    const finished = join(distDir, fingerprint);
    // Of the same sources there may be one already: whoever built it at the same moment has made the same.
    if (!existsSync(finished)) renameSync(staging, finished);
    const built: BuiltWeb = { fingerprint, sizes };
    const next = join(distDir, `current-${randomUUID()}.json`);
    writeFileSync(next, `${JSON.stringify(built, null, 2)}\n`);
    renameSync(next, join(distDir, 'current.json'));
    deleteOldBuilds(distDir, fingerprint);
    return built;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function deleteOldBuilds(distDir: string, current: string): void {
  for (const name of readdirSync(distDir)) {
    if (name === current || name === 'current.json') continue;
    const path = join(distDir, name);
    const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - madeAt > keepOldMs) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * What is loaded together. A browser asks for six files at a time, and on a phone each turn takes as long as 30 KB: of what the first page
 * needs there is one file, and of what pages share few: parts of fewer bytes than these, as they are written, go with others, though some page
 * could do without them.
 */
const chunkGroupsOf = (mergedBytes: number) => [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  {
    name: 'shared',
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: mergedBytes,
    priority: 1,
  },
];

/** A chunk that pages share is named after all of them. */
const plainName = (chunk: string): string => chunk.replace(/~.*$/, '').replace(/\.[a-z\d]+$/, '');

async function buildEntry({ name, mergedBytes }: WebEntry, staging: string): Promise<EntrySize> {
  const outDir = join(staging, name);
  await build({
    configFile: false,
    root: join(webDir, name),
    base: '/',
    publicDir: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [mantineStyles(), firstPaintScript(name)],
    oxc: { jsx: { runtime: 'automatic' } },
    html: { cspNonce: noncePlace },
    // What locks the page's scrolling under a dialog writes a style element; it asks for the nonce by this name.
    define: { __webpack_nonce__: 'globalThis.platenNonce' },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: `assets/${name}`,
      target: 'es2022',
      manifest: 'manifest.json',
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(webDir, name, 'index.html'),
        output: {
          codeSplitting: { groups: chunkGroupsOf(mergedBytes) },
          chunkFileNames: ({ name: chunk }) => `assets/${name}/${plainName(chunk)}-[hash].js`,
          assetFileNames: ({ names }) => `assets/${name}/${plainName(names[0] ?? 'asset')}-[hash][extname]`,
        },
      },
    },
  });
  await compressAll(outDir);
  return sizeOf(name, outDir);
}

const isText = (path: string): boolean => /\.(js|css|svg|json|webmanifest)$/.test(path);

/** Mantine's components bring their own styles, those alone that are used, in a layer below ours. */
function mantineStyles(): Plugin {
  return {
    name: 'platen-mantine-styles',
    transform(code, id) {
      const component = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1];
      if (component === undefined) return undefined;
      const styles = `@mantine/core/styles/${component}.layer.css`;
      // The module that names the classes is needed wherever the component is; so are the styles.
      return { code: `import '${styles}';\n${code}`, map: null, moduleSideEffects: true };
    },
  };
}

/** Before anything is painted: the colour scheme and the language that were chosen. A file, for no script stands in a page. */
function firstPaintScript(entry: string): Plugin {
  const source = readFileSync(join(webDir, 'kit', 'first-paint.js'), 'utf8');
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const fileName = `assets/${entry}/first-paint-${hash}.js`;
  return {
    name: 'platen-first-paint',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
  };
}

const compress = promisify(brotliCompress);

async function compressAll(outDir: string): Promise<void> {
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter(isText);
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(join(outDir, file));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      };
      writeFileSync(join(outDir, `${file}.br`), await compress(bytes, { params }));
    }),
  );
}

interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** Reads what Vite says of the chunks. */
function sizeOf(entry: WebEntry['name'], outDir: string): EntrySize {
  const chunks = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >;
  const bytesOf = (file: string) => statSync(join(outDir, `${file}.br`)).size;
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + bytesOf(file), 0);
  const withImports = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen;
    seen.add(key);
    for (const each of chunks[key]?.imports ?? []) withImports(each, seen);
    return seen;
  };
  const first = withImports(Object.keys(chunks).find((key) => chunks[key]!.isEntry)!);
  const scripts = (keys: Iterable<string>) => new Set([...keys].map((key) => chunks[key]!.file));
  const styles = new Set([...first].flatMap((key) => chunks[key]!.css ?? []));
  const pages = Object.keys(chunks)
    .filter((key) => chunks[key]!.isDynamicEntry)
    .map((key) => sum(scripts([...withImports(key)].filter((each) => !first.has(each)))));
  const firstPaint = readdirSync(join(outDir, 'assets', entry)).find((file) =>
    /^first-paint-.*\.js$/.test(file),
  )!;
  return {
    entry,
    scriptBytes: sum(scripts(first).add(`assets/${entry}/${firstPaint}`)),
    styleBytes: sum(styles),
    largestPageBytes: Math.max(0, ...pages),
  };
}
