/** Servers of a bench as processes of their own, so that the load and the loaded don't share a thread. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ServerProcess {
  pid: number;
  // biome-ignore lint/suspicious/noExplicitAny: the first message of each kind of server, see its file.
  ready: any;
  stop(): Promise<void>;
}

/** Forks a file and waits for its first message; rejects when it ends before. */
export async function startServer(
  file: string,
  env: Record<string, string> = {},
  execArgv: readonly string[] = [],
): Promise<ServerProcess> {
  const child: ChildProcess = fork(file, {
    env: { ...process.env, MALLOC_ARENA_MAX: '2', ...env },
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)));
  });
  return {
    pid: child.pid!,
    ready,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resident memory of a process in MiB (Linux). */
export function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

/** Seconds of processor time of a process so far, of all its threads (Linux). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ticksASecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}

/** The highest resident memory of a process while something runs, above what it was before. */
export async function growthMiB(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = residentMiB(pid);
  let max = before;
  const timer = setInterval(() => {
    max = Math.max(max, residentMiB(pid));
  }, 10);
  await work().finally(() => clearInterval(timer));
  return max - before;
}
