/**
 * multipart/form-data over REST: the part `file` streams into a staging file, hashed on the way. Owns that path.
 * Must never hold a file in memory.
 */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '@platen/contracts/app-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps, IncomingFile } from '../context.ts';
import { fileTooLarge, type StagedFile, type StagingFile } from '../ports/files.ts';

/** Boundaries and part headers beside the file itself. */
const envelopeBytes = 64 * 1024;

/** Throws too_large by Content-Length alone, before the body is read, and lets the client finish reading the answer. */
export function checkBodyLength(request: FastifyRequest, reply: FastifyReply, maxBytes: number): void {
  if (!(Number(request.headers['content-length'] ?? 0) > maxBytes + envelopeBytes)) return;
  endAfterAnswer(request, reply);
  throw fileTooLarge(maxBytes);
}

/** Without an end a client that goes on sending regardless would keep the connection busy for the whole body. */
export function endAfterAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  reply.raw.once('finish', () => setTimeout(() => request.raw.complete || socket.destroy(), 1000).unref());
}

/** A client reads its answer after it has sent everything, so the rest is let come; but not without an end. */
export function drain(body: IncomingMessage, maxBytes: number): void {
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes + envelopeBytes) body.destroy();
  });
  body.resume();
}

/** Pipes a body into its parser. `cutOff` hears the refusal when it breaks off, also when the client had gone before anybody listened. */
export function pipeBody(
  body: IncomingMessage,
  parser: BusboyInstance,
  cutOff: (refusal: AppError) => void,
): void {
  const end = () => cutOff(new AppError('malformed', 'The upload was cut off.'));
  body.on('aborted', end);
  body.on('error', end);
  body.on('close', () => body.complete || end());
  if (body.destroyed) end();
  else body.pipe(parser);
}

/** The upload of this request; nothing of the body is read before `receive` is called. */
export function uploadFromRequest(
  request: FastifyRequest,
  deps: Pick<Deps, 'files' | 'maxUploadBytes'>,
): IncomingFile {
  return { receive: () => receiveMultipart(request, deps) };
}

async function receiveMultipart(
  request: FastifyRequest,
  { files, maxUploadBytes }: Pick<Deps, 'files' | 'maxUploadBytes'>,
): Promise<{ staged: StagedFile; filename: string | undefined }> {
  const contentType = request.headers['content-type'];
  if (!contentType?.startsWith('multipart/form-data')) {
    throw new AppError('malformed', 'Content-Type: must be multipart/form-data with a part named "file".');
  }
  let parser: BusboyInstance;
  try {
    parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 2, fields: 20, fieldSize: 4096, headerPairs: 20 },
    });
  } catch {
    throw new AppError('malformed', 'Content-Type: multipart/form-data must name its boundary.');
  }
  const staging = await files.stage(maxUploadBytes);
  try {
    const parts = { parser, staging, maxBytes: maxUploadBytes };
    const filename = await streamFilePart(request.raw, parts);
    return { staged: await staging.finish(), filename };
  } catch (error) {
    await staging.discard();
    throw error;
  }
}

type Part = NodeJS.ReadableStream & { truncated?: boolean };

/** Resolves with the file's name once the whole body was read and written; the slower of the two sets the pace. */
function streamFilePart(
  body: FastifyRequest['raw'],
  { parser, staging, maxBytes }: { parser: BusboyInstance; staging: StagingFile; maxBytes: number },
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let filename: string | undefined;
    let writing: Promise<void> | undefined;
    let settled = false;
    const settle = (error?: unknown) => {
      if (settled) return;
      settled = true;
      body.unpipe(parser);
      drain(body, maxBytes);
      if (error) reject(error);
      else resolve(filename);
    };
    parser.on('file', (field: string, part: Part, name: string | undefined) => {
      if (field !== 'file' || writing) {
        part.resume();
        settle(new AppError('malformed', `${field}: unknown part; send one part named "file".`));
        return;
      }
      filename = name;
      writing = writePart(part, staging);
      writing.catch(settle);
    });
    parser.on('field', (field: string) =>
      settle(new AppError('malformed', `${field}: unknown part; send one part named "file".`)),
    );
    parser.on('error', () => settle(new AppError('malformed', "The multipart body can't be read.")));
    parser.on('finish', () => {
      if (writing) writing.then(() => settle(), settle);
      else settle(new AppError('malformed', 'file: is missing; send one part named "file".'));
    });
    pipeBody(body, parser, settle);
  });
}

/** By events: an async iterator would cost a turn of the event loop for each chunk. */
function writePart(part: Part, staging: StagingFile): Promise<void> {
  return new Promise((resolve, reject) => {
    part.on('data', (chunk: Buffer) => {
      try {
        const written = staging.write(chunk);
        if (!written) return;
        part.pause();
        written.then(() => part.resume(), reject);
      } catch (error) {
        reject(error);
      }
    });
    part.on('end', resolve);
    part.on('error', reject);
  });
}
