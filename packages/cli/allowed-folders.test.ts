/** Nothing leaves the allowed folders: not by `..`, not by a link, not by a swap at the right moment. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@platen/contracts/app-error';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAllowedFile, realFolder } from './allowed-folders.ts';

/** What happens between the look at a file and its opening, and what Linux says of an open file. */
const seam = vi.hoisted(() => ({
  beforeOpen: undefined as (() => Promise<void>) | undefined,
  hidesOpenFiles: false,
}));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: async (...given: Parameters<typeof real.open>) => {
      await seam.beforeOpen?.();
      return await real.open(...given);
    },
    readlink: async (path: string) => {
      if (seam.hidesOpenFiles) throw new Error('no /proc here');
      return await real.readlink(path);
    },
  };
});

let dir: string;
let allowed: string;
let outside: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'platen-allowed-')));
  allowed = join(dir, 'pictures');
  outside = join(dir, 'private');
  await mkdir(join(allowed, 'sea'), { recursive: true });
  await mkdir(join(outside, 'sea'), { recursive: true });
  await writeFile(join(allowed, 'cat.jpg'), 'a cat');
  await writeFile(join(allowed, 'sea/boat.jpg'), 'a boat');
  await writeFile(join(outside, 'cat.jpg'), 'a secret');
  await writeFile(join(outside, 'sea/boat.jpg'), 'a secret');
});
afterEach(async () => {
  seam.beforeOpen = undefined;
  seam.hidesOpenFiles = false;
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true, force: true });
});

async function read(path: string, folders = [allowed]) {
  const { handle, name, bytes } = await openAllowedFile(path, folders);
  const text = await handle.readFile('utf8');
  await handle.close();
  expect(bytes).toBe(Buffer.byteLength(text));
  return { name, text };
}

/** The sentence that refuses it. */
async function refusalOf(path: string, folders = [allowed]): Promise<string> {
  const error = await openAllowedFile(path, folders).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  return error.sentence;
}

const mustBeInside = () =>
  `file_path: must be inside ${allowed}. Further folders are allowed with --allow-dir.`;

describe('a file inside an allowed folder', () => {
  it('is opened by its path, by one through .., by one relative to the folder, and by its address', async () => {
    const boat = { name: 'boat.jpg', text: 'a boat' };
    expect(await read(join(allowed, 'sea/boat.jpg'))).toEqual(boat);
    expect(await read(`${outside}/../pictures/sea/boat.jpg`)).toEqual(boat);
    expect(await read('sea/boat.jpg')).toEqual(boat);
    expect(await read(pathToFileURL(join(allowed, 'sea/boat.jpg')).href)).toEqual(boat);
  });

  it('is opened below ~', async () => {
    vi.stubEnv('HOME', dir);
    expect((await read('~/pictures/cat.jpg')).text).toBe('a cat');
    expect(await realFolder('~/pictures')).toBe(allowed);
    expect(await refusalOf('~/private/cat.jpg')).toBe(mustBeInside());
  });

  it('is looked for in every folder, in their order', async () => {
    const folders = [join(allowed, 'sea'), allowed];
    expect((await read('cat.jpg', folders)).text).toBe('a cat');
    expect((await read('../cat.jpg', folders)).text).toBe('a cat');
    expect((await read('boat.jpg', folders)).text).toBe('a boat');
  });

  it('may be a link that stays inside', async () => {
    await symlink('sea/boat.jpg', join(allowed, 'link.jpg'));
    expect((await read('link.jpg')).text).toBe('a boat');
  });

  it('keeps its name, without control characters', async () => {
    for (const name of ['猫 "1".jpg', 'a\r\nX-Evil: 1.jpg']) await writeFile(join(allowed, name), 'x');
    expect((await read('猫 "1".jpg')).name).toBe('猫 "1".jpg');
    expect((await read('a\r\nX-Evil: 1.jpg')).name).toBe('a__X-Evil: 1.jpg');
  });
});

describe('everything else is refused', () => {
  it('outside, by any way, whether it is there or not', async () => {
    await symlink(join(outside, 'cat.jpg'), join(allowed, 'link.jpg'));
    await symlink(outside, join(allowed, 'door'));
    const ways = [
      join(outside, 'cat.jpg'),
      join(outside, 'nothing.jpg'),
      `${allowed}/../private/cat.jpg`,
      '../private/cat.jpg',
      '../private/nothing.jpg',
      'link.jpg',
      'door/cat.jpg',
      `${allowed}-not/cat.jpg`,
      '/etc/passwd',
      relative(allowed, '/etc/passwd'),
      pathToFileURL(join(outside, 'cat.jpg')).href,
      '/proc/self/environ',
      `/proc/self/root${outside}/cat.jpg`,
    ];
    await mkdir(`${allowed}-not`);
    await writeFile(`${allowed}-not/cat.jpg`, 'a neighbour');
    for (const way of ways) expect(await refusalOf(way), way).toBe(mustBeInside());
  });

  it('missing files, folders, pipes, devices', async () => {
    execFileSync('mkfifo', [join(allowed, 'pipe')]);
    await symlink('nowhere', join(allowed, 'dangling'));
    await symlink('circle', join(allowed, 'circle'));
    expect(await refusalOf('nothing.jpg')).toBe('file_path: there is no such file.');
    expect(await refusalOf('cat.jpg/inside')).toBe('file_path: there is no such file.');
    expect(await refusalOf('dangling')).toBe('file_path: there is no such file.');
    expect(await refusalOf('circle')).toBe("file_path: the file can't be read (ELOOP).");
    expect(await refusalOf('sea')).toBe('file_path: this is a folder; name a file in it.');
    expect(await refusalOf('')).toBe('file_path: this is a folder; name a file in it.');
    expect(await refusalOf('pipe')).toBe('file_path: this is no regular file.');
    expect(await refusalOf('/dev/zero', ['/dev'])).toBe('file_path: this is no regular file.');
    expect(await refusalOf('cat\0.jpg')).toBe('file_path: a path has no zero bytes.');
    expect(await refusalOf('x'.repeat(5000))).toMatch(/ENAMETOOLONG/);
    for (const address of ['file://elsewhere/pictures/cat.jpg', 'file:///a%2fb'])
      expect(await refusalOf(address)).toBe('file_path: this file: address names no file of this machine.');
  });

  it('a file that this program has no right to', async () => {
    seam.beforeOpen = async () => {
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    };
    expect(await refusalOf('cat.jpg')).toBe('file_path: its permissions keep this program from reading it.');
  });

  it('all of it, when no folder is allowed', async () => {
    expect(await refusalOf(join(allowed, 'cat.jpg'), [])).toMatch(/without access to files/);
  });
});

describe.each([false, true])('a swap between the look and the opening (no /proc: %s)', (hidesOpenFiles) => {
  beforeEach(() => {
    seam.hidesOpenFiles = hidesOpenFiles;
  });

  it('for a link', async () => {
    seam.beforeOpen = async () => {
      await rm(join(allowed, 'cat.jpg'));
      await symlink(join(outside, 'cat.jpg'), join(allowed, 'cat.jpg'));
    };
    expect(await refusalOf('cat.jpg')).toBe("file_path: the file can't be read (ELOOP).");
  });

  it('for a pipe, which nobody writes into', async () => {
    seam.beforeOpen = async () => {
      await rm(join(allowed, 'cat.jpg'));
      execFileSync('mkfifo', [join(allowed, 'cat.jpg')]);
    };
    expect(await refusalOf('cat.jpg')).toBe('file_path: this is no regular file.');
  });

  it('of its folder for a link', async () => {
    seam.beforeOpen = async () => {
      await rename(join(allowed, 'sea'), join(allowed, 'lake'));
      await symlink(join(outside, 'sea'), join(allowed, 'sea'));
    };
    expect(await refusalOf('sea/boat.jpg')).toBe(mustBeInside());
  });
});

it('without /proc, a file that is another one afterwards is refused', async () => {
  seam.hidesOpenFiles = true;
  const { open } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');
  const handle = await open(join(outside, 'cat.jpg'));
  const facts = await handle.stat({ bigint: true });
  await handle.close();
  const stat = vi.spyOn(Object.getPrototypeOf(handle), 'stat');
  // The first look is at what kind of file it is, the second at which.
  stat.mockResolvedValueOnce({ isDirectory: () => false, isFile: () => true, size: 5 } as never);
  stat.mockResolvedValueOnce(facts as never);
  expect(await refusalOf('cat.jpg')).toBe('file_path: the file changed while it was opened.');
  stat.mockRestore();
});

describe('a folder to allow', () => {
  it('must be there and be a folder', async () => {
    expect(await realFolder(`${outside}/../pictures`)).toBe(allowed);
    await expect(realFolder(join(dir, 'nothing'))).rejects.toThrow(/--allow-dir: there is no folder/);
    await expect(realFolder(join(allowed, 'cat.jpg'))).rejects.toThrow(/--allow-dir: there is no folder/);
  });
});
