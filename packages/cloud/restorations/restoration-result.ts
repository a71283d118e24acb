/** From a restored file to a photo of the account. Owns that order: examine, keep, and complete in one transaction. */
import type { RestoreReport } from '@platen/contracts/agent-protocol';
import type { Deps } from '../context.ts';
import type { DocumentTable } from '../db/database-schema.ts';
import type { RestorationTable } from '../db/schema-photos.ts';
import { readDetails, writeDetails } from '../documents/document-details.ts';
import { examineFile } from '../documents/document-examination.ts';
import { findDocument, insertDocument } from '../documents/document-store.ts';
import { keepRecorded } from '../files/file-keeping.ts';
import { newId } from '../ids.ts';
import type { StagedFile } from '../ports/files.ts';
import { completeRestoration } from './restoration-moves.ts';

/** Rolls the transaction back: another has the restoration now. */
class RestorationLost extends Error {}

type ResultDeps = Pick<Deps, 'database' | 'files' | 'imaging' | 'now'>;

/**
 * Makes the staged file the result. False when the restoration was given to another meanwhile: nothing was kept. Throws
 * unprocessable when the file is no picture.
 */
export async function acceptResult(
  deps: ResultDeps,
  restoration: RestorationTable,
  { staged, report }: { staged: StagedFile; report: RestoreReport },
): Promise<boolean> {
  const facts = await examineFile(deps, { path: staged.path, kind: 'photo' });
  const now = deps.now();
  const { account_id: accountId, photo_id: photoId } = restoration;
  try {
    await keepRecorded(deps, staged, {
      atomically: deps.database.transaction,
      work: async (tx) => {
        const source = await findDocument(tx, { id: photoId, accountId });
        if (!source) throw new RestorationLost();
        const row: DocumentTable = {
          id: newId(),
          account_id: accountId,
          kind: 'photo',
          filename: restoredName(source.filename),
          bytes: staged.bytes,
          sha256: staged.sha256,
          created_at: now,
          deleted_at: null,
          restored_from: source.id,
          ...facts,
          details: writeDetails({ ...readDetails(facts), ...takenAt(source) }),
        };
        await insertDocument(tx, row);
        const done = { restoration, photoId: row.id, report: JSON.stringify(report), now };
        if (!(await completeRestoration(tx, done))) throw new RestorationLost();
      },
    });
    return true;
  } catch (error) {
    if (error instanceof RestorationLost) return false;
    throw error;
  }
}

/** The result has no metadata of its own; when the photo was taken is still true. */
function takenAt(source: DocumentTable): { taken_at?: string } {
  const { taken_at } = readDetails(source);
  return taken_at === undefined ? {} : { taken_at };
}

/** `grandma.png` to `grandma (restored).jpg`. */
function restoredName(filename: string): string {
  const stem = filename.replace(/\.[^.]{1,5}$/, '').slice(0, 230) || 'photo';
  return `${stem} (restored).jpg`;
}
