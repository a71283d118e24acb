/**
 * Which file may import which. Owns the import rules of the whole repository as data: each takes the map of files and
 * returns a sentence for every breach. Pure: whoever calls it reads the files.
 */
import { posix } from 'node:path';

/** Paths from the repository's root, with `/`, to the text of the file. */
export type FileMap = ReadonlyMap<string, string>;

interface Import {
  /** As written. */
  specifier: string;
  /** Path of the file in the repository, or undefined for packages from npm and Node.js' own modules. */
  target: string | undefined;
  /** `import type`: gone when the program runs. */
  isType: boolean;
}

export interface ImportRule {
  name: string;
  check(files: FileMap): string[];
}

const statement = /^(?:import|export)\b(\s+type\b)?(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
const comments = /^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Everything a file imports: statements, re-exports, `import()` and imported types. */
export function importsOf(path: string, text: string): Import[] {
  const code = text.replaceAll(comments, '');
  const found = [
    ...[...code.matchAll(statement)].map((match) => ({
      specifier: match[2]!,
      isType: match[1] !== undefined,
    })),
    ...[...code.matchAll(dynamic)].map((match) => ({ specifier: match[1]!, isType: false })),
  ];
  return found.map((it) => ({ ...it, target: targetOf(path, it.specifier) }));
}

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const own = /^@platen\/([^/]+)\/(.+)$/.exec(specifier);
  return own ? `packages/${own[1]}/${own[2]}.ts` : undefined;
}

const packageOf = (path: string): string | undefined => /^packages\/([^/]+)\//.exec(path)?.[1];

/** Tests, and what only tests use. */
const isTest = (path: string): boolean =>
  path === 'vitest.config.ts' ||
  path.startsWith('test/') ||
  path.startsWith('tools/') ||
  path.endsWith('.test.ts') ||
  path.includes('/testing/');

/** A feature is a folder of the cloud that is none of these. */
const cloudFrame = new Set(['db', 'http', 'mcp', 'operation', 'ports', 'adapters', 'testing']);

function featureOf(path: string): string | undefined {
  const folder = /^packages\/cloud\/([^/]+)\//.exec(path)?.[1];
  return folder && !cloudFrame.has(folder) ? folder : undefined;
}

const isNode = (specifier: string): boolean => specifier.startsWith('node:');

/** A rule that looks at one import at a time: the sentence says what is wrong with it. */
function perImport(
  name: string,
  find: (from: string, imported: Import) => boolean,
  tests: 'with tests' | 'without tests' = 'without tests',
): ImportRule {
  return {
    name,
    check: (files) =>
      [...files].flatMap(([path, text]) => {
        if (tests === 'without tests' && isTest(path)) return [];
        const breaches = importsOf(path, text).filter((imported) => find(path, imported));
        return breaches.map(({ specifier }) => `${path} imports ${specifier}`);
      }),
  };
}

/** Which of Platen's packages each may import, and which from npm, where the design counts them. */
const ownPackages: Record<string, readonly string[]> = {
  contracts: [],
  addresses: [],
  imaging: [],
  ipp: [],
  log: [],
  'web-host': [],
  cloud: ['contracts', 'addresses', 'imaging', 'live', 'log', 'web-host'],
  agent: ['contracts', 'imaging', 'ipp', 'live', 'log', 'web-host'],
  live: ['contracts'],
  'virtual-printer': ['contracts', 'ipp', 'imaging'],
  web: ['contracts'],
  cli: ['contracts', 'cloud', 'agent', 'virtual-printer', 'web'],
};
const countedPackages: Record<string, readonly string[]> = {
  contracts: ['zod'],
  addresses: ['lib-address', 'libphonenumber-js'],
  imaging: ['sharp', '@hyzyla/pdfium', 'heic-decode', 'onnxruntime-node'],
  ipp: ['ipp'],
  log: ['pino'],
  live: [],
};

const npmName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** What of the web runs on Node.js; the rest runs in browsers. */
const isWebBuild = (path: string): boolean => path.startsWith('packages/web/build/');
const isBrowserCode = (path: string): boolean => packageOf(path) === 'web' && !isWebBuild(path);

/** The web's calls are typed by the list of operations; of the cloud nothing else reaches it, and of that list only types. */
const isTypeOfOperations = (from: string, { target, isType }: Import): boolean =>
  from === 'packages/web/kit/api-types.ts' && target === 'packages/cloud/operations.ts' && isType;

const mayImportPackage = (from: string, imported: Import): boolean => {
  const { specifier, target } = imported;
  const own = packageOf(from);
  if (!own || isTypeOfOperations(from, imported)) return true;
  if (target !== undefined) {
    const other = packageOf(target);
    return other === own || (other !== undefined && (ownPackages[own]?.includes(other) ?? false));
  }
  if (isNode(specifier)) return own !== 'contracts';
  return countedPackages[own]?.includes(npmName(specifier)) ?? true;
};

/** What the agent says in both languages goes with its decisions: `paper-text.ts` beside `paper-rules.ts`. */
const isAgentText = (path: string): boolean => packageOf(path) === 'agent' && path.endsWith('-text.ts');

const isRules = (path: string): boolean => path.endsWith('-rules.ts') || isAgentText(path);

/** Hashes and checksums are arithmetic, and keys need random numbers; the rest of Node.js is a clock or the outside. */
const pureModules = new Set(['node:crypto', 'node:zlib']);

const mayRulesImport = ({ specifier, target, isType }: Import): boolean =>
  isType || (target ? isRules(target) || packageOf(target) === 'contracts' : pureModules.has(specifier));

/** The stage that a file belongs to: `submit` for submit.ts and submit-fence.ts. */
const stageOf = (path: string): string | undefined =>
  /^packages\/agent\/stages\/(spool|fetch|prepare|submit|watch|report)\b/.exec(path)?.[1];

const knowsKysely = (path: string): boolean =>
  path.startsWith('packages/cloud/db/') ||
  path.endsWith('-store.ts') ||
  path === 'packages/cloud/operation/paging.ts';

const mayImportAdapters = (path: string): boolean =>
  path.endsWith('/main.ts') ||
  packageOf(path) === 'cli' ||
  path.includes('/adapters/') ||
  // They join what adapters bring along: the shapes of tables, and which payment providers there are.
  path === 'packages/cloud/db/schema.ts' ||
  path === 'packages/cloud/payments/payment-providers.ts';

const isTransport = (path: string): boolean => /^packages\/cloud\/(http|mcp|operation)\//.test(path);

/** The rooms of imaging, the highest first: a room uses those below it, none beside it. */
const imagingRooms: readonly (readonly string[])[] = [
  ['pool'],
  ['quality', 'restore', 'sheet'],
  ['decode'],
  ['pdf'],
  ['layout'],
  ['damage', 'enlarge', 'faces'],
  ['pixels'],
  ['kernels', 'models', 'raster'],
];

/** What lies in no room is for all of them. */
const imagingRoomOf = (path: string): string | undefined => /^packages\/imaging\/([^/]+)\//.exec(path)?.[1];

function mayEnter(from: string, target: string | undefined): boolean {
  const [own, other] = [imagingRoomOf(from), target && imagingRoomOf(target)];
  if (other === undefined || own === other) return true;
  const levelOf = (room: string | undefined) =>
    imagingRooms.findIndex((rooms) => room && rooms.includes(room));
  // The shared files of the package enter none.
  return packageOf(from) !== 'imaging' || (own !== undefined && levelOf(own) < levelOf(other));
}

/** The layers of the agent, the highest first, with the rooms and files of each: what is in one knows nothing of those above it. */
const agentLayers: readonly (readonly string[])[] = [
  ['main', 'agent'],
  ['shop-layer', 'link', 'console', 'floor', 'discovery', 'printer-admin', 'restorations', 'doctor'],
  [
    'printing-layer',
    'stages',
    'schedule',
    'jobs',
    'submissions',
    'sheets',
    'printers',
    'printer-trust',
    'paper',
  ],
  ['spool-layer', 'spool', 'cloud-access', 'machine', 'ports', 'adapters'],
];

function mayLookUp(from: string, target: string | undefined): boolean {
  const levelOf = (path: string) => {
    const room = /^packages\/agent\/([^/.]+)/.exec(path)?.[1];
    return agentLayers.findIndex((rooms) => room !== undefined && rooms.includes(room));
  };
  if (packageOf(from) !== 'agent' || target === undefined || packageOf(target) !== 'agent') return true;
  // A room that is in no layer may nothing: whoever makes one says where it stands.
  return levelOf(from) >= 0 && levelOf(from) <= levelOf(target);
}

/** Imports that come back to where they started, each loop once, as `a -> b -> a`. */
function findCycles(files: FileMap): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      cycles.push([...trail.slice(at), path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    const text = files.get(path) ?? '';
    for (const { target } of importsOf(path, text)) {
      if (target && files.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of files.keys()) visit(path, []);
  return cycles;
}

/** Features that need each other, each ring once, with the import that closes it. */
function findFeatureRings(files: FileMap): string[] {
  const needs = new Map<string, Map<string, string>>();
  for (const [path, text] of files) {
    const from = isTest(path) ? undefined : featureOf(path);
    if (from === undefined) continue;
    const known = needs.get(from) ?? new Map<string, string>();
    needs.set(from, known);
    for (const { target, specifier } of importsOf(path, text)) {
      const to = target && featureOf(target);
      if (to !== undefined && to !== from && !known.has(to)) known.set(to, `${path} imports ${specifier}`);
    }
  }
  const done = new Set<string>();
  const rings: string[] = [];
  const visit = (feature: string, trail: string[]): void => {
    const at = trail.indexOf(feature);
    if (at >= 0) {
      const ring = trail.slice(at).concat(feature);
      rings.push(`${ring.join(' -> ')}: ${needs.get(trail.at(-1)!)!.get(feature)}`);
      return;
    }
    if (done.has(feature)) return;
    for (const next of needs.get(feature)?.keys() ?? []) visit(next, trail.concat(feature));
    done.add(feature);
  };
  for (const feature of needs.keys()) visit(feature, []);
  return rings;
}

function findRepeatedNames(files: FileMap): string[] {
  const paths = [...files.keys()].filter((path) => packageOf(path));
  const byName = Map.groupBy(paths, (path) => `${packageOf(path)} ${posix.basename(path)}`);
  return [...byName.values()].filter((same) => same.length > 1).map((same) => same.join(' and '));
}

export const importRules: readonly ImportRule[] = [
  perImport('a package imports only what its layer allows', (from, it) => !mayImportPackage(from, it)),
  perImport(
    'another package is imported by its name, not by a path',
    (from, { specifier, target }) => {
      const other = target && packageOf(target);
      return other !== undefined && specifier.startsWith('.') && other !== packageOf(from);
    },
    'with tests',
  ),
  perImport(
    'cloud and agent never import each other',
    (from, { target }) => {
      const pair = [packageOf(from), target && packageOf(target)];
      return pair.includes('cloud') && pair.includes('agent');
    },
    'with tests',
  ),
  perImport(
    'rules import contracts, other rules and types',
    (from, it) => isRules(from) && !mayRulesImport(it),
  ),
  perImport('Kysely is known in db/ and stores', (from, { specifier }) => {
    return npmName(specifier) === 'kysely' && !knowsKysely(from);
  }),
  perImport("a feature never imports another feature's operations", (from, { target }) => {
    const other = target?.endsWith('-operations.ts') ? featureOf(target) : undefined;
    return other !== undefined && featureOf(from) !== other && from !== 'packages/cloud/operations.ts';
  }),
  perImport('transports know no feature', (from, { target }) => {
    return isTransport(from) && target !== undefined && featureOf(target) !== undefined;
  }),
  perImport(
    'rooms of imaging import only what lies below them',
    (from, { target }) => !mayEnter(from, target),
  ),
  perImport(
    'layers of the agent never import those above them',
    (from, { target }) => !mayLookUp(from, target),
  ),
  perImport('stages never import each other', (from, { target }) => {
    const [own, other] = [stageOf(from), target && stageOf(target)];
    return own !== undefined && other !== undefined && own !== other;
  }),
  perImport('adapters are imported by main files, cli and tests', (from, { target }) => {
    return (target?.includes('/adapters/') ?? false) && !mayImportAdapters(from);
  }),
  perImport('main files are imported by cli', (from, { target }) => {
    return (target?.endsWith('/main.ts') ?? false) && packageOf(from) !== 'cli';
  }),
  perImport('pages run in browsers: without Node.js, and without what builds them', (from, it) => {
    return (
      isBrowserCode(from) && (isNode(it.specifier) || (it.target !== undefined && isWebBuild(it.target)))
    );
  }),
  perImport('entries of the web share kit/ alone', (from, { target }) => {
    const entryOf = (path: string) => /^packages\/web\/(app|share|shop|admin)\//.exec(path)?.[1];
    const other = target && entryOf(target);
    return packageOf(from) === 'web' && other !== undefined && entryOf(from) !== other;
  }),
  perImport('only tests import tests', (_from, { target }) => target !== undefined && isTest(target)),
  { name: 'imports never form a circle', check: findCycles },
  { name: 'features form no ring', check: findFeatureRings },
  { name: 'names of files are unique in their package', check: findRepeatedNames },
];
