/**
 * The bytes of resumable uploads: `PATCH /api/uploads/{upload_id}` with Upload-Offset, in the words of draft-ietf-httpbis-resumable-upload
 * (the announcement and the end are operations of our own). Owns that path; what is announced is in resumable-upload-operations.ts.
 *
 * INVARIANTS
 * 1. A file grows without gaps: bytes are taken only behind those that are there.
 * 2. One request at a time writes an upload in this process: a newer one ends an older one, whose connection may be dead for long.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RestParts } from '../http/rest.ts';
import { checkBodyLength, drain, endAfterAnswer } from '../http/rest-upload.ts';
import { keyMissing } from '../operation/operation.ts';
import { getResumableUpload, viewResumableUpload } from './resumable-upload-operations.ts';

const partialUploadType = 'application/partial-upload';

interface Writing {
  body: IncomingMessage;
  /** Never rejected. */
  ended: Promise<void>;
}

/** Adds the route. */
export function addResumableUploadRoutes(
  http: FastifyInstance,
  { deps, authenticate, room }: Pick<RestParts, 'deps' | 'authenticate' | 'room'>,
): void {
  const writings = new Map<string, Writing>();
  http.addContentTypeParser(partialUploadType, (_request, _body, done) => done(null, undefined));
  http.route<{ Params: { upload_id: string } }>({
    method: 'PATCH',
    url: '/api/uploads/:upload_id',
    onRequest: async (request, reply) => {
      const caller = await authenticate(request.headers.authorization, request);
      checkBodyLength(request, reply, deps.maxUploadBytes);
      await room.enter(request, reply, caller.accountId);
      request.caller = caller;
    },
    handler: async (request, reply) => {
      const { files, database, now } = deps;
      const body = request.raw;
      try {
        const row = await getResumableUpload(database.query, {
          id: request.params.upload_id,
          accountId: accountIdOf(request),
          now: now(),
        });
        const offset = readOffset(request.headers['upload-offset']);
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        const older = writings.get(row.id);
        const writing = { body, ended };
        // In its place before anything is waited for: of two that come at once the second waits for the first.
        writings.set(row.id, writing);
        try {
          await endWriting(older);
          const partial = files.partial(row.id);
          const size = await partial.size();
          if (offset !== size) {
            reply.header('Upload-Offset', size);
            throw new AppError('conflict', `Upload-Offset: ${size} bytes have come; go on there.`);
          }
          await partial.append(size, body, row.bytes);
        } finally {
          end();
          if (writings.get(row.id) === writing) writings.delete(row.id);
        }
        const view = await viewResumableUpload(deps, row);
        return await reply.header('Upload-Offset', view.offset).send(view);
      } catch (error) {
        if (!body.complete) {
          endAfterAnswer(request, reply);
          drain(body, deps.maxUploadBytes);
        }
        throw error;
      }
    },
  });
}

function accountIdOf({ caller }: Pick<FastifyRequest, 'caller'>): string {
  if (!caller) throw keyMissing();
  return caller.accountId;
}

function readOffset(header: string | string[] | undefined): number {
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  throw new AppError('malformed', 'Upload-Offset: must say behind how many bytes this goes on.');
}

/** Its client has given it up, or never will hear of it. */
async function endWriting(writing: Writing | undefined): Promise<void> {
  if (!writing) return;
  writing.body.destroy();
  await writing.ended;
}
