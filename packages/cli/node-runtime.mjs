/**
 * Finds the Node.js that Platen runs on, and runs a program in the foreground. Owns how signals and exit codes pass
 * through. Plain JavaScript for Node.js 20: it must never need anything that is installed.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package-lock.json and node_modules. */
export const rootDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const binDir = join(rootDir, 'node_modules', '.bin');

/** Where Node.js keeps compiled code between starts; deleting it costs nothing but the next start's time. */
const compileCacheDir = join(rootDir, 'node_modules', '.cache', 'platen-compile');

const minMajor = 24;

/** The Node.js to run TypeScript with: this one when it is new enough, else the one that npm installed. Throws without it. */
export function getNodePath() {
  if (Number(process.versions.node.split('.')[0]) >= minMajor) return process.execPath;
  const installed = ['node', 'node.exe']
    .map((file) => join(rootDir, 'node_modules', 'node', 'bin', file))
    .find((path) => existsSync(path));
  if (!installed) throw new Error(`Node.js ${minMajor} is not installed here. Run npm ci in ${rootDir}.`);
  return installed;
}

/** The environment for Platen's own processes. */
export const platenEnv = () => ({ NODE_COMPILE_CACHE: compileCacheDir, ...process.env });

/**
 * Runs a program on this terminal until it ends, and sets this process' exit code to the program's (128 + n after
 * signal n). A signal is handed on once. `isInterruptedByTerminal`: a terminal's Ctrl-C reaches the program by itself,
 * and a second SIGINT would mean "at once" to it.
 */
export function runInForeground(command, args, { env, isInterruptedByTerminal = false }) {
  const child = spawn(command, args, { env, stdio: 'inherit', shell: process.platform === 'win32' });
  const handedOn = new Set();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (handedOn.has(signal)) return;
      handedOn.add(signal);
      if (signal === 'SIGINT' && isInterruptedByTerminal && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  const watch = whenNpmIsGone(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(`platen: ${command} can't be run: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

const lookAfterNpmMs = 200;

/** npm hands SIGTERM to the shell between it and this process; the shell dies of it without a word. */
function whenNpmIsGone(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, lookAfterNpmMs);
  return watch;
}
