/**
 * Choosing among the doubtful regions of a restoration. Owns that a choice which changes the picture is a new version, made of
 * the mask that there was, and that one which the picture shows already is only said: what was repaired and is accepted,
 * what was only offered and is refused. Nothing is charged, earlier versions stay.
 */
import { AppError } from '@platen/contracts/app-error';
import { type RestoreReport, restoreOptions, restoreReport } from '@platen/contracts/restore-task';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';
import { type AskedChoices, choicesAfter, refuseChoices, refusedOf } from './restoration-choice-rules.ts';
import { listRestorationFiles } from './restoration-file-store.ts';
import { decideRegions } from './restoration-moves.ts';
import { startVersion } from './restoration-start.ts';
import { findRestoration } from './restoration-store.ts';
import { type RestorationTable, readIds } from './restoration-tables.ts';
import { type restorationShape, viewRestoration } from './restoration-view.ts';

type View = z.output<typeof restorationShape>;

/** The report of one that is completed. Throws conflict for others. */
function getReport({ state, report }: RestorationTable): RestoreReport {
  if (state === 'completed' && report !== null) return restoreReport.parse(JSON.parse(report));
  throw new AppError('conflict', `The restoration is ${state}, so it has nothing to choose from.`, {
    hint: 'Choose once it is completed.',
  });
}

/** The mask with all the regions: the one it was made with where they were chosen from before, else its own. */
async function getLabelledMask(
  db: Query | Tx,
  { id, mask_regions, mask_sha256, mask_bytes }: RestorationTable,
): Promise<{ sha256: string; bytes: number }> {
  if (mask_regions !== null && mask_sha256 !== null) return { sha256: mask_sha256, bytes: mask_bytes ?? 0 };
  const mask = (await listRestorationFiles(db, [id])).find(({ kind }) => kind === 'mask');
  if (!mask) throw new AppError('conflict', 'The mask of this restoration is gone, with its photo.');
  return { sha256: mask.sha256, bytes: mask.bytes };
}

/** Says what is as the picture has it. The newest state decides: two may choose at once. */
async function decide(context: Context, id: string, asked: AskedChoices): Promise<View> {
  const { database } = context;
  return await context.atomically(async (tx) => {
    const row = await findRestoration(tx, { id, isLocked: true });
    if (!row) throw new AppError('not_found', 'No such restoration.');
    const { decided } = choicesAfter({ decided: readIds(row.decided), refused: [] }, asked);
    const changed = await decideRegions(database, tx, { restoration: row, decided });
    return await viewRestoration(context, tx, changed);
  });
}

/**
 * The version with these choices: this one, when it has them already, else a new one. Throws conflict for a
 * restoration that isn't completed, unprocessable for what is no doubtful region of it.
 */
export async function chooseRegions(
  context: Context,
  restoration: RestorationTable,
  asked: AskedChoices,
): Promise<View> {
  const { regions, is_print_damaged: isPrintDamaged = false } = getReport(restoration);
  const refusal = refuseChoices(regions, asked);
  if (refusal) throw new AppError('unprocessable', refusal);
  const before = { decided: readIds(restoration.decided), refused: refusedOf(regions) };
  const after = choicesAfter(before, asked);
  if (JSON.stringify(after.refused) === JSON.stringify(before.refused))
    return await decide(context, restoration.id, asked);
  return await startVersion(
    context,
    {
      photoId: restoration.photo_id,
      previewOnly: restoration.preview_only === 1,
      options: restoreOptions.parse(JSON.parse(restoration.options)),
      parent: restoration,
      choices: {
        ...after,
        regions: regions.map((region) => ({ ...region, is_refused: false })),
        isPrintDamaged,
      },
    },
    await getLabelledMask(context.database.query, restoration),
  );
}
