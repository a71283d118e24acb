/**
 * From what was made to what an account has. Owns that order: examine, keep, and complete in one transaction; the pictures
 * beside a result are kept as they come, for as long as their restoration is worked on by whoever brought them.
 */
import { AppError } from '@platen/contracts/app-error';
import {
  hasResult,
  type RestoreFileKind,
  type RestoreReport,
  restoreOptions,
} from '@platen/contracts/restore-task';
import type { Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { readDetails, writeDetails } from '../documents/document-details.ts';
import { type DocumentFacts, readDocumentFacts } from '../documents/document-examination.ts';
import { findDocument, insertDocument } from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { keepRecorded } from '../files/file-keeping.ts';
import { newId } from '../ids.ts';
import type { StagedFile } from '../ports/files.ts';
import { upsertRestorationFile } from './restoration-file-store.ts';
import { completeRestoration } from './restoration-moves.ts';
import { findRestoration } from './restoration-store.ts';
import type { RestorationTable } from './restoration-tables.ts';

/** Rolls the transaction back: another has the restoration now, or its owner cancelled it. */
class RestorationLost extends Error {}

type ResultDeps = Pick<Deps, 'database' | 'files' | 'imaging' | 'now'>;

/** True when this work, reported so, ends with a full picture. */
export const wantsResult = (restoration: RestorationTable, report: RestoreReport): boolean =>
  hasResult(
    {
      options: restoreOptions.parse(JSON.parse(restoration.options)),
      preview_only: restoration.preview_only === 1,
    },
    report,
  );

/**
 * Makes the staged file the result. False when the restoration was given to another meanwhile, or cancelled: nothing was
 * kept. Throws unprocessable when the file is no picture.
 */
export async function acceptResult(
  deps: ResultDeps,
  restoration: RestorationTable,
  { staged, report }: { staged: StagedFile; report: RestoreReport },
): Promise<boolean> {
  const facts = await readDocumentFacts(deps, { path: staged.path, kind: 'photo' });
  return await unlessLost(() =>
    keepRecorded(deps, staged, {
      atomically: deps.database.transaction,
      work: async (tx) => {
        const { account_id: accountId, photo_id: photoId } = restoration;
        const source = await findDocument(tx, { id: photoId, accountId });
        if (!source) throw new RestorationLost();
        const row = resultRow(restoration, { source, staged, facts, report, now: deps.now() });
        await insertDocument(tx, row);
        await complete(deps, tx, { restoration, photoId: row.id, report });
      },
    }),
  );
}

/**
 * Ends one that makes no photo: only its pictures were wanted; or nothing had to be done, and the photo itself is the result.
 * False as above.
 */
export async function acceptOutcome(
  deps: Pick<Deps, 'database' | 'now'>,
  restoration: RestorationTable,
  report: RestoreReport,
): Promise<boolean> {
  const photoId = restoration.preview_only === 1 ? null : restoration.photo_id;
  return await unlessLost(() =>
    deps.database.transaction((tx) => complete(deps, tx, { restoration, photoId, report })),
  );
}

async function complete(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  tx: Tx,
  {
    restoration,
    photoId,
    report,
  }: { restoration: RestorationTable; photoId: string | null; report: RestoreReport },
): Promise<void> {
  const engine = report.engine;
  const done = { restoration, photoId, report: JSON.stringify(report), engine, now: now() };
  if (!(await completeRestoration(database, tx, done))) throw new RestorationLost();
}

async function unlessLost(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof RestorationLost) return false;
    throw error;
  }
}

const mediaTypes: Record<RestoreFileKind, string> = {
  mask: 'image/png',
  before: 'image/jpeg',
  after: 'image/jpeg',
};

/** Keeps a picture beside the result. False when this executor has the restoration no longer. */
export async function acceptFile(
  deps: ResultDeps,
  restoration: RestorationTable,
  { staged, kind }: { staged: StagedFile; kind: RestoreFileKind },
): Promise<boolean> {
  const { content_type: found } = await readDocumentFacts(deps, { path: staged.path, kind: 'photo' });
  if (found !== mediaTypes[kind]) {
    throw new AppError('unprocessable', `file: is ${found} and must be ${mediaTypes[kind]}.`);
  }
  const { id, executor } = restoration;
  return await unlessLost(() =>
    keepRecorded(deps, staged, {
      atomically: deps.database.transaction,
      work: async (tx) => {
        const current = await findRestoration(tx, { id, isLocked: true });
        if (current?.state !== 'processing' || current.executor !== executor) throw new RestorationLost();
        const { sha256, bytes } = staged;
        await upsertRestorationFile(tx, {
          file: { restoration_id: id, kind, sha256, bytes },
          now: deps.now(),
        });
      },
    }),
  );
}

interface Made {
  source: DocumentTable;
  staged: StagedFile;
  facts: DocumentFacts;
  report: RestoreReport;
  now: number;
}

/** The result has no metadata of its own; when the photo was taken is still true. */
function resultRow(
  restoration: RestorationTable,
  { source, staged, facts, report, now }: Made,
): DocumentTable {
  const { taken_at } = readDetails(source);
  const restored_by = {
    restoration_id: restoration.id,
    engine: report.engine,
    options: restoreOptions.parse(JSON.parse(restoration.options)),
  };
  return {
    id: newId(),
    account_id: restoration.account_id,
    kind: 'photo',
    filename: restoredName(source.filename),
    bytes: staged.bytes,
    sha256: staged.sha256,
    created_at: now,
    deleted_at: null,
    restored_from: source.id,
    ...facts,
    details: writeDetails({
      ...readDetails(facts),
      ...(taken_at !== undefined && { taken_at }),
      restored_by,
    }),
  };
}

/** `grandma.png` to `grandma (restored).jpg`. */
function restoredName(filename: string): string {
  const stem = filename.replace(/\.[^.]{1,5}$/, '').slice(0, 230) || 'photo';
  return `${stem} (restored).jpg`;
}
