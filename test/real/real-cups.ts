/**
 * A cupsd of our own on a loopback port, with its files in a temporary folder, for comparisons. Needs root, as cupsd does.
 * Must never touch the machine's own CUPS.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../fixtures/free-port.ts';
import { getRealTool } from './real-printers.ts';

export interface CupsServer {
  /** host:port, for `lp -h`. */
  address: string;
  /** Adds a driverless queue for a printer. Throws with lpadmin's words. */
  addQueue(name: string, printerUri: string): void;
  /** Prints a file and resolves when `lp` has handed it over. Throws with lp's words. */
  print(queue: string, file: string, options: string[]): Promise<void>;
  /** Jobs that CUPS has not finished. */
  unfinished(queue: string): number;
  stop(): Promise<void>;
}

const lpGroup = (): number => Number(/^lp:[^:]*:(\d+):/m.exec(readFileSync('/etc/group', 'utf8'))?.[1] ?? 0);

function writeConfiguration(root: string, port: number, keepsHistory: boolean): void {
  const folders = {
    RequestRoot: 'spool',
    TempDir: 'tmp',
    CacheDir: 'cache',
    StateDir: 'state',
    ServerKeychain: 'ssl',
  };
  for (const folder of Object.values(folders)) mkdirSync(join(root, folder));
  const group = lpGroup();
  for (const [folder, mode] of [
    ['spool', 0o711],
    ['tmp', 0o1770],
    ['cache', 0o770],
    ['state', 0o755],
  ] as const) {
    chownSync(join(root, folder), 0, group);
    chmodSync(join(root, folder), mode);
  }
  chmodSync(root, 0o755);
  const lines = Object.entries(folders).map(([name, folder]) => `${name} ${join(root, folder)}`);
  const logs = ['ErrorLog', 'AccessLog', 'PageLog'].map((name) => `${name} ${join(root, name)}`);
  writeFileSync(join(root, 'cups-files.conf'), [`ServerRoot ${root}`, ...lines, ...logs, ''].join('\n'));
  const policy = '<Policy default>\n<Limit All>\nOrder deny,allow\nAllow from 127.0.0.1\n</Limit>\n</Policy>';
  const rules = `<Location />\nOrder deny,allow\nAllow from 127.0.0.1\n</Location>\n<Location /admin>\nAllow from 127.0.0.1\n</Location>`;
  const settings = [
    'LogLevel warn',
    `Listen 127.0.0.1:${port}`,
    'Browsing No',
    'DefaultAuthType None',
    'MaxJobs 0',
    `PreserveJobHistory ${keepsHistory ? 'Yes' : 'No'}`,
  ];
  writeFileSync(join(root, 'cupsd.conf'), [...settings, rules, policy, ''].join('\n'));
}

function run(tool: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr.trim() || stdout.trim()}`);
  return stdout;
}

/** Starts cupsd and waits until it answers. `keepsHistory`: of ended jobs, as CUPS does by itself. */
export async function startCups({ keepsHistory = false } = {}): Promise<CupsServer> {
  const root = mkdtempSync(join(tmpdir(), 'platen-cups-'));
  const port = await freePort();
  writeConfiguration(root, port, keepsHistory);
  const flags = ['-f', '-c', join(root, 'cupsd.conf'), '-s', join(root, 'cups-files.conf')];
  const child: ChildProcess = spawn(getRealTool('cupsd'), flags, { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = `127.0.0.1:${port}`;
  // lpstat ends with 0 whether or not there is a scheduler: its words tell.
  const isRunning = () =>
    /is running/.test(
      spawnSync('lpstat', ['-h', address, '-r'], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
        .stdout,
    );
  for (let tries = 0; !isRunning(); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error(`cupsd does not start: see ${root}`);
    await sleep(100);
  }
  return {
    address,
    addQueue: (name, printerUri) =>
      void run('/usr/sbin/lpadmin', ['-h', address, '-p', name, '-E', '-v', printerUri, '-m', 'everywhere']),
    print: (queue, file, options) =>
      new Promise((resolve, reject) => {
        const lp = spawn('lp', ['-h', address, '-d', queue, ...options, file], { stdio: 'ignore' });
        lp.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`lp ended with ${code}`))));
      }),
    unfinished: (queue) => run('lpstat', ['-h', address, '-o', queue]).split('\n').filter(Boolean).length,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}
