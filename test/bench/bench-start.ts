/** From `npm start` to ready (dependencies installed), and the idle memory of cloud and agent. Linux only (/proc). */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMiB } from './bench-process.ts';
import { median, type Row } from './bench-table.ts';

const rounds = 5;
const idleMs = 15_000;
const root = join(import.meta.dirname, '../..');

interface Started {
  readyMs: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts everything as a user does; ready is when health answers ok, which needs the agent online. */
async function start(dataDir: string, port: number): Promise<Started> {
  const began = performance.now();
  const env = { ...process.env, PLATEN_DATA_DIR: dataDir, PLATEN_PORT: String(port) };
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    // npm ends before what it started: the port is free when nobody answers.
    for (let tries = 0; tries < 250; tries++) {
      if (!(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined))) return;
      await sleep(20);
    }
  };
  for (let tries = 0; tries < 1500; tries++) {
    const health = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      (reply) => reply.json() as Promise<{ status: string }>,
      () => undefined,
    );
    if (health?.status === 'ok') return { readyMs: performance.now() - began, pid: child.pid!, stop };
    await sleep(20);
  }
  await stop();
  throw new Error('npm start was not ready within 30 s');
}

/** The process below this one that runs a file, by its command line. */
async function findProcess(ancestor: number, file: string): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The second field behind the command's name in brackets is the parent.
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || isBelow(parents.get(pid)));
  for (const pid of parents.keys()) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(file) && isBelow(pid)) return pid;
  }
  throw new Error(`no process runs ${file}`);
}

export async function benchStart(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const port = 18_080;
  try {
    const first = await start(dataDir, port);
    await first.stop();
    const readyMs: number[] = [];
    let memory = { cloud: 0, agent: 0 };
    for (let round = 0; round < rounds; round++) {
      const started = await start(dataDir, port);
      readyMs.push(started.readyMs);
      if (round === rounds - 1) {
        await sleep(idleMs);
        memory = {
          cloud: residentMiB(await findProcess(started.pid, 'cloud/main.ts')),
          agent: residentMiB(await findProcess(started.pid, 'agent/main.ts')),
        };
      }
      await started.stop();
    }
    const ready = median(readyMs) / 1000;
    const row = (measure: string, platen: string, goal: string, met: boolean): Row => ({
      measure,
      platen,
      reference: '',
      ratio: '',
      goal,
      met,
    });
    return [
      row(
        'npm start to ready, the very first',
        `${(first.readyMs / 1000).toFixed(2)} s`,
        '',
        first.readyMs < 3000,
      ),
      row('npm start to ready, later ones', `${ready.toFixed(2)} s`, '< 3 s', ready < 3),
      row('idle memory of the cloud', `${memory.cloud.toFixed(0)} MiB`, '< 150 MiB', memory.cloud < 150),
      row('idle memory of the agent', `${memory.agent.toFixed(0)} MiB`, '< 120 MiB', memory.agent < 120),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
