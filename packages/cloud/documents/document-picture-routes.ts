/**
 * Small pictures of one's own uploads at addresses that follow from their id: pages show them beside whatever names the upload. Owns who
 * may see them: the account alone, by session or key, and who has ordered prints of it.
 */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import { sendBytes } from '../files/byte-sending.ts';
import { thumbnailMakingOf } from '../files/thumbnail-making.ts';
import { tagAnswer } from '../http/entity-tag.ts';
import type { Authenticate } from '../http/rest.ts';
import { filePolicy } from '../http/security-headers.ts';
import { findDocument, findLiveDocument } from './document-store.ts';

const forms = ['thumbnail', 'preview'] as const;

/** The bytes of an upload never change; who was logged out and in again asks anew after this long. */
const keptSeconds = 3600;

/** Mounts GET /api/documents/{document_id}/thumbnail (400 px) and /preview (1280 px): a JPEG of the picture or of a PDF's first page. */
export function addDocumentPictureRoutes(
  http: FastifyInstance,
  {
    deps,
    authenticate,
    isOrderedBy,
  }: {
    deps: Deps;
    authenticate: Authenticate;
    /** True for what this account has ordered, whoever uploaded it. */
    isOrderedBy(wanted: { documentId: string; accountId: string }): Promise<boolean>;
  },
): void {
  const findOrMake = thumbnailMakingOf(deps);
  const findSeen = async ({ id, accountId }: { id: string; accountId: string }) => {
    const own = await findDocument(deps.database.query, { id, accountId });
    if (own || !(await isOrderedBy({ documentId: id, accountId }))) return own;
    return await findLiveDocument(deps.database.query, id);
  };
  for (const form of forms) {
    const url = `/api/documents/:document_id/${form}`;
    http.get<{ Params: { document_id: string } }>(url, async (request, reply) => {
      const { accountId } = await authenticate(request.headers.authorization, request);
      const { document_id: id } = request.params;
      const isId = z.uuid().safeParse(id).success;
      const row = isId ? await findSeen({ id, accountId }) : undefined;
      if (!row) throw new AppError('not_found', 'No such document.');
      reply
        .header('Content-Security-Policy', filePolicy)
        .header('Cross-Origin-Resource-Policy', 'same-origin')
        .header('Cache-Control', `private, max-age=${keptSeconds}`);
      if (tagAnswer(request, reply, `"${form}-${row.sha256}"`)) return await reply.send();
      const picture = await findOrMake({ sha256: row.sha256, kind: form });
      return await sendBytes(deps.files, reply.type('image/jpeg'), picture);
    });
  }
}
