/**
 * Installs the dependencies when node_modules does not hold what package-lock.json says. Owns that comparison.
 * It installs from the lock file alone, asks nothing, and must never change the lock file.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './node-runtime.mjs';

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/**
 * True when every package that is wanted here is there in the locked version. npm writes what it installed to
 * node_modules/.package-lock.json, last of all, so an interrupted installation counts as missing.
 */
function isInstalled(dir, { withDevelopment }) {
  const locked = readPackages(join(dir, 'package-lock.json'));
  const installed = readPackages(join(dir, 'node_modules', '.package-lock.json'));
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    // Packages for other platforms are locked but not installed.
    if (!found) return Boolean(wanted.optional || wanted.devOptional || (wanted.dev && !withDevelopment));
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** Installs when needed. Returns false, after npm has said why, when that failed. */
export function installDependencies({ withDevelopment }) {
  if (isInstalled(rootDir, { withDevelopment })) return true;
  console.error('Installing dependencies from package-lock.json (once; about a minute) ...');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'];
  const { status, error } = spawnSync('npm', args, {
    cwd: rootDir,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return true;
  console.error(`platen: npm ci failed${error ? ` (${error.message})` : ''}; nothing was started.`);
  return false;
}
