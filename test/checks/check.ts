/**
 * `npm run check`: everything about the source that can be known without running it. Owns the list of checks; changes no
 * file. Exit code 1 when one of them failed; every check runs all the same.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDeployment } from './deployment-files.ts';
import { findDeploymentFaults } from './deployment-rules.ts';
import { importRules } from './import-rules.ts';
import { readRepository } from './repository-files.ts';

const rootDir = join(import.meta.dirname, '../..');

interface Check {
  name: string;
  /** The output when it failed, else undefined. */
  run(): string | undefined;
}

function command(name: string, line: string): Check {
  const [program, ...args] = line.split(' ');
  return {
    name,
    run() {
      const ran = spawnSync(program!, args, {
        cwd: rootDir,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
        timeout: 300_000,
        maxBuffer: 64 * 1024 * 1024,
      });
      if (ran.status === 0) return undefined;
      return `${ran.stdout ?? ''}${ran.stderr ?? ''}${ran.error ? `${line}: ${ran.error.message}` : ''}`;
    },
  };
}

function findForbiddenImports(): string | undefined {
  const files = readRepository();
  const broken = importRules
    .map(({ name, check }) => [name, check(files)] as const)
    .filter(([, sentences]) => sentences.length > 0);
  const lines = broken.flatMap(([name, sentences]) => [`${name}:`, ...sentences.map((it) => `  ${it}`)]);
  return lines.length > 0 ? lines.join('\n') : undefined;
}

function findDeploymentTrouble(): string | undefined {
  const { files, facts } = readDeployment();
  const faults = findDeploymentFaults(files, facts);
  return faults.length > 0 ? faults.join('\n') : undefined;
}

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

/**
 * `npm install` can leave packages for other platforms out of the lock file; `npm ci`, and so every fresh clone, then
 * refuses it.
 */
function findUnlocked(): string | undefined {
  const text = readFileSync(join(rootDir, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(packages, path, name)),
  );
  return missing.length > 0 ? `package-lock.json lacks ${missing.join(', ')}` : undefined;
}

/** Looks where Node.js would: in the package's own node_modules, then in each one above. */
function isLocked(packages: Record<string, unknown>, from: string, name: string): boolean {
  const parts = from === '' ? [] : from.split('/node_modules/');
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const above = parts.slice(0, depth).join('/node_modules/');
    if (packages[above ? `${above}/node_modules/${name}` : `node_modules/${name}`]) return true;
  }
  return false;
}

/** Where a source in AssemblyScript is built by its asconfig.json, and what comes of it. */
const kernels = [
  ['packages/imaging/kernels', 'kernels.wasm'],
  ['packages/addresses/tagging', 'network.wasm'],
] as const;
const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** The committed kernels are those that the compiler makes of their source, byte for byte. */
function findStaleKernels(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'platen-kernels-'));
  try {
    const compiler = join(rootDir, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
    for (const [place, name] of kernels) {
      const rebuilt = join(folder, name);
      const config = join(rootDir, place, 'asconfig.json');
      const args = [compiler, '--config', config, '--outFile', rebuilt];
      const ran = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 300_000 });
      if (ran.status !== 0) return `${ran.stdout}${ran.stderr}${ran.error?.message ?? ''}`;
      const [committed, expected] = [hashOf(join(rootDir, place, name)), hashOf(rebuilt)];
      if (committed !== expected)
        return `${name} is ${committed}, its source gives ${expected}: npm run build:kernels`;
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const checks: readonly Check[] = [
  command('types', 'tsc -p .'),
  command('types of the web', 'tsc -p packages/web'),
  command('lint and format', 'biome check --error-on-warnings .'),
  { name: 'import rules', run: findForbiddenImports },
  command('unused code', 'knip --no-progress --treat-config-hints-as-errors'),
  { name: 'built kernels', run: findStaleKernels },
  { name: 'lock file', run: findUnlocked },
  { name: 'images and services', run: findDeploymentTrouble },
];

if (!existsSync(join(rootDir, 'node_modules'))) throw new Error('Run npm ci first.');
let failed = 0;
for (const { name, run } of checks) {
  const startedAt = performance.now();
  const output = run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${output === undefined ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  if (output === undefined) continue;
  failed += 1;
  console.log(output.trimEnd().replaceAll(/^/gm, '        '));
}
console.log(`check: ${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
