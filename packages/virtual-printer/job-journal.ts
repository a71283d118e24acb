/**
 * Owns the file that lets jobs and the job-id counter survive the process: one JSON line for each change, replayed
 * at start and rewritten short by an atomic rename. A line that was cut off by a crash is left out. Must never be
 * the place where a job's state is decided.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobRecord } from './job-record.ts';

/** What the printer remembers. */
export interface JobJournal {
  readonly printerUuid: string;
  /** By id, in order. */
  readonly jobs: Map<number, JobRecord>;
  nextJobId(): number;
  /** Notes the job as it is now. */
  save(job: JobRecord): void;
  /** Forgets the job; its id is never given out again. */
  drop(id: number): void;
}

type Line = { printerUuid: string; nextJobId: number } | { job: JobRecord } | { drop: number };

const compactEveryLines = 20_000;

function readLines(file: string): Line[] {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return content.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });
}

/** Opens or creates the journal of `dir`. `printerUuid` (urn:uuid:…) is kept from the first start on. */
export function openJobJournal(dir: string, printerUuid = `urn:uuid:${randomUUID()}`): JobJournal {
  const file = join(dir, '.journal.jsonl');
  const jobs = new Map<number, JobRecord>();
  let nextId = 1;
  let uuid = printerUuid;
  for (const line of readLines(file)) {
    if ('job' in line) {
      jobs.set(line.job.id, line.job);
      nextId = Math.max(nextId, line.job.id + 1);
    } else if ('drop' in line) {
      jobs.delete(line.drop);
    } else {
      nextId = Math.max(nextId, line.nextJobId);
      uuid = line.printerUuid;
    }
  }
  // A deleted journal must not lead to a second job under the number of a folder that is there.
  for (const entry of readdirSync(dir))
    nextId = Math.max(nextId, Number(/^(?:\.\w+-)?(\d{6,})-/.exec(entry)?.[1] ?? 0) + 1);
  let lines = 0;
  const compact = (): void => {
    const kept: Line[] = [
      { printerUuid: uuid, nextJobId: nextId },
      ...[...jobs.values()].map((job) => ({ job })),
    ];
    writeFileSync(`${file}.new`, `${kept.map((line) => JSON.stringify(line)).join('\n')}\n`);
    renameSync(`${file}.new`, file);
    lines = 0;
  };
  const append = (line: Line): void => {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    lines += 1;
    if (lines >= compactEveryLines) compact();
  };
  compact();
  return {
    printerUuid: uuid,
    jobs,
    nextJobId() {
      nextId += 1;
      return nextId - 1;
    },
    save(job) {
      jobs.set(job.id, job);
      append({ job });
    },
    drop(id) {
      jobs.delete(id);
      append({ drop: id });
    },
  };
}
