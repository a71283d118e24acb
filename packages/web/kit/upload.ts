/**
 * Files to the cloud, with progress. Owns the one upload: what is told while it runs, that it can be given up, and that a broken connection
 * is tried again under the same idempotency key, so that nothing arrives twice. XMLHttpRequest, for fetch doesn't tell what was sent.
 */
import { ApiError, isUndecided, refusalOf } from './api.ts';
import type { ApiOutput } from './api-types.ts';

/** The routes that take a file. */
export type UploadRoute = 'POST /api/documents/upload' | 'POST /api/photos/upload';

export interface UploadOptions {
  /** 0 to 1 of the bytes. After a broken connection it begins at 0 again. 1: everything is sent, and the file is being looked at. */
  onProgress?: (share: number) => void;
  /** Called before another try, with the milliseconds until then. */
  onPause?: (pauseMs: number) => void;
  signal?: AbortSignal;
}

const pausesMs = [1000, 3000, 9000, 27_000];
/** Without a byte moving. */
const stalledMs = 60_000;

/** Sends the file; resolves with what the route answers. Throws ApiError, or the signal's reason when it was given up. */
export async function uploadFile<R extends UploadRoute>(
  route: R,
  file: File,
  options: UploadOptions = {},
): Promise<ApiOutput<R>> {
  const idempotencyKey = crypto.randomUUID();
  const path = route.split(' ')[1]!;
  for (let tries = 0; ; tries += 1) {
    try {
      return (await sendOnce(path, { file, idempotencyKey, options })) as ApiOutput<R>;
    } catch (error) {
      const pauseMs = isUndecided(error) || isBusy(error) ? pauseOf(error, tries) : undefined;
      if (pauseMs === undefined) throw error;
      options.onPause?.(pauseMs);
      await sleep(pauseMs, options.signal);
    }
  }
}

const isBusy = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

function pauseOf(error: unknown, tries: number): number | undefined {
  const usual = pausesMs[tries];
  if (usual === undefined) return undefined;
  const told = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(usual, told) * (0.85 + Math.random() * 0.3);
}

interface Sending {
  file: File;
  idempotencyKey: string;
  options: UploadOptions;
}

function sendOnce(path: string, { file, idempotencyKey, options }: Sending): Promise<unknown> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const offline = () => reject(new ApiError('The connection broke off.', { status: 0, code: 'offline' }));
    const giveUp = () => {
      request.abort();
      reject(signal?.reason);
    };
    const stalled = watchFor(stalledMs, () => {
      request.abort();
      offline();
    });
    request.open('POST', path);
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-Platen-CSRF', '1');
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => {
      stalled.touch();
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.upload.onload = () => onProgress?.(1);
    request.onerror = offline;
    request.onload = () => {
      const body = request.response as { error?: unknown } | null;
      if (request.status >= 200 && request.status < 300 && body !== null) return resolve(body);
      reject(refusalOf(request.status, body ?? undefined, request.getResponseHeader('Platen-Error')));
    };
    request.onloadend = () => {
      stalled.end();
      signal?.removeEventListener('abort', giveUp);
    };
    signal?.addEventListener('abort', giveUp);
    const form = new FormData();
    form.append('file', file, file.name);
    onProgress?.(0);
    request.send(form);
  });
}

/** Calls `late` once nothing has been touched for so long. */
function watchFor(lateMs: number, late: () => void) {
  let timer = setTimeout(late, lateMs);
  return {
    touch() {
      clearTimeout(timer);
      timer = setTimeout(late, lateMs);
    },
    end: () => clearTimeout(timer),
  };
}

function sleep(pauseMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, pauseMs);
    signal?.addEventListener('abort', end, { once: true });
  });
}
