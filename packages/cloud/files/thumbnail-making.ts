/**
 * Small pictures, made when somebody first looks and kept from then on. Owns that each is made once, by the imaging
 * pool, and how many may wait.
 */
import { AppError } from '@platen/contracts/app-error';
import { phoneEdgePx, previewEdgePx } from '@platen/contracts/shared-picture';
import { ImagingRefusal, isProvenAgainstFile } from '@platen/imaging/imaging-refusal';
import type { Deps } from '../context.ts';
import type { ShownPicture } from '../operation/operation.ts';
import { pictureRefusal } from '../picture-refusal.ts';
import { createSingleFlight } from '../single-flight.ts';
import { keepRecorded } from './file-keeping.ts';
import type { ThumbnailTable } from './file-tables.ts';
import { findThumbnail, insertThumbnail } from './thumbnail-store.ts';

type WholeKind = Extract<ThumbnailTable['kind'], 'thumbnail' | 'phone' | 'preview'>;

const edgesPx: Record<WholeKind, number> = {
  thumbnail: 400,
  phone: phoneEdgePx,
  preview: previewEdgePx,
};
const deadlineMs = 20_000;
/** A list of a hundred photos may be opened twice; more waiting at once is not a person. */
const maxWaiting = 200;
const maxBytes = 20 * 1024 * 1024;

type MakingDeps = Pick<Deps, 'database' | 'files' | 'imaging' | 'now'>;

export interface WantedThumbnail {
  /** Of the file that is shown. */
  sha256: string;
  kind: WholeKind;
}

/** Where a small picture is: its own bytes in the file store. Throws unprocessable when there can't be one, rate_limited when there is none yet. */
export type FindOrMakeThumbnail = (wanted: WantedThumbnail) => Promise<{ sha256: string; bytes: number }>;

const makers = new WeakMap<MakingDeps['files'], FindOrMakeThumbnail>();

/** The one of this process: who asks for the same picture elsewhere waits for the same making. */
export function thumbnailMakingOf({ database, files, imaging, now }: MakingDeps): FindOrMakeThumbnail {
  const known = makers.get(files) ?? createThumbnailMaking({ database, files, imaging, now });
  makers.set(files, known);
  return known;
}

/** A kept file as a picture to be shown beside an answer. */
export function shownPicture(
  deps: MakingDeps,
  { title, sha256 }: { title: string; sha256: string },
): ShownPicture {
  return { title, thumbnail: () => thumbnailMakingOf(deps)({ sha256, kind: 'thumbnail' }) };
}

function createThumbnailMaking(deps: MakingDeps): FindOrMakeThumbnail {
  const makeOnce = createSingleFlight<ThumbnailTable>({
    max: maxWaiting,
    tooMany: 'Too many pictures are being made at this moment.',
  });
  return async (wanted) => {
    const key = `${wanted.kind} ${wanted.sha256}`;
    const known = await findThumbnail(deps.database.query, wanted);
    const row = known ?? (await makeOnce(key, () => makeRow(deps, wanted)));
    if (row.sha256 === null) throw new AppError('unprocessable', row.refusal ?? '');
    return { sha256: row.sha256, bytes: row.bytes };
  };
}

async function makeRow(deps: MakingDeps, { sha256, kind }: WantedThumbnail): Promise<ThumbnailTable> {
  const none = { source_sha256: sha256, kind, bytes: 0, width_px: 0, height_px: 0, created_at: deps.now() };
  try {
    const made = await deps.files.withLocal(sha256, (sourcePath) =>
      deps.imaging.thumbnail({ sourcePath, edgePx: edgesPx[kind] }, { priority: 'low', deadlineMs }),
    );
    const staging = await deps.files.stage(maxBytes);
    try {
      await staging.write(Buffer.from(made.jpeg));
      const staged = await staging.finish();
      const row: ThumbnailTable = {
        ...none,
        sha256: staged.sha256,
        bytes: staged.bytes,
        width_px: made.widthPx,
        height_px: made.heightPx,
        refusal: null,
      };
      await keepRecorded(deps, staged, {
        atomically: deps.database.transaction,
        work: (tx) => insertThumbnail(tx, row),
      });
      return row;
    } finally {
      await staging.discard();
    }
  } catch (error) {
    if (!(error instanceof ImagingRefusal)) throw error;
    // Who looks again may have more luck: nothing is kept.
    if (!isProvenAgainstFile(error)) throw pictureRefusal(error);
    const row: ThumbnailTable = { ...none, sha256: null, refusal: error.message };
    await insertThumbnail(deps.database.query, row);
    return row;
  }
}
