/**
 * Gathers the good photos on which the quality check is tried: `node tools/gather-photo-sets.ts DIR` puts them into
 * DIR/learn, DIR/choose and DIR/report, each from repositories of its own (docs/photo-sets.md). Needs git and the internet;
 * nothing else runs it, and nothing of it is committed.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const sets = JSON.parse(readFileSync(join(import.meta.dirname, 'photo-sets.json'), 'utf8')) as Record<
  string,
  Record<string, string[]>
>;
const [target] = process.argv.slice(2);
if (!target) throw new Error('gather-photo-sets: name the folder to put them into');

/** Copies what is still there: repositories change. */
function gather(repository: string, paths: readonly string[], folder: string): number {
  const clone = mkdtempSync(join(tmpdir(), 'photo-set-'));
  try {
    execFileSync('git', ['clone', '--depth', '1', `https://github.com/${repository}.git`, clone], {
      stdio: 'inherit',
    });
    const found = paths.filter((path) => existsSync(join(clone, path)));
    found.forEach((path, i) => {
      const name = `${repository.replace('/', '+')}-${String(i).padStart(3, '0')}`;
      copyFileSync(join(clone, path), join(folder, `${name}${extname(path).toLowerCase()}`));
    });
    return found.length;
  } finally {
    rmSync(clone, { recursive: true });
  }
}

for (const [set, repositories] of Object.entries(sets)) {
  const folder = join(target, set);
  mkdirSync(folder, { recursive: true });
  for (const [repository, paths] of Object.entries(repositories)) {
    console.log(`${set}: ${repository}, ${gather(repository, paths, folder)} of ${paths.length}`);
  }
}
