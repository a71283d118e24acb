/**
 * GET /api/files/{token}: thumbnails, previews, originals and the pictures beside restorations, at signed addresses
 * (file-links.ts). Owns the headers under which untrusted bytes leave: never sniffed, never run, originals never shown in
 * the page's own origin.
 */
import { AppError } from '@platen/contracts/app-error';
import { type RestoreFileKind, restoreFileKinds } from '@platen/contracts/restore-task';
import { phoneEdgePx } from '@platen/contracts/shared-picture';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import type { Query } from '../db/database.ts';
import { findLiveDocument } from '../documents/document-store.ts';
import { contentDisposition, sendBytes } from '../files/byte-sending.ts';
import {
  type FileForm,
  type FileLink,
  filesPath,
  type RegionForm,
  readFileLink,
  type SharedForm,
} from '../files/file-links.ts';
import { type FindOrMakeThumbnail, thumbnailMakingOf } from '../files/thumbnail-making.ts';
import { tagAnswer } from '../http/entity-tag.ts';
import { filePolicy } from '../http/security-headers.ts';
import { findCrop } from '../restorations/restoration-crops.ts';
import { findRestorationFile } from '../restorations/restoration-file-store.ts';
import { findOpenShareItem } from '../restorations/restore-share-store.ts';

type FileRequest = FastifyRequest<{ Params: { token: string }; Querystring: { edge?: string | string[] } }>;

/** What a link leads to. `shown`: what the ETag names, the SHA-256 of the file it shows; `find`: the bytes to send, made where need be. */
interface LinkedFile {
  shown: string;
  type: string;
  disposition: string;
  find(): Promise<{ sha256: string; bytes: number }>;
}

/** Mounts the route. */
export function addFileRoutes(http: FastifyInstance, deps: Deps): void {
  const findOrMake = thumbnailMakingOf(deps);
  http.get(`${filesPath}/:token`, async (request: FileRequest, reply) => {
    const link = readFileLink(deps, request.params.token);
    const isForPhone = request.query.edge === String(phoneEdgePx);
    const file = link && (await findLinked(deps, link, { findOrMake, isForPhone }));
    if (!link || !file)
      throw new AppError('not_found', 'This address is not valid, or no longer. Ask for the file again.');
    return await sendFile(deps, { request, reply, link, file });
  });
}

const isBesideRestoration = (form: string): form is RestoreFileKind =>
  (restoreFileKinds as readonly string[]).includes(form);

const isShared = (form: FileForm): form is SharedForm => form === 'shared' || form === 'shared_before';

const isRegion = (form: FileForm): form is RegionForm => form === 'region_before' || form === 'region_after';

async function findBeside(
  db: Query,
  restorationId: string,
  kind: RestoreFileKind,
): Promise<LinkedFile | undefined> {
  const file = await findRestorationFile(db, { restorationId, kind });
  const type = kind === 'mask' ? 'image/png' : 'image/jpeg';
  return file && { shown: file.sha256, type, disposition: 'inline', find: async () => file };
}

/** The same, as large as a phone shows it. */
const smallerOf = ({ shown }: Pick<LinkedFile, 'shown'>, findOrMake: FindOrMakeThumbnail): LinkedFile => ({
  shown: `${shown}-${phoneEdgePx}`,
  type: 'image/jpeg',
  disposition: 'inline',
  find: () => findOrMake({ sha256: shown, kind: 'phone' }),
});

async function findLinked(
  deps: Deps,
  { documentId: id, form, part }: FileLink,
  { findOrMake, isForPhone }: { findOrMake: FindOrMakeThumbnail; isForPhone: boolean },
): Promise<LinkedFile | undefined> {
  const { database, now } = deps;
  let documentId = id;
  if (isBesideRestoration(form)) return await findBeside(database.query, id, form);
  if (isRegion(form)) {
    const side = form === 'region_before' ? 'before' : 'after';
    const crop = await findCrop(deps, { restorationId: id, regionId: part, side });
    return crop && { ...crop, type: 'image/jpeg', disposition: 'inline' };
  }
  if (isShared(form)) {
    const wanted = { shareId: id, position: part, now: now() };
    const item = await findOpenShareItem(database.query, wanted);
    if (!item) return undefined;
    if (form === 'shared_before') {
      const before = await findBeside(database.query, item.restoration_id, 'before');
      return before && isForPhone ? smallerOf(before, findOrMake) : before;
    }
    documentId = item.photo_id;
  }
  const row = await findLiveDocument(database.query, documentId);
  if (!row) return undefined;
  const { sha256, content_type, filename } = row;
  if (form === 'original') {
    const disposition = contentDisposition('attachment', filename);
    return { shown: sha256, type: content_type, disposition, find: async () => row };
  }
  if (isShared(form) && isForPhone) return smallerOf({ shown: sha256 }, findOrMake);
  const find = () => findOrMake({ sha256, kind: isShared(form) ? 'preview' : form });
  return { shown: sha256, type: 'image/jpeg', disposition: 'inline', find };
}

interface Sending {
  request: FileRequest;
  reply: FastifyReply;
  link: FileLink;
  file: LinkedFile;
}

async function sendFile(deps: Deps, { request, reply, link, file }: Sending): Promise<FastifyReply> {
  const etag = `"${link.form}-${file.shown}"`;
  const seconds = Math.floor((link.expiresAt - deps.now()) / 1000);
  reply.header('Content-Security-Policy', filePolicy);
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
  // A restoration that is begun again puts other pictures at the same address; a share ends when its owner says so.
  const isFixed = !isBesideRestoration(link.form) && !isShared(link.form);
  const lifetime = isFixed ? `private, max-age=${seconds}, immutable` : 'private, no-cache';
  if (tagAnswer(request, reply, etag)) return await reply.header('Cache-Control', lifetime).send();
  const { sha256, bytes } = await file.find();
  reply.header('Cache-Control', lifetime).header('Content-Disposition', file.disposition).type(file.type);
  return await sendBytes(deps.files, reply, { sha256, bytes });
}
