/**
 * Owns the real tools of this machine for tests: which there are, the daemons ippeveprinter needs, and
 * printers of CUPS' own make on loopback ports. Must never stop a process it did not start.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIppClient } from '@platen/ipp/ipp-client';
import { describe, it } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';

/** The tools that tests can ask for. */
export type RealTool =
  | 'ipptool'
  | 'ippeveprinter'
  | 'ippeveps'
  | 'transicc'
  | 'heif-enc'
  | 'chromium'
  | 'avahi-daemon'
  | 'cupsd'
  | 'lp'
  | 'dbus-daemon'
  | 'gs'
  | 'mutool'
  | 'pdftoppm'
  | 'pdftops'
  | 'qpdf';

/** Where a tool is installed, or undefined. Debian keeps daemons in sbin, which is not on every PATH. */
export function findRealTool(tool: RealTool): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin'];
  return folders
    .map((folder) => join(folder, tool))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The path of a tool. Throws when it is not installed. */
export function getRealTool(tool: RealTool): string {
  const path = findRealTool(tool);
  if (!path) throw new Error(`${tool} is not installed`);
  return path;
}

/**
 * `describe` for tests that need real tools: runs when all are there, is skipped when one is missing, and fails
 * instead of being skipped when PLATEN_TEST_REAL=1 promises that they are there.
 */
export function whenReal(tools: RealTool[]): (title: string, define: () => void) => void {
  const missing = tools.filter((tool) => !findRealTool(tool));
  if (missing.length === 0) return (title, define) => describe(title, define);
  if (process.env.PLATEN_TEST_REAL !== '1') return (title, define) => describe.skip(title, define);
  return (title) =>
    describe(title, () => {
      it('has its tools', () => {
        throw new Error(`PLATEN_TEST_REAL=1, but not installed: ${missing.join(', ')}`);
      });
    });
}

const isRunning = (tool: RealTool, checkArguments: string[]): boolean =>
  spawnSync(getRealTool(tool), checkArguments, { stdio: 'ignore' }).status === 0;

const busSocket = '/run/dbus/system_bus_socket';

/** Whether a system bus listens; a socket and a pid file of one that was killed may lie about. */
const busAnswers = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(busSocket, () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

async function startBus(): Promise<void> {
  if (await busAnswers()) return;
  mkdirSync('/run/dbus', { recursive: true });
  for (const stale of [busSocket, '/run/dbus/pid']) rmSync(stale, { force: true });
  const started = spawnSync(getRealTool('dbus-daemon'), ['--system', '--fork'], { encoding: 'utf8' });
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (await busAnswers()) return;
    await sleep(100);
  }
  throw new Error(`dbus-daemon does not start: ${started.stderr}`);
}

/** Starts the system bus and avahi unless they run; they stay for whoever comes next. Needs root to start them. */
async function startAvahi(): Promise<void> {
  await alone(async () => {
    if (isRunning('avahi-daemon', ['--check'])) return;
    await startBus();
    const flags = ['--daemonize', '--no-drop-root', '--no-chroot'];
    const started = spawnSync(getRealTool('avahi-daemon'), flags, { encoding: 'utf8' });
    for (let attempt = 0; attempt < 50; attempt += 1) {
      if (isRunning('avahi-daemon', ['--check'])) return;
      await sleep(100);
    }
    throw new Error(`avahi-daemon does not start: ${started.stderr}`);
  });
}

/** Runs `start` while no other test process does; a lock that someone left is broken after 20 s. */
async function alone(start: () => Promise<void>): Promise<void> {
  const lock = join(tmpdir(), 'platen-avahi.lock');
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      await sleep(100);
    }
  }
  try {
    await start();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** How an ippeveprinter is started. */
export interface IppeveprinterOptions {
  name: string;
  /** Run for each job, with the file as $1; /bin/true unless told. */
  script?: string;
  formats?: string[];
  /** ippeveprinter's own switches for its trays; a colour printer with a 4x6 photo tray unless told. */
  trays?: string[];
  /** Any free one unless told. */
  port?: number;
  /** Where its certificate is kept, and made when there is none; its own folder unless told. */
  keysDir?: string;
  /** Told everything that it says, every request and reply as libcups has read it included. */
  onOutput?: (text: string) => void;
}

/** What lies in one of its trays, in its own words. */
interface EveMedia {
  size: string;
  type: string;
  /** Sheets. */
  level: number;
}

/** A running ippeveprinter. */
export interface Ippeveprinter {
  uri: string;
  /** Says on its own web page what lies in its trays, the first one first. */
  load(trays: readonly EveMedia[]): Promise<void>;
  /** Where documents are kept. */
  spoolDir: string;
  /** For kill -STOP and the like. */
  process: ChildProcess;
  /** Ends the process and deletes its folder. */
  stop(): Promise<void>;
}

const startAttempts = 100;

async function waitUntilAnswering(uri: string, child: ChildProcess): Promise<void> {
  const client = createIppClient({ uri, deadlineMs: 2000 });
  try {
    for (let attempt = 0; attempt < startAttempts; attempt += 1) {
      if (child.exitCode !== null) throw new Error(`ippeveprinter ended with ${child.exitCode}`);
      const reply = await client.request({ operation: 'Get-Printer-Attributes' }).catch(() => undefined);
      if (reply?.status === 0) return;
      await sleep(100);
    }
  } finally {
    client.close();
  }
  throw new Error(`ippeveprinter does not answer at ${uri}`);
}

/** Starts an ippeveprinter (it insists on a name that has IPv4 and IPv6) and waits until it answers. */
export async function startIppeveprinter(options: IppeveprinterOptions): Promise<Ippeveprinter> {
  await startAvahi();
  const port = options.port ?? (await freePort());
  const spoolDir = mkdtempSync(join(tmpdir(), 'platen-ippeveprinter-'));
  const formats = options.formats ?? ['application/pdf', 'image/jpeg', 'image/pwg-raster', 'image/urf'];
  const flags = [
    '-d',
    spoolDir,
    '-k',
    '-n',
    'localhost',
    '-p',
    String(port),
    '-r',
    'off',
    '-c',
    options.script ?? '/bin/true',
    '-f',
    formats.join(','),
    ...(options.trays ?? ['-s', '10,10']),
    '-K',
    options.keysDir ?? spoolDir,
    ...(options.onOutput ? ['-vvv'] : []),
    options.name,
  ];
  if (options.keysDir) mkdirSync(options.keysDir, { recursive: true });
  const stderr = options.onOutput ? 'pipe' : 'ignore';
  const child = spawn(getRealTool('ippeveprinter'), flags, { stdio: ['ignore', 'ignore', stderr] });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => options.onOutput?.(text));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const uri = `ipp://127.0.0.1:${port}/ipp/print`;
  const stop = async (): Promise<void> => {
    // A printer that a test froze would never see the end coming.
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(killer);
    rmSync(spoolDir, { recursive: true, force: true });
  };
  const load = async (loaded: readonly EveMedia[]): Promise<void> => {
    const query = new URLSearchParams();
    for (const [at, { size, type, level }] of loaded.entries()) {
      query.set(`size${at + 1}`, size);
      query.set(`type${at + 1}`, type);
      query.set(`level${at + 1}`, String(level));
    }
    const answer = await fetch(`http://127.0.0.1:${port}/media?${query}`);
    if (!answer.ok) throw new Error(`its page of media answers ${answer.status}`);
    await answer.text();
  };
  try {
    await waitUntilAnswering(uri, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { uri, load, spoolDir, process: child, stop };
}
