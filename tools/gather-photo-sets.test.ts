import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSampleRandom } from '@platen/imaging/testing/random-samples';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { isSamePicture, readPhotoPrint } from './photo-likeness.ts';

const folder = mkdtempSync(join(tmpdir(), 'photo-sets-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Soft blots, as large as what a fingerprint sees. */
function drawScene(seed: number, widthPx = 480, heightPx = 320): Promise<Buffer> {
  const random = createSampleRandom(seed);
  const small = Buffer.from(Array.from({ length: 12 * 8 * 3 }, () => Math.floor(random.share() * 256)));
  return sharp(small, { raw: { width: 12, height: 8, channels: 3 } })
    .resize(widthPx, heightPx, { kernel: 'cubic' })
    .jpeg({ quality: 92 })
    .toBuffer();
}

interface Take {
  commit: string;
  photos: Record<string, Record<string, number>>;
}
function readTable<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as T;
}
const restoration = readTable<Record<string, Record<string, Take>>>('photo-sets-restoration.json');
const quality = readTable<Record<string, Record<string, string[]>>>('photo-sets.json');
const denied = readTable<string[]>('photo-sets-denied.json');

describe('the sets of restoration', () => {
  test('no repository is in two of them', () => {
    const all = Object.values(restoration).flatMap((repositories) => Object.keys(repositories));
    expect(new Set(all).size).toBe(all.length);
  });

  test('what is reported on was never learned or chosen from, for the quality check neither', () => {
    const seen = new Set(Object.values(quality).flatMap((repositories) => Object.keys(repositories)));
    expect(Object.keys(restoration.report ?? {}).filter((name) => seen.has(name))).toEqual([]);
  });

  test('every commit is whole, and no two photos of a repository get one name', () => {
    for (const take of Object.values(restoration).flatMap((repositories) => Object.values(repositories))) {
      expect(take.commit).toMatch(/^[0-9a-f]{40}$/);
      const numbers = Object.values(take.photos).flatMap((photos) => Object.values(photos));
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });

  test('each repository and its licence is named', () => {
    const named = readFileSync(join(import.meta.dirname, '../docs/photo-sets.md'), 'utf8');
    const rows = named.split('## Photos on which restoration is tried')[1] ?? '';
    for (const repository of Object.values(restoration).flatMap((repositories) =>
      Object.keys(repositories),
    )) {
      expect(rows, repository).toContain(`| ${repository} |`);
    }
  });

  test('they are as large as the rule of data asks', () => {
    const count = (set: string, kind: string) =>
      Object.values(restoration[set] ?? {}).reduce(
        (sum, take) => sum + Object.keys(take.photos[kind] ?? {}).length,
        0,
      );
    expect(
      [count('learn', 'good'), count('choose', 'good'), count('report', 'good')].map((n) => n >= 200),
    ).toEqual([true, true, true]);
    for (const set of ['learn', 'choose', 'report']) {
      expect(count(set, 'old-damaged')).toBeGreaterThanOrEqual(40);
      expect(count(set, 'old-clean')).toBeGreaterThanOrEqual(30);
    }
  });
});

describe('fingerprints', () => {
  test('a copy that is smaller, greyer, or saved worse is the same picture; another scene is none', async () => {
    const scene = await readPhotoPrint(await drawScene(1));
    const copies = [
      await sharp(await drawScene(1))
        .resize(150, 110, { fit: 'fill' })
        .jpeg({ quality: 30 })
        .toBuffer(),
      await sharp(await drawScene(1))
        .greyscale()
        .linear(0.7, 30)
        .png()
        .toBuffer(),
    ];
    for (const copy of copies) expect(isSamePicture(scene, await readPhotoPrint(copy))).toBe(true);
    const others = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => readPhotoPrint(await drawScene(100 + i))),
    );
    expect(others.filter((other) => isSamePicture(scene, other))).toEqual([]);
    expect(others.filter((other) => denied.some((print) => isSamePicture(print, other)))).toEqual([]);
  });
});

describe('gathering', () => {
  function runGit(cwd: string, ...words: string[]): string {
    return execFileSync(
      'git',
      [
        '-c',
        'user.name=Nobody',
        '-c',
        'user.email=nobody@example.com',
        '-c',
        'init.defaultBranch=main',
        ...words,
      ],
      { cwd, encoding: 'utf8' },
    ).trim();
  }

  test('takes the files of the commit that is named, whatever became of them, and goes on when one is gone', async () => {
    const home = join(folder, 'from/owner/album.git');
    mkdirSync(home, { recursive: true });
    runGit(home, 'init', '--quiet');
    runGit(home, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
    const first = await drawScene(7);
    writeFileSync(join(home, 'a photo é.JPG'), first);
    runGit(home, 'add', '.');
    runGit(home, 'commit', '--quiet', '-m', 'One photo');
    const commit = runGit(home, 'rev-parse', 'HEAD');
    writeFileSync(join(home, 'a photo é.JPG'), await drawScene(8));
    runGit(home, 'commit', '--quiet', '-am', 'Another in its place');

    const list = join(folder, 'list.json');
    const photos = { good: { 'a photo é.JPG': 12, 'gone.jpg': 13 } };
    const takes = { 'owner/nowhere': { commit, photos }, 'owner/album': { commit, photos } };
    writeFileSync(list, JSON.stringify({ learn: takes }));
    const script = join(import.meta.dirname, 'gather-photo-sets.ts');
    const into = join(folder, 'into');
    const from = `file://${join(folder, 'from')}/`;
    const run = spawnSync(process.execPath, [script, into, '--list', list, '--from', from], {
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(1);
    expect(run.stdout).toContain("learn: owner/nowhere can't be had");
    expect(run.stdout).toContain('learn: owner/album, 1 of 2');
    expect(readdirSync(join(into, 'learn/good'))).toEqual(['owner+album-012.jpg']);
    expect(readFileSync(join(into, 'learn/good/owner+album-012.jpg')).equals(first)).toBe(true);
  });

  test('without a folder it does nothing but say so', () => {
    const script = join(import.meta.dirname, 'gather-photo-sets.ts');
    const run = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(run.status).not.toBe(0);
    expect(run.stderr).toContain('name the folder');
  });
});
