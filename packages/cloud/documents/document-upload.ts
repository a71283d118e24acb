/**
 * From incoming bytes to a kept document: receive, examine, keep, record. Owns that order for documents and photos.
 * Nothing is recorded that was not examined; nothing is kept that was refused.
 */
import { AppError } from '@platen/contracts/app-error';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { DocumentTable } from '../db/database-schema.ts';
import { keepRecorded } from '../files/file-keeping.ts';
import { newId } from '../ids.ts';
import { examineFile } from './document-examination.ts';
import { type DocumentKind, insertDocument } from './document-store.ts';

/** How a file comes with a call: as the multipart part `file`, or inside JSON as base64. */
export const uploadInput = z.strictObject({
  content: z
    .string()
    .optional()
    .describe('The file in base64, for calls without a multipart part; about 10 MB at most'),
  filename: z
    .string()
    .trim()
    .max(255)
    .optional()
    .describe('Name shown in lists; the type is told by content'),
});
export type UploadInput = z.output<typeof uploadInput>;

/** Receives, examines and keeps the call's file, and records it with `answer` as the operation's output. */
export async function receiveUpload<T>(
  context: Context,
  input: UploadInput,
  { kind, answer }: { kind: DocumentKind; answer: (row: DocumentTable) => T },
): Promise<T> {
  const { staged, filename } = await receiveBytes(context, input);
  try {
    const facts = await examineFile(context, { path: staged.path, kind });
    const row: DocumentTable = {
      id: newId(),
      account_id: context.caller!.accountId,
      kind,
      filename: cleanFilename(input.filename ?? filename) || kind,
      bytes: staged.bytes,
      sha256: staged.sha256,
      created_at: context.now(),
      deleted_at: null,
      restored_from: null,
      ...facts,
    };
    const work = async (tx: Tx) => {
      await insertDocument(tx, row);
      return answer(row);
    };
    return await keepRecorded(context, staged, { atomically: context.atomically, work });
  } finally {
    // Nobody needs to wait for it: what a crash leaves there, the next start removes.
    staged.discard().catch((error) => context.log('warn', 'staging.not_removed', { error }));
  }
}

async function receiveBytes(context: Context, input: UploadInput) {
  if (context.file && input.content === undefined) return await context.file.receive();
  if (input.content === undefined) {
    throw new AppError('malformed', 'content: is missing; it must be the file in base64.');
  }
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(input.content)) {
    throw new AppError('malformed', 'content: must be base64.');
  }
  const staging = await context.files.stage(context.maxUploadBytes);
  try {
    await staging.write(Buffer.from(input.content, 'base64'));
    return { staged: await staging.finish(), filename: undefined };
  } catch (error) {
    await staging.discard();
    throw error;
  }
}

/** The last part of a path, without control characters: a name for lists, never used to open anything. */
function cleanFilename(name: string | undefined): string {
  return (name ?? '')
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 255);
}
