/**
 * One tools/call with a file, as multipart/form-data: first the part `message`, then the file. Owns that request; the file is
 * streamed and never held in memory.
 */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@platen/contracts/app-error';
import type { AllowedFile } from './allowed-folders.ts';

/** The part that the argument `file_path` names. */
const partName = 'file';

export const filePathOfPart = `cid:${partName}`;

export interface UploadRequest {
  endpoint: URL;
  headers: Record<string, string>;
  /** The JSON-RPC request, with `file_path` set to filePathOfPart. */
  message: object;
  file: AllowedFile;
  signal: AbortSignal;
}

export interface UploadReply {
  status: number;
  text: string;
}

/** Nothing moved for this long: the other side is gone. */
const stallMs = 60_000;
const mostReplyBytes = 16 * 1024 * 1024;

/** Sends it and reads the answer. Throws what the network throws; the file is closed in any case. */
export async function sendUpload(request: UploadRequest): Promise<UploadReply> {
  const { endpoint, file, signal } = request;
  try {
    const boundary = `platen-${randomBytes(18).toString('hex')}`;
    const head = headOf(boundary, request);
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    const sending = (endpoint.protocol === 'https:' ? https : http).request(endpoint, {
      method: 'POST',
      headers: {
        ...request.headers,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + file.bytes + tail.length,
      },
      timeout: stallMs,
      signal,
    });
    sending.on('timeout', () => sending.destroy(new Error('the cloud fell silent')));
    const reply = replyTo(sending);
    // A refusal may come, and the connection end, before the file was read: then the answer counts.
    const sent = pipeline(bodyOf(head, file, tail), sending).catch(() => {});
    const answer = await reply;
    sending.destroy();
    await sent;
    return answer;
  } finally {
    await file.handle.close();
  }
}

function headOf(boundary: string, { message, file }: UploadRequest): Buffer {
  const name = file.name.replace(/[\r\n"\\]/g, '_');
  return Buffer.from(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="message"',
      'Content-Type: application/json',
      '',
      JSON.stringify(message),
      `--${boundary}`,
      `Content-Disposition: form-data; name="${partName}"; filename="${name}"`,
      'Content-Type: application/octet-stream',
      '',
      '',
    ].join('\r\n'),
  );
}

async function* bodyOf(head: Buffer, { handle, bytes }: AllowedFile, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  let left = bytes;
  while (left > 0) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(Math.min(left, 256 * 1024)), 0);
    // The length was promised: a file that shrank meanwhile can only be given up.
    if (bytesRead === 0) throw new AppError('conflict', 'file_path: the file changed while it was read.');
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
  yield tail;
}

function replyTo(sending: http.ClientRequest): Promise<UploadReply> {
  return new Promise((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > mostReplyBytes) response.destroy(new Error('the answer is too long'));
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', reject);
    });
  });
}
