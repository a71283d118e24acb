/**
 * Small pictures of one doubtful region, before and after; of one that is offered and left only before. Cut when somebody looks, all regions of a side from one decoding,
 * and kept like other small pictures of a file. Owns which file they are cut from and how much around a region they show;
 * both sides show the same place in the same size.
 */
import { type RestoreRegion, type RestoreReport, restoreReport } from '@platen/contracts/restore-task';
import type { PicturePart } from '@platen/imaging/decode/picture-parts';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { framedBoxOf } from '@platen/imaging/restore/restore-regions';
import type { Deps } from '../context.ts';
import type { Query } from '../db/database.ts';
import { findLiveDocument } from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { keepRecorded } from '../files/file-keeping.ts';
import type { ThumbnailTable } from '../files/file-tables.ts';
import { findThumbnail, insertThumbnail } from '../files/thumbnail-store.ts';
import { pictureRefusal } from '../picture-refusal.ts';
import { createSingleFlight } from '../single-flight.ts';
import { isLeftOffer } from './restoration-choice-rules.ts';
import { findRestorationFile } from './restoration-file-store.ts';
import { findRestoration } from './restoration-store.ts';
import type { RestorationTable } from './restoration-tables.ts';

export type CropSide = 'before' | 'after';

/** The longer side of a crop at most. */
const maxEdgePx = 640;
/** Around a region: of its longer side, and of the photo's. */
const ownMargin = 0.3;
const photoMargin = 0.03;
const deadlineMs = 30_000;
const maxWaiting = 50;
const maxBytes = 5 * 1024 * 1024;

type CropDeps = Pick<Deps, 'database' | 'files' | 'imaging' | 'now'>;

/** A file to be cut, and the place and size of each crop in it. */
interface Cutting {
  sha256: string;
  parts: ReadonlyMap<number, PicturePart>;
}

interface Size {
  widthPx: number;
  heightPx: number;
}

/** What is shown of a region, as shares of a picture that has this size. */
function partAround(box: RestoreRegion['box'], { widthPx, heightPx }: Size): PicturePart {
  const ownPx = Math.max(box.width * widthPx, box.height * heightPx);
  const marginPx = ownMargin * ownPx + photoMargin * Math.max(widthPx, heightPx);
  const [across, down] = [marginPx / widthPx, marginPx / heightPx];
  const [left, top] = [Math.max(0, box.left - across), Math.max(0, box.top - down)];
  const width = Math.min(1, box.left + box.width + across) - left;
  const height = Math.min(1, box.top + box.height + down) - top;
  const scale = Math.min(1, maxEdgePx / Math.max(width * widthPx, height * heightPx));
  return {
    left,
    top,
    width,
    height,
    widthPx: Math.max(1, Math.round(width * widthPx * scale)),
    heightPx: Math.max(1, Math.round(height * heightPx * scale)),
  };
}

const isDoubtful = ({ is_sure }: RestoreRegion): boolean => !is_sure;

/** True when before and after are the whole photos themselves, else they are the small pair, which was framed alike. */
export function areWholeFilesCut(
  { preview_only, result_photo_id }: Pick<RestorationTable, 'preview_only' | 'result_photo_id'>,
  { applied }: RestoreReport,
): boolean {
  const isFramed = applied.includes('deskew') || applied.includes('border');
  return preview_only === 0 && !isFramed && result_photo_id !== null;
}

const previewEdgePx = 1600;

/** The size of the small pair, of what was framed. */
function previewSizeOf({ widthPx, heightPx }: Size, { frame }: RestoreReport): Size {
  const radians = (frame.degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  const wide = (widthPx * cosine + heightPx * sine) * (1 - frame.left - frame.right);
  const high = (widthPx * sine + heightPx * cosine) * (1 - frame.top - frame.bottom);
  const scale = Math.min(1, previewEdgePx / Math.max(wide, high));
  return { widthPx: Math.max(1, wide * scale), heightPx: Math.max(1, high * scale) };
}

const sizeOf = ({ width_px, height_px }: DocumentTable): Size => ({
  widthPx: width_px ?? 1,
  heightPx: height_px ?? 1,
});

/** What to cut for one side; undefined when a picture that it needs is gone. */
async function findCutting(db: Query, row: RestorationTable, side: CropSide): Promise<Cutting | undefined> {
  const photo = await findLiveDocument(db, row.photo_id);
  if (row.report === null || !photo) return undefined;
  const report = restoreReport.parse(JSON.parse(row.report));
  const doubtful = report.regions.filter((it) => isDoubtful(it) && (side === 'before' || !isLeftOffer(it)));
  const size = sizeOf(photo);
  if (areWholeFilesCut(row, report)) {
    const result = await findLiveDocument(db, row.result_photo_id!);
    const file = side === 'before' ? photo : result;
    const parts = new Map(doubtful.map(({ id, box }) => [id, partAround(box, size)] as const));
    return file && { sha256: file.sha256, parts };
  }
  const file = await findRestorationFile(db, { restorationId: row.id, kind: side });
  const shown = previewSizeOf(size, report);
  const parts = new Map(
    doubtful.map(({ id, box }) => [id, partAround(framedBoxOf(box, size, report.frame), shown)] as const),
  );
  return file && { sha256: file.sha256, parts };
}

/** Under which a crop is kept beside other small pictures of its file. */
const kindOf = ({ left, top, width, height, widthPx, heightPx }: PicturePart): ThumbnailTable['kind'] =>
  `part ${[left, top, width, height].map((share) => share.toFixed(5)).join(' ')} ${widthPx} ${heightPx}`;

/** What there is to be sent: `shown` changes with what it shows. */
export interface Crop {
  shown: string;
  find(): Promise<{ sha256: string; bytes: number }>;
}

/** Finds the crop of a doubtful region; undefined when there is none, or no picture of it any more. Its bytes are made when they are asked for. */
export async function findCrop(
  deps: CropDeps,
  { restorationId, regionId, side }: { restorationId: string; regionId: number; side: CropSide },
): Promise<Crop | undefined> {
  const row = await findRestoration(deps.database.query, { id: restorationId });
  const cutting = row && (await findCutting(deps.database.query, row, side));
  const part = cutting?.parts.get(regionId);
  if (!cutting || !part) return undefined;
  const { sha256 } = cutting;
  const kind = kindOf(part);
  const kept = async () => {
    const known = await findThumbnail(deps.database.query, { sha256, kind });
    return known?.sha256 ? { sha256: known.sha256, bytes: known.bytes } : undefined;
  };
  return {
    shown: `${sha256} ${kind}`.replaceAll(' ', '-'),
    find: async () => {
      const known = await kept();
      if (known) return known;
      const made = await makersOf(deps)(`${restorationId} ${side}`, () => cutAll(deps, cutting));
      return made.get(regionId)!;
    },
  };
}

type Made = ReadonlyMap<number, { sha256: string; bytes: number }>;
type Maker = (key: string, make: () => Promise<Made>) => Promise<Made>;
const makers = new WeakMap<Deps['files'], Maker>();

/** The one of this process. */
function makersOf({ files }: CropDeps): Maker {
  const tooMany = 'Too many pictures are being made at this moment.';
  const known = makers.get(files) ?? createSingleFlight<Made>({ max: maxWaiting, tooMany });
  makers.set(files, known);
  return known;
}

async function cutAll(deps: CropDeps, { sha256, parts }: Cutting): Promise<Made> {
  const made = new Map<number, { sha256: string; bytes: number }>();
  try {
    const jpegs = await deps.files.withLocal(sha256, (sourcePath) =>
      deps.imaging.cutParts({ sourcePath, parts: [...parts.values()] }, { priority: 'low', deadlineMs }),
    );
    for (const [index, [id, part]] of [...parts].entries()) {
      made.set(id, await keepCrop(deps, { jpeg: jpegs[index]!, source: sha256, part }));
    }
    return made;
  } catch (error) {
    throw error instanceof ImagingRefusal ? pictureRefusal(error) : error;
  }
}

async function keepCrop(
  deps: CropDeps,
  { jpeg, source, part }: { jpeg: Uint8Array; source: string; part: PicturePart },
): Promise<{ sha256: string; bytes: number }> {
  const staging = await deps.files.stage(maxBytes);
  try {
    await staging.write(Buffer.from(jpeg));
    const staged = await staging.finish();
    const { sha256, bytes } = staged;
    const { widthPx: width_px, heightPx: height_px } = part;
    const row: ThumbnailTable = {
      source_sha256: source,
      kind: kindOf(part),
      sha256,
      bytes,
      width_px,
      height_px,
      refusal: null,
      created_at: deps.now(),
    };
    await keepRecorded(deps, staged, {
      atomically: deps.database.transaction,
      work: (tx) => insertThumbnail(tx, row),
    });
    return { sha256, bytes };
  } finally {
    await staging.discard();
  }
}
