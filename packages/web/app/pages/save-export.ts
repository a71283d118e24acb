/** The file with all of an account's data, from the service to the device. Owns that a file that broke off is never kept as if it were whole. */
import { ApiError, refusalOf } from '../../kit/api.ts';

/** Resolves once the browser has the whole file. Throws ApiError. */
export async function createExportDownload(onBytes: (bytes: number) => void): Promise<void> {
  let response: Response;
  try {
    response = await fetch('/api/user/export', { credentials: 'same-origin' });
  } catch {
    throw new ApiError('No answer came.', { status: 0, code: 'offline' });
  }
  if (!response.ok || !response.body) {
    const body = (await response.json().catch(() => undefined)) as { error?: unknown } | undefined;
    throw refusalOf(response.status, body, response.headers.get('Platen-Error'));
  }
  const filename = /filename="([\w.-]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  const blob = new Blob(await readAll(response.body, onBytes), { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename ?? 'platen-data.json';
  link.click();
  // The download begins in a moment; the text must be there until then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function readAll(body: ReadableStream<Uint8Array>, onBytes: (bytes: number) => void) {
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parts;
      parts.push(value as BlobPart);
      bytes += value.length;
      onBytes(bytes);
    }
  } catch {
    throw new ApiError('The connection broke off.', { status: 0, code: 'offline' });
  }
}
