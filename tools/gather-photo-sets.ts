/**
 * Gathers the photos on which the project is tried: `node tools/gather-photo-sets.ts DIR [--list restoration] [--from BASE]`
 * (docs/photo-sets.md). Without a list it is those of the quality check, into DIR/learn, DIR/choose and DIR/report; those of restoration
 * come from the commits that are named and lie a level deeper, by what they show. BASE is where repositories are cloned from,
 * GitHub unless said otherwise. Needs git 2.27 or later and the internet; nothing else runs it, nothing of it is committed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isSamePicture, type PhotoPrint, readPhotoPrint } from './photo-likeness.ts';

/** What is taken from a repository: by kind, each path and the number that names its file, which stays when others go. */
interface RepositoryTake {
  commit: string;
  photos: Record<string, Record<string, number>>;
}
type QualitySets = Record<string, Record<string, string[]>>;
type RestorationSets = Record<string, Record<string, RepositoryTake>>;

const maxFileBytes = 100_000_000;

const { values, positionals } = parseArgs({
  options: { list: { type: 'string' }, from: { type: 'string', default: 'https://github.com/' } },
  allowPositionals: true,
});
const [target] = positionals;
if (!target) throw new Error('gather-photo-sets: name the folder to put them into');

function readTable<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as T;
}

/** The quality check's photos have no kinds, and are taken as they are now. */
function readSets(): RestorationSets {
  if (values.list === 'restoration') return readTable('photo-sets-restoration.json');
  if (values.list) return JSON.parse(readFileSync(values.list, 'utf8')) as RestorationSets;
  const sets: RestorationSets = {};
  for (const [set, repositories] of Object.entries(readTable<QualitySets>('photo-sets.json'))) {
    sets[set] = {};
    for (const [repository, paths] of Object.entries(repositories)) {
      sets[set][repository] = {
        commit: 'HEAD',
        photos: { '': Object.fromEntries(paths.map((path, i) => [path, i])) },
      };
    }
  }
  return sets;
}

function runGit(clone: string, ...words: string[]): Buffer {
  return execFileSync('git', ['-C', clone, ...words], {
    maxBuffer: maxFileBytes,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The commit that was looked at, or what the repository has become when it was rewritten. */
function findCommit(clone: string, commit: string): string {
  for (const attempt of ['none', 'fetch']) {
    try {
      if (attempt === 'fetch') runGit(clone, 'fetch', '--quiet', '--depth', '1', 'origin', commit);
      return runGit(clone, 'rev-parse', '--verify', `${commit}^{commit}`).toString().trim();
    } catch {}
  }
  console.log(`  ${commit.slice(0, 8)} is gone: taken from its newest commit`);
  return 'HEAD';
}

const denied = readTable<PhotoPrint[]>('photo-sets-denied.json');

/** Copies what is still there and may be used: repositories change. */
async function gather(set: string, repository: string, take: RepositoryTake): Promise<string> {
  const clone = mkdtempSync(join(tmpdir(), 'photo-set-'));
  let [found, total] = [0, 0];
  try {
    const address = `${values.from}${repository}.git`;
    execFileSync('git', ['clone', '--quiet', '--depth', '1', '--no-checkout', address, clone], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const commit = findCommit(clone, take.commit);
    for (const [kind, photos] of Object.entries(take.photos)) {
      const folder = join(target as string, set, kind);
      mkdirSync(folder, { recursive: true });
      for (const [path, number] of Object.entries(photos)) {
        total++;
        let file: Buffer;
        try {
          file = runGit(clone, 'cat-file', 'blob', `${commit}:${path}`);
        } catch {
          continue;
        }
        const print = await readPhotoPrint(file);
        if (denied.some((other) => isSamePicture(print, other))) {
          console.log(`  left out, kept for examination: ${path}`);
          continue;
        }
        const name = `${repository.replace('/', '+')}-${String(number).padStart(3, '0')}`;
        writeFileSync(join(folder, `${name}${extname(path).toLowerCase()}`), file);
        found++;
      }
    }
  } finally {
    rmSync(clone, { recursive: true });
  }
  return `${set}: ${repository}, ${found} of ${total}`;
}

let lost = 0;
for (const [set, repositories] of Object.entries(readSets())) {
  for (const [repository, take] of Object.entries(repositories)) {
    try {
      console.log(await gather(set, repository, take));
    } catch (error) {
      lost++;
      console.log(`${set}: ${repository} can't be had, ${(error as Error).message.split('\n')[0]}`);
    }
  }
}
if (lost > 0) process.exitCode = 1;
