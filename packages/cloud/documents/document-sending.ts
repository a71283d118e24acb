/** Sends an uploaded file to somebody who may see it; whoever calls has made sure of that. */
import type { FastifyReply } from 'fastify';
import type { Deps } from '../context.ts';
import { contentDisposition, sendBytes } from '../files/byte-sending.ts';
import { filePolicy } from '../http/security-headers.ts';
import type { DocumentTable } from './document-tables.ts';

type SentDocument = Pick<DocumentTable, 'sha256' | 'filename' | 'content_type'>;

/** The whole file under its own type, shown by browsers where they are able to. Throws not_found when its bytes are gone. */
export async function sendDocument(
  { files }: Pick<Deps, 'files'>,
  reply: FastifyReply,
  { sha256, filename, content_type }: SentDocument,
): Promise<FastifyReply> {
  const bytes = await files.size(sha256);
  reply
    .type(content_type)
    .header('Content-Disposition', contentDisposition('inline', filename))
    .header('Content-Security-Policy', filePolicy)
    .header('Cross-Origin-Resource-Policy', 'same-origin');
  return await sendBytes(files, reply, { sha256, bytes });
}
