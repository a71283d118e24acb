/**
 * Installs the dependencies when node_modules does not hold what package-lock.json says. Owns that comparison, and what is told
 * while it takes its time. It installs from the lock file alone, asks nothing, and must never change the lock file.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './node-runtime.mjs';

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/** True for what a machine may do without: packages for other platforms, and for work on Platen itself. */
const isDispensable = (wanted, { withDevelopment }) =>
  Boolean(wanted.optional || wanted.devOptional || (wanted.dev && !withDevelopment));

/**
 * True when every package that is wanted here is there in the locked version. npm writes what it installed to
 * node_modules/.package-lock.json, last of all, so an interrupted installation counts as missing.
 */
function isInstalled(dir, locked, scope) {
  const installed = readPackages(join(dir, 'node_modules', '.package-lock.json'));
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    if (!found) return isDispensable(wanted, scope);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

const tellEveryMs = { terminal: 500, file: 10_000 };

/** Says how many of the packages are unpacked, until it is ended: on one line of a terminal, seldom in a log. */
function tellProgress(dir, locked, scope) {
  const paths = Object.entries(locked ?? {})
    .filter(([path, wanted]) => path.includes('node_modules/') && !isDispensable(wanted, scope))
    .map(([path]) => join(dir, path, 'package.json'));
  const { isTTY } = process.stderr;
  const timer = setInterval(
    () => {
      const unpacked = paths.filter((path) => existsSync(path)).length;
      process.stderr.write(
        `${isTTY ? '\r' : ''}  ${unpacked} of ${paths.length} packages${isTTY ? '' : '\n'}`,
      );
    },
    isTTY ? tellEveryMs.terminal : tellEveryMs.file,
  );
  return () => {
    clearInterval(timer);
    if (isTTY) process.stderr.write('\r\u001b[K');
  };
}

/** Node.js comes with headers for C++, 67 MB of them for other processors; nothing here is ever compiled. */
function deleteHeaders(dir) {
  const inside = join(dir, 'node_modules', 'node', 'node_modules');
  if (!existsSync(inside)) return;
  for (const name of readdirSync(inside).filter((each) => each.startsWith('node-'))) {
    rmSync(join(inside, name, 'include'), { recursive: true, force: true });
  }
}

/**
 * Installs when needed: what Platen runs with, or with `withDevelopment` also what its tests, checks and benches need. Resolves
 * to false, after npm has said why, when that failed.
 */
export async function installDependencies({ withDevelopment }) {
  const scope = { withDevelopment };
  const locked = readPackages(join(rootDir, 'package-lock.json'));
  if (isInstalled(rootDir, locked, scope)) return true;
  console.error(
    withDevelopment
      ? 'Installing what Platen and its tests need, from package-lock.json (once; about a minute) ...'
      : 'Installing what Platen needs, from package-lock.json (once; about half a minute, 390 MB) ...',
  );
  const scopeFlag = withDevelopment ? '--include=dev' : '--omit=dev';
  const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', scopeFlag], {
    cwd: rootDir,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const endProgress = tellProgress(rootDir, locked, scope);
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(` (${error.message})`));
    child.once('exit', (status) => resolve(status === 0 ? undefined : ''));
  });
  endProgress();
  if (failure === undefined) {
    deleteHeaders(rootDir);
    return true;
  }
  console.error(`platen: npm ci failed${failure}; nothing was started.`);
  return false;
}
