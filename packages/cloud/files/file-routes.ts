/**
 * GET /api/files/{token}: thumbnails, previews and originals at signed addresses (file-links.ts). Owns the headers under
 * which strangers' bytes leave: never sniffed, never run, originals never shown in the page's own origin.
 */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import type { DocumentTable } from '../db/database-schema.ts';
import { findLiveDocument } from '../documents/document-store.ts';
import { contentDisposition, sendBytes } from './byte-sending.ts';
import { type FileLink, filesPath, readFileLink } from './file-links.ts';
import { createThumbnailMaking, type FindOrMakeThumbnail } from './thumbnail-making.ts';

type FileRequest = FastifyRequest<{ Params: { token: string } }>;

/** Mounts the route. */
export function addFileRoutes(http: FastifyInstance, deps: Deps): void {
  const findOrMake = createThumbnailMaking(deps);
  http.get(`${filesPath}/:token`, async (request: FileRequest, reply) => {
    const link = readFileLink(deps, request.params.token);
    const row = link && (await findLiveDocument(deps.database.query, link.documentId));
    if (!link || !row)
      throw new AppError('not_found', 'This address is not valid, or no longer. Ask for the file again.');
    return await sendFile(deps, { request, reply, link, row, findOrMake });
  });
}

interface Sending {
  request: FileRequest;
  reply: FastifyReply;
  link: FileLink;
  row: DocumentTable;
  findOrMake: FindOrMakeThumbnail;
}

async function sendFile(
  deps: Deps,
  { request, reply, link, row, findOrMake }: Sending,
): Promise<FastifyReply> {
  const { form } = link;
  const etag = `"${form}-${row.sha256}"`;
  const seconds = Math.floor((link.expiresAt - deps.now()) / 1000);
  reply.header('ETag', etag).header('Content-Security-Policy', "default-src 'none'; sandbox");
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag)) {
    return await reply.header('Cache-Control', `private, max-age=${seconds}, immutable`).code(304).send();
  }
  const isOriginal = form === 'original';
  const { sha256, bytes } = isOriginal ? row : await findOrMake({ sha256: row.sha256, kind: form });
  reply.header('Cache-Control', `private, max-age=${seconds}, immutable`);
  reply.header('Content-Disposition', isOriginal ? contentDisposition('attachment', row.filename) : 'inline');
  reply.type(isOriginal ? row.content_type : 'image/jpeg');
  return await sendBytes(deps.files, reply, { sha256, bytes });
}
