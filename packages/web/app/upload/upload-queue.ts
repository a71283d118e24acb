/**
 * The uploads of this tab, which go on while one looks at other pages. Owns the queue: what begins when, what is told of each, giving up
 * and trying again. Bytes go up by kit/uploads/upload.ts alone.
 */
import { useSyncExternalStore } from 'react';
import { newKey } from '../../kit/new-key.ts';
import { fileTooLarge } from '../../kit/uploads/file-mark.ts';
import { type UploadedFile, type UploadKind, uploadFile } from '../../kit/uploads/upload.ts';
import {
  isUnderWay,
  nextToStart,
  type Sorted,
  sortChosen,
  type UploadState,
  uploadKindOf,
} from './upload-queue-rules.ts';

export interface QueuedUpload {
  id: string;
  file: File;
  kind: UploadKind;
  state: UploadState;
  /** 0 to 1 of its bytes. */
  share: number;
  /** Why it failed. */
  error?: unknown;
  uploaded?: UploadedFile;
}

let entries: readonly QueuedUpload[] = [];
let owner: string | undefined;
const listeners = new Set<() => void>();
const running = new Map<string, AbortController>();

function change(next: readonly QueuedUpload[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

const update = (id: string, changes: Partial<QueuedUpload>): void =>
  change(entries.map((entry) => (entry.id === id ? Object.assign({}, entry, changes) : entry)));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Leaving would lose what is under way. */
function warn(event: BeforeUnloadEvent): void {
  if (entries.some(({ state }) => state === 'waiting' || isUnderWay(state))) event.preventDefault();
}
addEventListener('beforeunload', warn);

function startNext(): void {
  for (const entry of nextToStart(entries)) void send(entry);
}

async function send({ id, file, kind }: QueuedUpload): Promise<void> {
  const giveUp = new AbortController();
  running.set(id, giveUp);
  update(id, { state: 'sending', share: 0 });
  const isMine = () => running.get(id) === giveUp;
  const options = {
    signal: giveUp.signal,
    onProgress(share: number) {
      if (isMine()) update(id, { share, state: share >= 1 ? 'examined' : 'sending' });
    },
    onPause() {
      if (isMine()) update(id, { state: 'pausing' });
    },
  };
  try {
    const uploaded = await uploadFile(kind, file, options);
    if (isMine()) update(id, { state: 'done', share: 1, uploaded });
  } catch (error) {
    if (isMine()) update(id, giveUp.signal.aborted ? { state: 'cancelled' } : { state: 'failed', error });
  } finally {
    if (isMine()) running.delete(id);
    startNext();
  }
}

/** Puts files into the queue; answers which were there already. What is larger than `maxBytes` is refused before a byte is sent. */
export function queueFiles(files: readonly File[], maxBytes = Number.POSITIVE_INFINITY): Sorted<File> {
  const there = entries.filter(({ state }) => state !== 'cancelled' && state !== 'failed');
  const sorted = sortChosen(
    files,
    there.map(({ file }) => file),
  );
  const added = sorted.added.map(
    (file): QueuedUpload => ({
      id: newKey(),
      file,
      kind: uploadKindOf(file),
      share: 0,
      ...(file.size > maxBytes ? { state: 'failed', error: fileTooLarge(maxBytes) } : { state: 'waiting' }),
    }),
  );
  change([...entries, ...added]);
  startNext();
  return sorted;
}

/** Gives one up; what had come of it is forgotten. */
export function cancelUpload(id: string): void {
  running.get(id)?.abort();
  running.delete(id);
  update(id, { state: 'cancelled' });
  startNext();
}

export function retryUpload(id: string): void {
  const entry = entries.find((each) => each.id === id);
  if (!entry || (entry.state !== 'failed' && entry.state !== 'cancelled')) return;
  update(id, { state: 'waiting', share: 0, error: undefined });
  startNext();
}

/** Takes what has ended out of the list. */
export function clearEnded(): void {
  change(entries.filter(({ state }) => state === 'waiting' || isUnderWay(state)));
}

/** The uploads of this account; another one that logs in has none. */
export function useUploads(accountId: string | undefined): readonly QueuedUpload[] {
  const now = useSyncExternalStore(subscribe, () => entries);
  if (accountId === owner) return now;
  if (accountId !== undefined) takeOver(accountId);
  return accountId === owner ? entries : [];
}

function takeOver(accountId: string): void {
  const isFirst = owner === undefined;
  owner = accountId;
  if (isFirst) return;
  for (const upload of running.values()) upload.abort();
  running.clear();
  entries = [];
}
