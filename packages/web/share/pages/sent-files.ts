/**
 * The files that a guest has chosen, on their way to the cloud. Owns that two go up at a time, that each can be given up and tried again, and
 * that what was uploaded but not sent in is deleted when it is taken out of the list.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../../kit/api.ts';
import { newKey } from '../../kit/new-key.ts';
import { fileTooLarge } from '../../kit/uploads/file-mark.ts';
import { type UploadedFile, type UploadKind, uploadFile } from '../../kit/uploads/upload.ts';
import { noteRefusal } from '../guest.ts';
import { createSmallPicture } from './small-picture.ts';

export interface SentFile {
  key: string;
  name: string;
  state: 'waiting' | 'sending' | 'pausing' | 'ready' | 'refused';
  /** 0 to 1 of its bytes. */
  share: number;
  /** A small picture of it, made here, while there is none from the cloud. */
  preview?: string;
  upload?: UploadedFile;
  /** Why it was refused; undefined for a file that is empty. */
  error?: ApiError | undefined;
}

export interface SentFiles {
  files: readonly SentFile[];
  /** Takes these in, as many as `max` allows; how many were left out. */
  add(files: readonly File[], max: number): number;
  retry(key: string): void;
  remove(key: string): void;
  /** They are sent in: the list is empty, and nothing of them is deleted. */
  clear(): void;
}

const atATime = 2;

/** What is larger than `maxBytes` is refused before a byte is sent. */
export function useSentFiles(kind: UploadKind, maxBytes = Number.POSITIVE_INFINITY): SentFiles {
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const sources = useRef(new Map<string, File>());
  const running = useRef(new Map<string, AbortController>());
  const change = useCallback((key: string, changes: Partial<SentFile>) => {
    setFiles((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  }, []);

  const start = useCallback(
    async (key: string) => {
      const source = sources.current.get(key);
      if (!source) return;
      const gone = new AbortController();
      running.current.set(key, gone);
      change(key, { state: 'sending', share: 0, error: undefined });
      try {
        const upload = await uploadFile(kind, source, {
          signal: gone.signal,
          onProgress: (share) => change(key, { state: 'sending', share }),
          onPause: () => change(key, { state: 'pausing' }),
        });
        if (gone.signal.aborted) deleteUpload(kind, upload.id);
        else change(key, { state: 'ready', share: 1, upload });
      } catch (error) {
        if (gone.signal.aborted) return;
        noteRefusal(error);
        const known = error instanceof ApiError ? error : undefined;
        change(key, {
          state: 'refused',
          error: known ?? new ApiError(String(error), { status: 0, code: 'unreadable' }),
        });
      } finally {
        running.current.delete(key);
      }
    },
    [kind, change],
  );

  // Whenever one is through, the next begins.
  useEffect(() => {
    const free = atATime - running.current.size;
    const next = files.filter(({ state, key }) => state === 'waiting' && !running.current.has(key));
    for (const { key } of next.slice(0, Math.max(0, free))) void start(key);
  }, [files, start]);

  useLeavingWarning(files.length > 0);

  const add = useCallback(
    (chosen: readonly File[], max: number) => {
      const taken = chosen.slice(0, Math.max(0, max));
      const added = taken.map((file) => {
        const key = newKey();
        const base = { key, name: file.name, share: 0 };
        if (file.size === 0) return { ...base, state: 'refused' } as const;
        if (file.size > maxBytes)
          return { ...base, state: 'refused', error: fileTooLarge(maxBytes) } as const;
        sources.current.set(key, file);
        return { ...base, state: 'waiting' } as const;
      });
      setFiles((before) => [...before, ...added]);
      for (const { key } of added) {
        const file = sources.current.get(key);
        if (file) void createSmallPicture(file).then((preview) => preview && change(key, { preview }));
      }
      return chosen.length - taken.length;
    },
    [change, maxBytes],
  );

  const forget = (gone: readonly SentFile[]) => {
    for (const { key, preview } of gone) {
      sources.current.delete(key);
      if (preview) URL.revokeObjectURL(preview);
    }
    setFiles((before) => before.filter((each) => !gone.some(({ key }) => key === each.key)));
  };

  return {
    files,
    add,
    retry: (key) => change(key, { state: 'waiting', share: 0, error: undefined }),
    remove: (key) => {
      const file = files.find((each) => each.key === key);
      if (!file) return;
      running.current.get(key)?.abort();
      if (file.upload) deleteUpload(kind, file.upload.id);
      forget([file]);
    },
    clear: () => forget(files),
  };
}

/** Nobody waits for it: what is left of an upload that can't be deleted now is the guest's own, in their account. */
function deleteUpload(kind: UploadKind, id: string): void {
  const deleted =
    kind === 'photo'
      ? api('DELETE /api/photos/{photo_id}', { photo_id: id })
      : api('DELETE /api/documents/{document_id}', { document_id: id });
  deleted.catch(() => undefined);
}

/** Whoever closes the page with photos that are not sent in is asked. */
function useLeavingWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
