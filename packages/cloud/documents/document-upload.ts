/**
 * From incoming bytes to a kept document: receive, examine, keep, record. Owns that order for documents and photos.
 * Nothing is recorded that was not examined; nothing is kept that was refused.
 */
import { AppError } from '@platen/contracts/app-error';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { keepRecorded } from '../files/file-keeping.ts';
import { newId } from '../ids.ts';
import type { StagedFile } from '../ports/files.ts';
import { readDocumentFacts } from './document-examination.ts';
import { type DocumentKind, insertDocument } from './document-store.ts';
import type { DocumentTable } from './document-tables.ts';
import { downloadRemoteFile } from './remote-file.ts';
import { checkQuota } from './storage-quota.ts';

/** How a file comes with a call: as a part of the request, from an address, or inside JSON as base64. */
export const uploadInput = z.strictObject({
  file_url: z.string().max(4096).optional().describe('Public http(s) address to fetch it from'),
  content: z.string().optional().describe('Base64, about 10 MB at most'),
  filename: z.string().trim().max(255).optional().describe('For lists; the type is told by content'),
});
export type UploadInput = z.output<typeof uploadInput>;

/** Receives, examines and keeps the call's file, and records it with `answer` as the operation's output. */
export async function receiveUpload<T>(
  context: Context,
  input: UploadInput,
  { kind, answer }: { kind: DocumentKind; answer: (row: DocumentTable) => T },
): Promise<T> {
  // Who has no room at all is told before anything is received.
  await checkQuota(context.database.query, context, { accountId: context.caller.accountId, comingBytes: 1 });
  const { staged, filename } = await receiveBytes(context, input);
  return await recordUpload(context, staged, { kind, filename: input.filename ?? filename, answer });
}

/** Examines and keeps staged bytes and records them; they are discarded whatever comes. Throws unprocessable for what can't be printed. */
export async function recordUpload<T>(
  context: Context,
  staged: StagedFile,
  {
    kind,
    filename,
    alsoWrite,
    answer,
  }: {
    kind: DocumentKind;
    filename: string | undefined;
    /** In the transaction that records it. */
    alsoWrite?: (tx: Tx) => Promise<void>;
    answer: (row: DocumentTable) => T;
  },
): Promise<T> {
  try {
    const facts = await readDocumentFacts(context, { path: staged.path, kind });
    const row: DocumentTable = {
      id: newId(),
      account_id: context.caller.accountId,
      kind,
      filename: cleanFilename(filename) || kind,
      bytes: staged.bytes,
      sha256: staged.sha256,
      created_at: context.now(),
      deleted_at: null,
      restored_from: null,
      ...facts,
    };
    const work = async (tx: Tx) => {
      await insertDocument(tx, row);
      await checkQuota(tx, context, { accountId: row.account_id });
      await alsoWrite?.(tx);
      return answer(row);
    };
    return await keepRecorded(context, staged, { atomically: context.atomically, work });
  } finally {
    // Nobody needs to wait for it: what a crash leaves there, the next start removes.
    staged.discard().catch((error) => context.log('warn', 'staging.not-removed', { error }));
  }
}

/** The bytes of the call's file from whichever source it names, staged: the caller discards them. */
export async function receiveBytes(
  context: Context,
  { file_url, content }: Pick<UploadInput, 'file_url' | 'content'>,
) {
  const sources = Object.entries({ file: context.file, file_url, content }).filter(
    ([, given]) => given !== undefined,
  );
  const [first, second] = sources.map(([name]) => name);
  if (second) {
    throw new AppError('malformed', `${second}: is one source of the file and ${first} another; send one.`);
  }
  if (context.file) return await context.file.receive();
  if (file_url !== undefined) return await downloadRemoteFile(context, file_url);
  if (content === undefined) {
    throw new AppError('malformed', 'file_url: is missing; send file_url, content (base64) or a file part.');
  }
  if (!isBase64(content)) throw new AppError('malformed', 'content: must be base64.');
  return await receiveBase64(context, content);
}

/** Each expression looks at a character once: one that tries again from every blank takes hours for 16 MB of them. */
function isBase64(content: string): boolean {
  if (/[^A-Za-z0-9+/=\s]/.test(content)) return false;
  const padding = content.indexOf('=');
  return (
    padding === -1 || (content.slice(padding).trim().length <= 2 && !/[^=\s]/.test(content.slice(padding)))
  );
}

async function receiveBase64(context: Context, content: string) {
  const staging = await context.files.stage(context.maxUploadBytes);
  try {
    await staging.write(Buffer.from(content, 'base64'));
    return { staged: await staging.finish(), filename: undefined };
  } catch (error) {
    await staging.discard();
    throw error;
  }
}

/**
 * The last part of a path, without control characters and without those that turn what follows around (a name must not end
 * otherwise than it looks): a name for lists, never used to open anything.
 */
function cleanFilename(name: string | undefined): string {
  return (name ?? '')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()
    .slice(0, 255);
}
