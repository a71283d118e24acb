/**
 * Files to the cloud, with progress. Owns which way one goes: a small file in one request; any other announced and sent in pieces, so that a
 * broken connection goes on at the very byte, also after the page was left and the same file was chosen again.
 *
 * INVARIANTS
 * 1. Bytes are sent behind those that the cloud says it has, never behind those that this page believes it has sent.
 * 2. What broke off is gone on with for the very same file alone (file-mark.ts), and by one page at a time.
 */
import { ApiError, api } from '../api.ts';
import type { ApiOutput } from '../api-types.ts';
import { newKey } from '../new-key.ts';
import { ownPath } from '../own-path.ts';
import { checkReadable, markOf } from './file-mark.ts';
import { lockOf } from './upload-locks.ts';
import { sendBytes } from './upload-request.ts';
import { createTries, type TriesOptions, type UploadTries } from './upload-tries.ts';

/** What a file becomes. */
export type UploadKind = 'photo' | 'document';

/** What the service says of a file that it took. */
export interface UploadedFile {
  /** photo_id and document_id alike. */
  id: string;
  pages: number;
  /** Upright; null for a PDF. */
  widthPx: number | null;
  heightPx: number | null;
  /** The path of its small picture. */
  thumbnail: string;
}

export interface UploadOptions extends TriesOptions {
  /** 0 to 1 of the bytes; begins where it broke off. 1: everything is sent, and the file is being looked at. */
  onProgress?: (share: number) => void;
}

/** Up to here one request is quicker, and sending it once more costs less than asking how much has come. */
const wholeBytes = 1024 * 1024;
/** A piece. A proxy that hands on only whole requests costs no more than one of them. */
const pieceBytes = 16 * 1024 * 1024;
/** A large document is looked at for long. */
const finishTimeoutMs = 120_000;
/** A file whose upload is gone each time (deleted from elsewhere) isn't begun for ever. */
const maxBeginnings = 3;

interface Task {
  kind: UploadKind;
  file: File;
  tries: UploadTries;
  signal: AbortSignal | undefined;
  told(bytes: number): void;
}

/** Sends the file. Throws ApiError, or the signal's reason when it was given up; what had come of it is forgotten then. */
export async function uploadFile(
  kind: UploadKind,
  file: File,
  { onProgress, onPause, signal }: UploadOptions = {},
): Promise<UploadedFile> {
  const tries = createTries({ onPause, signal });
  const told = (bytes: number) => onProgress?.(file.size === 0 ? 1 : Math.min(1, bytes / file.size));
  const task: Task = { kind, file, tries, signal, told };
  if (file.size <= wholeBytes) return await sendWhole(task);
  const mark = await markOf(file);
  if (mark === undefined) return await sendInPieces(task, undefined);
  const lock = await lockOf(mark);
  try {
    // Another page sends this very file at this moment: each sends its own.
    return await sendInPieces(task, lock ? mark : undefined);
  } finally {
    lock?.release();
  }
}

async function sendWhole({ kind, file, tries, signal, told }: Task): Promise<UploadedFile> {
  const headers = { 'Idempotency-Key': newKey() };
  const path = `/api/${kind}s/upload`;
  const onSent = (loaded: number, total: number) => told(total > 0 ? (loaded / total) * file.size : 0);
  return await tries.run(async () => {
    const body = new FormData();
    body.append('file', file, file.name);
    told(0);
    const answer = await withFile(file, sendBytes({ method: 'POST', path, headers, body, onSent, signal }));
    if (answer.refusal) throw answer.refusal;
    return kind === 'photo' ? photoOf(answer.body as never) : documentOf(answer.body as never);
  });
}

/** An upload that is announced, and how far it is known to be. */
interface Announced {
  id: string;
  offset: number;
  /** Asked for before more is sent: what was on its way when the line broke has come, or hasn't. */
  isSure: boolean;
  finishKey: string;
}

async function sendInPieces(task: Task, mark: string | undefined): Promise<UploadedFile> {
  const { file, tries, signal, told } = task;
  let at: Announced | undefined;
  let beginnings = 0;
  let beginKey = newKey();
  try {
    return await tries.run(
      async () => {
        if (at && !at.isSure && !(await look(at, signal))) return await finish(at, signal);
        if (!at) {
          at = await begin(task, { mark, key: beginKey });
          beginnings += 1;
        }
        told(at.offset);
        const going = at;
        going.isSure = false;
        while (going.offset < file.size) await sendPiece(task, going);
        told(file.size);
        return await finish(going, signal);
      },
      (error) => {
        if (!(error instanceof ApiError)) return false;
        // It is over: expired, or given up from elsewhere.
        const isOver = error.code === 'not_found' && at !== undefined && beginnings < maxBeginnings;
        if (isOver) {
          at = undefined;
          beginKey = newKey();
        }
        // The request before, of which no answer came, is still being carried out; or bytes are missing after all.
        return isOver || (error.code === 'conflict' && at !== undefined);
      },
    );
  } catch (error) {
    if (signal?.aborted && at) forgetUpload(at.id);
    throw error;
  }
}

async function begin(
  { kind, file, signal }: Task,
  { mark, key }: { mark: string | undefined; key: string },
): Promise<Announced> {
  const announced = { kind, filename: file.name, bytes: file.size, ...(mark !== undefined && { mark }) };
  const made = await api('POST /api/uploads', announced, { signal, idempotencyKey: key });
  return { id: made.upload_id, offset: made.offset, isSure: true, finishKey: newKey() };
}

/** Takes over how many bytes have come. False: it is there no more, and so may be finished already. */
async function look(at: Announced, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const { offset } = await api('GET /api/uploads/{upload_id}', { upload_id: at.id }, { signal });
    at.offset = offset;
    at.isSure = true;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false;
    throw error;
  }
}

async function sendPiece({ file, tries, signal, told }: Task, at: Announced): Promise<void> {
  const from = at.offset;
  const answer = await withFile(
    file,
    sendBytes({
      method: 'PATCH',
      path: `/api/uploads/${at.id}`,
      headers: { 'Content-Type': 'application/partial-upload', 'Upload-Offset': String(from) },
      body: file.slice(from, from + pieceBytes),
      onSent: (loaded) => told(from + loaded),
      signal,
    }),
  );
  if (answer.offset !== undefined && answer.offset > from) tries.noteProgress();
  // A refusal for the place says where it goes on; whatever else is wrong is thrown, and asked about.
  if (answer.offset !== undefined && answer.offset !== from) at.offset = answer.offset;
  else throw answer.refusal ?? new ApiError('No byte was taken.', { status: 0, code: 'unreadable' });
}

async function finish(at: Announced, signal: AbortSignal | undefined): Promise<UploadedFile> {
  const options = { signal, idempotencyKey: at.finishKey, timeoutMs: finishTimeoutMs };
  return documentOf(await api('POST /api/uploads/{upload_id}/finish', { upload_id: at.id }, options));
}

/** Nobody waits for it: what is not forgotten now is forgotten after a day. */
function forgetUpload(id: string): void {
  api('DELETE /api/uploads/{upload_id}', { upload_id: id }).catch(() => undefined);
}

/** A request that got no answer because there is no file any more says so. */
async function withFile<T>(file: File, sending: Promise<T>): Promise<T> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof ApiError) await checkReadable(file);
    throw error;
  }
}

const photoOf = (photo: ApiOutput<'POST /api/photos/upload'>): UploadedFile => ({
  id: photo.photo_id,
  pages: 1,
  widthPx: photo.width_px,
  heightPx: photo.height_px,
  thumbnail: ownPath(photo.thumbnail_url),
});

const documentOf = (document: ApiOutput<'POST /api/documents/upload'>): UploadedFile => ({
  id: document.document_id,
  pages: document.pages,
  widthPx: document.width_px,
  heightPx: document.height_px,
  thumbnail: ownPath(document.thumbnail_url),
});
