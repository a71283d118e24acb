/** Which files are on their way from this browser, over all of its tabs: one tab goes on with one file. */

const prefix = 'platen-upload ';

export interface UploadLock {
  release(): void;
}

/** Undefined while another upload of the same mark has it. Where the browser has no locks everybody gets one. */
export function lockOf(mark: string): Promise<UploadLock | undefined> {
  const locks = globalThis.navigator.locks;
  if (!locks) return Promise.resolve({ release() {} });
  return new Promise((resolve, reject) => {
    locks
      .request(prefix + mark, { ifAvailable: true }, async (lock) => {
        if (!lock) return resolve(undefined);
        await new Promise<void>((release) => resolve({ release }));
      })
      .catch(reject);
  });
}

/** Marks of the files that are on their way now. */
export async function listLockedMarks(): Promise<Set<string>> {
  const held = (await globalThis.navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}
