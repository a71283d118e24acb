/**
 * Starting a restoration: what is asked is checked, the one there is with the same photo, options and mask is answered, else a
 * new one waits. Owns that order.
 */
import { AppError } from '@platen/contracts/app-error';
import type { RestoreOptions, RestoreRegion } from '@platen/contracts/restore-task';
import { restoreEngine } from '@platen/imaging/restore/restore-engine';
import { refuseSize } from '@platen/imaging/restore/restore-limits';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { findDocument, lockDocument } from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { checkQuota } from '../documents/storage-quota.ts';
import { keepRecorded } from '../files/file-keeping.ts';
import { newId } from '../ids.ts';
import { takeAttempt } from '../limits/limit-moves.ts';
import { choicesAfter } from './restoration-choice-rules.ts';
import { upsertRestorationFile } from './restoration-file-store.ts';
import { type MaskSource, receiveMask } from './restoration-mask.ts';
import { createRestoration, decideRegions } from './restoration-moves.ts';
import { maxOpen, maxOpenPerAccount } from './restoration-rules.ts';
import { countOpenRestorations, findSameRestoration } from './restoration-store.ts';
import { type RestorationTable, readIds } from './restoration-tables.ts';
import { type restorationShape, viewRestoration } from './restoration-view.ts';

export interface Wanted {
  photoId: string;
  options: RestoreOptions;
  previewOnly: boolean;
  /** The restoration whose mask was corrected, or chosen from. */
  parent?: Pick<RestorationTable, 'id' | 'version'> | undefined;
  /** With the mask of an earlier version: what its values stand for, and what a person said of them. */
  choices?:
    | { regions: RestoreRegion[]; isPrintDamaged: boolean; decided: number[]; refused: number[] }
    | undefined;
}

interface GivenMask {
  sha256: string;
  bytes: number;
}

type View = z.output<typeof restorationShape>;

/** A new restoration, or the one there is with the same options: its result would be the same to the byte. */
export async function startRestoration(context: Context, wanted: Wanted): Promise<View> {
  // Asking again is no beginning.
  if (!(await findSameRestoration(context.database.query, sameWork(wanted, null)))) await countStart(context);
  return await context.atomically((tx) => start(context, tx, wanted));
}

const sameWork = ({ photoId, previewOnly, options, choices }: Wanted, maskSha256: string | null) => ({
  photoId,
  previewOnly,
  options: JSON.stringify(options),
  maskSha256,
  maskRegions: choices ? JSON.stringify(choices.regions) : null,
  refused: JSON.stringify(choices?.refused ?? []),
  engine: restoreEngine,
});

/** Outside of the transaction: a refusal must not take the count back. */
const countStart = (context: Context): Promise<void> =>
  takeAttempt(context, { name: 'restoration_network', subject: context.clientNetwork });

/** The same with the mask of an earlier version, which is kept, and what was chosen of it. */
export async function startVersion(
  context: Context,
  wanted: Wanted & Required<Pick<Wanted, 'choices'>>,
  mask: GivenMask,
): Promise<View> {
  const isKnown = await findSameRestoration(context.database.query, sameWork(wanted, mask.sha256));
  if (!isKnown) await countStart(context);
  return await context.atomically((tx) => start(context, tx, wanted, mask));
}

/** The same with a mask that a person gave; `field` names it in refusals. */
export async function startWithMask(
  context: Context,
  wanted: Wanted,
  mask: { source: MaskSource; field: string },
): Promise<View> {
  const photo = await findDocument(context.database.query, {
    id: wanted.photoId,
    accountId: context.caller.accountId,
    kind: 'photo',
  });
  if (!photo) throw new AppError('not_found', 'No such photo.');
  checkPixels(photo, wanted.options);
  await countStart(context);
  const staged = await receiveMask(context, photo, mask);
  try {
    const { sha256, bytes } = staged;
    return await keepRecorded(context, staged, {
      atomically: context.atomically,
      work: (tx) => start(context, tx, wanted, { sha256, bytes }),
    });
  } finally {
    await staged.discard();
  }
}

async function start(context: Context, tx: Tx, wanted: Wanted, mask?: GivenMask): Promise<View> {
  const accountId = context.caller.accountId;
  const { photoId, options, previewOnly } = wanted;
  const photo = await lockDocument(tx, { id: photoId, accountId, kind: 'photo' });
  if (!photo) throw new AppError('not_found', 'No such photo.');
  checkPixels(photo, options);
  const same = await findSameRestoration(tx, sameWork(wanted, mask?.sha256 ?? null));
  if (same) {
    const { decided } = choicesAfter(
      { decided: readIds(same.decided), refused: [] },
      { accept: wanted.choices?.decided ?? [], refuse: [] },
    );
    const said = await decideRegions(context.database, tx, { restoration: same, decided });
    return await viewRestoration(context, tx, said);
  }
  await checkOpenCount(tx, accountId);
  const row = rowOf(photo, wanted, { mask, now: context.now() });
  await createRestoration(context.database, tx, row);
  if (mask) {
    const file = { restoration_id: row.id, kind: 'given', ...mask } as const;
    await upsertRestorationFile(tx, { file, now: context.now() });
  }
  // Nobody is asked when the result comes: there must be room for one as large as the photo.
  await checkQuota(tx, context, { accountId, comingBytes: previewOnly ? 0 : photo.bytes });
  return await viewRestoration(context, tx, row);
}

function checkPixels(photo: DocumentTable, { steps, enlarge_factor }: RestoreOptions): void {
  const size = { widthPx: photo.width_px ?? 0, heightPx: photo.height_px ?? 0 };
  const refusal = refuseSize(size, steps.enlarge ? enlarge_factor : 1);
  if (refusal) throw new AppError('unprocessable', refusal);
}

async function checkOpenCount(tx: Tx, accountId: string): Promise<void> {
  const { own, all } = await countOpenRestorations(tx, accountId);
  if (own < maxOpenPerAccount && all < maxOpen) return;
  const sentence =
    own >= maxOpenPerAccount
      ? `${own} restorations of this account wait already.`
      : 'Too many restorations wait at this moment.';
  throw new AppError('rate_limited', sentence, { retryAfterSeconds: 30 });
}

function rowOf(
  photo: DocumentTable,
  { options, previewOnly, parent, choices }: Wanted,
  { mask, now }: { mask: GivenMask | undefined; now: number },
): RestorationTable {
  return {
    id: newId(),
    account_id: photo.account_id,
    photo_id: photo.id,
    source_sha256: photo.sha256,
    source_bytes: photo.bytes,
    options: JSON.stringify(options),
    state: 'queued',
    executor: null,
    lease_until: null,
    attempts: 0,
    progress: 0,
    message: '',
    result_photo_id: null,
    report: null,
    created_at: now,
    updated_at: now,
    finished_at: null,
    stage: '',
    begun_at: null,
    told: 0,
    revision: 0,
    preview_only: previewOnly ? 1 : 0,
    mask_sha256: mask?.sha256 ?? null,
    mask_bytes: mask?.bytes ?? null,
    parent_id: parent?.id ?? null,
    version: (parent?.version ?? 0) + 1,
    engine: null,
    mask_regions: choices ? JSON.stringify(choices.regions) : null,
    print_damaged: choices?.isPrintDamaged ? 1 : 0,
    refused: JSON.stringify(choices?.refused ?? []),
    decided: JSON.stringify(choices?.decided ?? []),
  };
}
