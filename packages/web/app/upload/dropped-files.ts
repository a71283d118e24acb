/** The files of what was dropped or pasted, those in folders too. Owns the walk through dropped folders, and that it ends. */
import { maxQueued } from './upload-queue-rules.ts';

/** As deep as anybody sorts photos. */
const maxDepth = 12;

/** Must be called while the event is handled: afterwards a browser shows nothing of it. */
export function filesOfTransfer(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry?.() : null;
    return entry ? [entry] : [];
  });
  if (!entries.some((entry) => entry.isDirectory)) return Promise.resolve([...transfer.files]);
  return walk(entries);
}

async function walk(roots: FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  let level = roots;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const below: FileSystemEntry[] = [];
    for (const entry of level) {
      if (files.length > maxQueued) return files;
      if (entry.isFile) files.push(...(await fileOf(entry as FileSystemFileEntry)));
      else if (entry.isDirectory) below.push(...(await childrenOf(entry as FileSystemDirectoryEntry)));
    }
    level = below;
  }
  return files;
}

const fileOf = (entry: FileSystemFileEntry): Promise<File[]> =>
  new Promise((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  );

/** A reader tells a hundred at a time, and none at the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  while (children.length <= maxQueued) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) break;
    children.push(...some);
  }
  return children;
}
