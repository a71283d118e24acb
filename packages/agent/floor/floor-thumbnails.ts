/**
 * Small pictures of jobs for screens, made from the fetched file when somebody looks, and kept beside it. Owns their folder and its
 * bound; they are worth nothing: whatever else needs the disk comes first.
 *
 * INVARIANTS
 * 1. A file is looked at in the image process alone.
 * 2. One file is made small once at a time, however many look.
 */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobStore } from '../jobs/job-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { PreparationInterrupted, PreparationRefused } from '../ports/photo-preparer.ts';
import type { SheetTools } from '../ports/sheet-tools.ts';

export interface FloorThumbnailsDeps {
  jobs: Pick<JobStore, 'find'>;
  tools: Pick<SheetTools, 'thumbnail'>;
  sourcesDir: string;
  thumbnailsDir: string;
  /** False while the disk has no room for what nobody paid for. */
  hasRoom: () => boolean;
  log: AgentLog;
}

const edgePx = 256;
/** Some thousand pictures. */
const maxBytes = 24 * 1024 * 1024;
/** Pictures that wait to be made; who wants more of them is told to ask again. */
const maxWaiting = 64;

/** `later`: it can be made, and isn't yet. */
type FoundThumbnail = Uint8Array | 'later' | undefined;

export type FloorThumbnails = ReturnType<typeof createFloorThumbnails>;

export function createFloorThumbnails(deps: FloorThumbnailsDeps) {
  const { jobs, tools, sourcesDir, thumbnailsDir, hasRoom, log } = deps;
  const making = new Map<string, Promise<FoundThumbnail>>();
  /** Files that no picture can be made of. */
  const refused = new Set<string>();
  const pathOf = (sha256: string) => join(thumbnailsDir, `${sha256}.jpg`);

  const make = async (sha256: string): Promise<FoundThumbnail> => {
    try {
      const { jpeg } = await tools.thumbnail({ sourcePath: join(sourcesDir, sha256), edgePx });
      if (hasRoom()) keep(sha256, jpeg);
      return jpeg;
    } catch (error) {
      if (error instanceof PreparationInterrupted) return 'later';
      if (error instanceof PreparationRefused) refused.add(sha256);
      else log('warn', 'thumbnail.failed', { error });
      return undefined;
    } finally {
      making.delete(sha256);
    }
  };

  const keep = (sha256: string, jpeg: Uint8Array): void => {
    const partPath = join(thumbnailsDir, `.part-${randomUUID()}`);
    writeFileSync(partPath, jpeg, { mode: 0o600 });
    renameSync(partPath, pathOf(sha256));
    deleteOldest(thumbnailsDir);
  };

  return {
    /** Files of which there is one, or can be. */
    list(): ReadonlySet<string> {
      const made = readdirSync(thumbnailsDir).map((name) => name.replace(/\.jpg$/, ''));
      const known = new Set([...made, ...readdirSync(sourcesDir)]);
      for (const sha256 of refused) known.delete(sha256);
      return known;
    },
    /** The JPEG; undefined where there is none: no such job, or its file is not here, or is none that can be shown. */
    async find(jobId: string): Promise<FoundThumbnail> {
      const sha256 = jobs.find(jobId)?.ticket.document.sha256;
      if (sha256 === undefined || refused.has(sha256)) return undefined;
      const path = pathOf(sha256);
      const kept = await readFile(path).catch(() => undefined);
      if (kept) {
        const now = new Date();
        utimesSync(path, now, now);
        return kept;
      }
      if (!existsSync(join(sourcesDir, sha256))) return undefined;
      const under = making.get(sha256);
      if (under) return await under;
      if (making.size >= maxWaiting) return 'later';
      const made = make(sha256);
      making.set(sha256, made);
      return await made;
    },
    /** The disk is needed for something else. */
    giveUpRoom(): void {
      rmSync(thumbnailsDir, { recursive: true, force: true });
      mkdirSync(thumbnailsDir, { mode: 0o700 });
    },
  };
}

/** Those that were looked at longest ago go first. */
function deleteOldest(dir: string): void {
  const files = readdirSync(dir).flatMap((name) => {
    const stat = statSync(join(dir, name), { throwIfNoEntry: false });
    return stat ? [{ name, bytes: stat.size, atMs: stat.mtimeMs }] : [];
  });
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of files.toSorted((a, b) => a.atMs - b.atMs)) {
    if (bytes <= maxBytes) return;
    rmSync(join(dir, file.name), { force: true });
    bytes -= file.bytes;
  }
}
