/**
 * One part of Platen as a child process: started, watched, started again when it ends, stopped. Owns its life.
 *
 * INVARIANTS
 * 1. Before its first "ready" an end is final: the part can't start, and its own line says why. After it, an end is an
 *    accident: the part comes back after 1 s, then 2 s … 30 s.
 * 2. It runs in a process group of its own: a terminal's Ctrl-C reaches `platen up` alone, which stops its parts. When
 *    `platen up` dies, the closed IPC channel ends them.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import { type BoundedLog, findWarning } from './child-log.ts';

export interface ChildSpec {
  name: string;
  /** The file that Node.js runs. */
  mainPath: string;
  env: Record<string, string>;
  /** Flags for Node.js. */
  nodeFlags?: readonly string[];
}

/** What a part tells once it can work. */
export interface ReadyMessage {
  type: 'ready';
  baseUrl?: string;
  uri?: string;
  consoleUrl?: string;
  /** Sentences about settings that put this installation at risk. */
  unsafe?: string[];
}

/** What a part has for the person at the terminal alone, and for no log. */
interface NoticeMessage {
  type: 'notice';
  text: string;
}

/** Why a part can't start, in its own words. */
export class ChildStartError extends Error {}

export interface SupervisedChild {
  /** Its first "ready". Rejects with ChildStartError. */
  ready: Promise<ReadyMessage>;
  /** Ends it within `withinMs`, by force if it must. Never rejects. */
  stop(withinMs: number): Promise<void>;
}

export interface ChildDeps {
  log: BoundedLog;
  /** One line for people. */
  say: (line: string) => void;
  /** True while warnings are for the log alone: parts that start at once look for each other at first. */
  isStarting: () => boolean;
}

const startWithinMs = 60_000;
const steadyAfterMs = 60_000;

/** Starts the part. */
export function superviseChild(spec: ChildSpec, { log, say, isStarting }: ChildDeps): SupervisedChild {
  const first = Promise.withResolvers<ReadyMessage>();
  // Whoever stops everything early may never ask.
  first.promise.catch(() => {});
  let running: RunningChild | undefined;
  let again: NodeJS.Timeout | undefined;
  let restarts = 0;
  let wasReady = false;
  let stopping = false;

  const launch = () => {
    const startedAt = Date.now();
    running = runChild(spec, { log, echo: (line) => !isStarting() && !stopping && say(line) });
    const late = setTimeout(() => running?.process.kill('SIGKILL'), startWithinMs);
    running.ready.then((message) => {
      clearTimeout(late);
      if (wasReady && !stopping) say(`${spec.name}: works again.`);
      wasReady = true;
      first.resolve(message);
    });
    running.ended.then(({ how, lastWords }) => {
      clearTimeout(late);
      running = undefined;
      if (!wasReady)
        return first.reject(new ChildStartError(lastWords || `${spec.name}: ${how} while starting.`));
      if (stopping) return;
      if (Date.now() - startedAt > steadyAfterMs) restarts = 0;
      const pauseMs = nextPauseMs('childStart', restarts++);
      say(`${spec.name}: ${how}; starting it again in ${pauseMs / 1000} s.`);
      again = setTimeout(launch, pauseMs);
    });
  };
  launch();

  return {
    ready: first.promise,
    async stop(withinMs) {
      stopping = true;
      clearTimeout(again);
      if (!running) return;
      const { process: child, ended } = running;
      const force = setTimeout(() => {
        say(`${spec.name}: did not stop in time and was ended; the next start takes up its work.`);
        child.kill('SIGKILL');
      }, withinMs);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(force);
    },
  };
}

interface RunningChild {
  process: ChildProcess;
  /** Pending for ever when it ends before. */
  ready: Promise<ReadyMessage>;
  ended: Promise<{ how: string; lastWords: string }>;
}

/** One run of the part, its output taken apart into lines. */
function runChild(
  { name, mainPath, env, nodeFlags = [] }: ChildSpec,
  { log, echo }: { log: BoundedLog; echo: (line: string) => void },
): RunningChild {
  const child = fork(mainPath, [], {
    execArgv: [...nodeFlags],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let firstComplaint: string | undefined;
  let lastWarning: string | undefined;
  createInterface({ input: child.stdout! }).on('line', (line) => {
    log.write(line);
    const warning = findWarning(name, line);
    if (!warning) return;
    lastWarning = warning;
    echo(warning);
  });
  createInterface({ input: child.stderr! }).on('line', (line) => {
    log.write(line);
    if (line.trim() === '' || /^\(node:\d+\)|^\(Use `node/.test(line)) return;
    firstComplaint ??= line;
    echo(`${name}: ${line}`);
  });
  const ready = new Promise<ReadyMessage>((resolve) => {
    child.on('message', (message: ReadyMessage | NoticeMessage) => {
      if (message?.type === 'ready') resolve(message);
      if (message?.type === 'notice') echo(`${name}: ${message.text}`);
    });
  });
  const ended = new Promise<{ how: string; lastWords: string }>((resolve) => {
    const lastWords = () => firstComplaint ?? lastWarning ?? '';
    child.on('error', (error) => resolve({ how: `can't be run (${error.message})`, lastWords: lastWords() }));
    // "close" comes after the last line was read, "exit" may come before.
    child.on('close', (code, signal) =>
      resolve({ how: signal ? `was ended by ${signal}` : `ended with code ${code}`, lastWords: lastWords() }),
    );
  });
  return { process: child, ready, ended };
}
