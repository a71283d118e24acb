/** One request that carries bytes, with its progress: XMLHttpRequest, for fetch doesn't tell what was sent. */
import { ApiError, refusalOf } from '../api.ts';

export interface BytesRequest {
  method: 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  body: FormData | Blob;
  /** Bytes that have left, of all that the body has. */
  onSent(loaded: number, total: number): void;
  signal?: AbortSignal | undefined;
}

export interface BytesAnswer {
  status: number;
  /** The JSON of the answer; null when it is none. */
  body: unknown;
  /** So many bytes have come, where the answer says so. */
  offset: number | undefined;
  /** What was refused; undefined when nothing was. */
  refusal: ApiError | undefined;
}

/** Without a byte moving. */
const stalledMs = 60_000;

/** Throws ApiError `offline` when no answer came, or the signal's reason. */
export function sendBytes(wanted: BytesRequest): Promise<BytesAnswer> {
  const { method, path, headers, body, onSent, signal } = wanted;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const breakOff = () => reject(new ApiError('The connection broke off.', { status: 0, code: 'offline' }));
    const giveUp = () => {
      request.abort();
      reject(signal?.reason);
    };
    const stalled = watchFor(stalledMs, () => {
      request.abort();
      breakOff();
    });
    request.open(method, path);
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-Platen-CSRF', '1');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      stalled.touch();
      onSent(loaded, total);
    };
    request.onerror = breakOff;
    request.onload = () => {
      const answered = request.response as { error?: unknown } | null;
      const { status } = request;
      const isRefused = status < 200 || status >= 300 || answered === null;
      const offset = request.getResponseHeader('Upload-Offset');
      resolve({
        status,
        body: answered,
        offset: offset === null ? undefined : Number(offset),
        refusal: isRefused
          ? refusalOf(status, answered ?? undefined, request.getResponseHeader('Platen-Error'))
          : undefined,
      });
    };
    request.onloadend = () => {
      stalled.end();
      signal?.removeEventListener('abort', giveUp);
    };
    signal?.addEventListener('abort', giveUp);
    request.send(body);
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
