/**
 * Room on the disk: the agent's own budget, and what must stay free for the journal. Owns when nothing new is fetched or
 * prepared, and a reserve that is given up when the disk is full, so that what is at a printer can still be written down.
 * Must never remove a customer's file: report.ts does, once the cloud knows the end of its job.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { AgentDisk } from '@platen/contracts/agent-protocol';
import type { AgentFolder } from './agent-folder.ts';
import type { AgentLog } from './agent-log.ts';

export interface DiskRoomDeps {
  folder: Pick<AgentFolder, 'dir' | 'sourcesDir' | 'preparedDir' | 'spoolPath'>;
  /** What customers' files and the spool may take together, in bytes. */
  budgetBytes: number;
  /** Free bytes below which nothing new is begun. */
  minFreeBytes: number;
  log: AgentLog;
  /** There is room again, or none any more. */
  onChange: (disk: AgentDisk) => void;
  /** Free bytes of the disk; statfs unless told. */
  freeBytesOf?: (path: string) => number;
  checkEveryMs?: number;
}

export interface DiskRoom {
  /** The newest look at it. */
  readonly now: AgentDisk;
  /** True when so many more bytes may be written for new work. */
  mayTake(bytes: number): boolean;
  /** Looks now. */
  check(): AgentDisk;
  /** The spool couldn't be written: the reserve is given up. */
  isFull(): void;
  /** The spool is damaged. */
  isDamaged(): void;
  start(): void;
  stop(): void;
}

/** Enough for thousands of journal lines. */
const reserveBytes = 8 * 1024 * 1024;
const everyMs = 10_000;

export function createDiskRoom(deps: DiskRoomDeps): DiskRoom {
  const { folder, budgetBytes, minFreeBytes, log, onChange, checkEveryMs = everyMs } = deps;
  const freeBytesOf = deps.freeBytesOf ?? freeBytes;
  const reservePath = join(folder.dir, 'reserve');
  let isDamaged = false;
  let timer: NodeJS.Timeout | undefined;
  let now = measure();

  /** What can't be read (a disk that was unmounted or fails) counts as no room, and never ends the agent. */
  function readDisk(): { free_bytes: number; used_bytes: number } {
    try {
      return { free_bytes: Math.max(0, freeBytesOf(folder.dir)), used_bytes: usedBytes(folder) };
    } catch (error) {
      log('error', 'disk.unreadable', { dir: folder.dir, error });
      return { free_bytes: 0, used_bytes: 0 };
    }
  }

  function measure(): AgentDisk {
    const { free_bytes, used_bytes } = readDisk();
    const state = isDamaged
      ? 'damaged'
      : free_bytes < minFreeBytes
        ? 'low'
        : used_bytes > budgetBytes
          ? 'over-budget'
          : 'ok';
    return { state, free_bytes, used_bytes, budget_bytes: budgetBytes };
  }

  const check = (): AgentDisk => {
    const before = now.state;
    now = measure();
    if (now.state === 'ok') keepReserve(reservePath, now.free_bytes > minFreeBytes + 2 * reserveBytes);
    if (now.state === before) return now;
    log(now.state === 'ok' ? 'info' : 'warn', `disk.${now.state}`, { ...now, message: sentences[now.state] });
    onChange(now);
    return now;
  };

  return {
    get now() {
      return now;
    },
    mayTake(bytes) {
      if (now.state !== 'ok') return false;
      // An empty folder takes even a file beyond the budget: it would wait for ever.
      const fits = now.used_bytes === 0 || now.used_bytes + bytes <= budgetBytes;
      if (!fits || now.free_bytes - bytes < minFreeBytes) return false;
      now = { ...now, used_bytes: now.used_bytes + bytes, free_bytes: now.free_bytes - bytes };
      return true;
    },
    check,
    isFull() {
      rmSync(reservePath, { force: true });
      check();
    },
    isDamaged() {
      isDamaged = true;
      check();
    },
    start() {
      check();
      timer = setInterval(check, checkEveryMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

const sentences: Record<AgentDisk['state'], string> = {
  ok: 'There is room again: work goes on.',
  low: 'The disk is nearly full: nothing new is fetched or prepared until there is room. What is ready is printed.',
  'over-budget':
    'The files of waiting jobs have used up PLATEN_DISK_BUDGET_MB: new ones wait until some are printed.',
  damaged: 'The spool is damaged: nothing is printed from it.',
};

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function usedBytes({ sourcesDir, preparedDir }: DiskRoomDeps['folder']): number {
  let bytes = 0;
  for (const dir of [sourcesDir, preparedDir]) {
    for (const file of readdirSync(dir))
      bytes += statSync(join(dir, file), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/** Real blocks, not a hole: giving them up must free something. */
function keepReserve(path: string, hasRoom: boolean): void {
  if (!hasRoom || existsSync(path)) return;
  try {
    const file = openSync(path, 'w', 0o600);
    try {
      const block = Buffer.alloc(1024 * 1024, 0x70);
      for (let written = 0; written < reserveBytes; written += block.length) writeSync(file, block);
    } finally {
      closeSync(file);
    }
  } catch {
    rmSync(path, { force: true });
  }
}
