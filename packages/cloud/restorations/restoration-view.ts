/** How restorations look on the wire. Owns that shape; decides nothing. */
import {
  damageKinds,
  isChanged,
  type RestoreReport,
  restoreOptions,
  restoreRegion,
  restoreReport,
} from '@platen/contracts/restore-task';
import { time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Query, Tx } from '../db/database.ts';
import { listDocumentsByIds } from '../documents/document-store.ts';
import type { LinkDeps } from '../documents/document-view.ts';
import { fileLink } from '../files/file-links.ts';
import { choiceOf, isLeftOffer, undecidedOf } from './restoration-choice-rules.ts';
import { areWholeFilesCut } from './restoration-crops.ts';
import { listRestorationFiles } from './restoration-file-store.ts';
import { wordsOfDone, wordsOfFound, wordsOfOutcome, wordsOfStage } from './restoration-message-rules.ts';
import { wordsOfPlace } from './restoration-region-rules.ts';
import { findPlaceInTurn } from './restoration-store.ts';
import { type RestorationTable, readIds } from './restoration-tables.ts';

const words = z.object({ en: z.string(), zh: z.string() });

const regionShape = z.object({
  region_id: z.int().describe('From 128 on a doubtful one, which has this value in the mask'),
  kind: z.enum(damageKinds),
  place: words.describe('Where on the photo'),
  box: restoreRegion.shape.box.describe('Shares of the upright photo, 0 to 1'),
  count: z.int().describe('How many things of this kind'),
  is_sure: z.boolean().describe('False: look at it, then accept or refuse it'),
  is_offered: z.boolean().describe('May be damage, and is repaired only once it is accepted'),
  chance: z.number().describe('That it is damage, 0 to 1'),
  choice: z
    .enum(['accepted', 'refused', 'undecided'])
    .describe('refused: left as it was; what is undecided was repaired too, unless it is_offered'),
  before_url: z
    .url()
    .nullable()
    .describe('A small JPEG of a doubtful region; needs no key, good for a day at least; null for sure ones'),
  after_url: z.url().nullable().describe('The same place restored; null while only offered'),
});

const reportShape = z.object({
  summary: words.describe('The outcome in one sentence'),
  found: z
    .array(
      z.object({
        code: z.enum(['defects', 'noise', 'fade', 'stains']),
        value: z.number().nullable(),
        unit: z.enum(['percent', 'sigma']).nullable(),
        ...words.shape,
      }),
    )
    .describe('Damage that was found'),
  done: z.array(z.object({ step: z.string(), ...words.shape })).describe('What was done, in order'),
  repaired_percent: z.number().describe('How much of the photo the mask of defects covers'),
});

export const restorationShape = z.object({
  restoration_id: z.uuid(),
  photo_id: z.uuid().describe('The photo as it was uploaded; it is never changed'),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled']),
  outcome: z
    .enum(['restored', 'nothing_needed', 'may_be_damaged', 'preview'])
    .nullable()
    .describe(
      'Once completed. restored: result_photo_id is a new photo; nothing_needed: the photo is good and result_photo_id is the photo itself; may_be_damaged: the same, but look at regions, or without any at report.summary; preview: pictures only, as was asked',
    ),
  progress_percent: z.int(),
  stage: z.string().nullable().describe('What is done at the moment, such as defects or denoise'),
  stage_words: words.nullable(),
  waiting_before: z
    .int()
    .nullable()
    .describe('How many restorations are in front of this one while it is queued'),
  message: z.string().describe('Why it failed, or what it waits for'),
  carried_out_by: z.enum(['cloud', 'agent']).nullable(),
  preview_only: z.boolean(),
  options: restoreOptions,
  report: reportShape.nullable().describe('What was found and done, in words; null until it is completed'),
  regions: z
    .array(regionShape)
    .nullable()
    .describe(
      'What was taken for damage, doubtful and offered ones first: accept or refuse those. Empty where a person painted the mask; null until it is completed, and in lists',
    ),
  undecided: z
    .int()
    .nullable()
    .describe('How many doubtful regions nobody has said anything of; null until it is completed'),
  applied: z
    .array(z.string())
    .nullable()
    .describe('Steps that ran; empty when the photo needed none; null until it is completed'),
  change: z.number().nullable().describe('How much the pixels changed: root mean square on a scale of 255'),
  before_preview_url: z
    .url()
    .nullable()
    .describe('A JPEG; needs no key, good for a day at least; null when the photo was deleted'),
  after_preview_url: z
    .url()
    .nullable()
    .describe(
      'A JPEG of the same framing, to put beside before_preview_url; the same when nothing was needed',
    ),
  mask_url: z
    .url()
    .nullable()
    .describe(
      'A PNG in the pixels of the upright photo: white is what was repaired, almost white (254 down to 128) a doubtful region by its region_id, 128 less where it is offered and left. Correct it and send it back to have it done otherwise: lighter than middle grey is marked',
    ),
  result_photo_id: z
    .uuid()
    .nullable()
    .describe(
      'The restored photo, in full size, or photo_id itself when nothing was needed: for create_order, get_photo and create_restore_share; null when only a preview was asked for',
    ),
  result_download_url: z.url().nullable(),
  engine: z.string().nullable().describe('Which version of the restoration made it'),
  based_on: z
    .uuid()
    .nullable()
    .describe('The restoration whose mask was corrected, or chosen from, for this one'),
  version: z.int().describe('1, and one more with each corrected mask and each other choice'),
  revision: z.int().describe('Grows with every change: give it as after_revision to wait for the next'),
  created_at: time,
  as_of: time.describe('When this was last known to be so'),
  age_seconds: z.int(),
  finished_at: time.nullable(),
});

type View = z.output<typeof restorationShape>;

/** What of the pictures still exists. */
interface Beside {
  files: ReadonlySet<string>;
  livePhotos: ReadonlySet<string>;
  waitingBefore: number | null;
  /** Each is looked at by itself: in a list nobody chooses. */
  hasRegions: boolean;
}

/** Rows of one account as views, in their order. `db` is the transaction where there is one. */
export async function viewRestorations(
  deps: LinkDeps,
  db: Query | Tx,
  rows: readonly RestorationTable[],
  { hasRegions = false }: { hasRegions?: boolean } = {},
): Promise<View[]> {
  if (rows.length === 0) return [];
  const accountId = rows[0]!.account_id;
  const files = await listRestorationFiles(
    db,
    rows.map(({ id }) => id),
  );
  const ids = rows.flatMap(({ photo_id, result_photo_id }) => [photo_id, result_photo_id ?? photo_id]);
  const live = await listDocumentsByIds(db, { ids: [...new Set(ids)], accountId });
  const beside = {
    files: new Set(files.map(({ restoration_id, kind }) => `${restoration_id} ${kind}`)),
    livePhotos: new Set(live.map(({ id }) => id)),
    waitingBefore: null,
    hasRegions,
  };
  return rows.map((row) => viewOf(deps, row, beside));
}

/** One row; says how many are in front of it. */
export async function viewRestoration(deps: LinkDeps, db: Query | Tx, row: RestorationTable): Promise<View> {
  const [view] = await viewRestorations(deps, db, [row], { hasRegions: true });
  const waiting_before = row.state === 'queued' ? ((await findPlaceInTurn(db, row.id)) ?? null) : null;
  return { ...view!, waiting_before };
}

function viewOf(deps: LinkDeps, row: RestorationTable, beside: Beside): View {
  const { executor } = row;
  return {
    restoration_id: row.id,
    photo_id: row.photo_id,
    status: row.state,
    progress_percent: row.progress,
    stage: row.stage || null,
    stage_words: wordsOfStage(row.stage),
    waiting_before: beside.waitingBefore,
    message: row.message,
    carried_out_by: executor === null ? null : executor.startsWith('cloud') ? 'cloud' : 'agent',
    preview_only: row.preview_only === 1,
    ...reportView(deps, row, beside),
    ...pictureView(deps, row, beside),
    engine: row.engine,
    based_on: row.parent_id,
    version: row.version,
    revision: row.revision,
    created_at: toTime(row.created_at),
    as_of: toTime(row.updated_at),
    age_seconds: Math.max(0, Math.round((deps.now() - row.updated_at) / 1000)),
    finished_at: toTimeOrNull(row.finished_at),
  };
}

type Reported = Pick<View, 'options' | 'outcome' | 'report' | 'applied' | 'change' | 'regions' | 'undecided'>;

function reportView(deps: LinkDeps, row: RestorationTable, beside: Beside): Reported {
  const options = restoreOptions.parse(JSON.parse(row.options));
  if (row.report === null) {
    const none = { outcome: null, report: null, applied: null, change: null };
    return { options, ...none, regions: null, undecided: null };
  }
  const report = restoreReport.parse(JSON.parse(row.report));
  const previewOnly = row.preview_only === 1;
  const isNew = row.result_photo_id !== null && row.result_photo_id !== row.photo_id;
  const undecided = undecidedOf(report.regions, readIds(row.decided));
  const isAsked = undecided.some(({ is_offered }) => is_offered) || report.may_be_faded;
  const unchanged = isAsked ? 'may_be_damaged' : 'nothing_needed';
  const otherwise = isChanged(options, report) ? 'preview' : unchanged;
  return {
    options,
    outcome: isNew ? 'restored' : otherwise,
    report: {
      summary: wordsOfOutcome(options, report, { previewOnly, undecided }),
      found: wordsOfFound(options, report),
      done: wordsOfDone(options, report),
      repaired_percent: Math.round(report.masked_share * 10_000) / 100,
    },
    applied: report.applied,
    change: report.change,
    regions: beside.hasRegions ? regionsView(deps, row, { report, beside }) : null,
    undecided: undecided.length,
  };
}

function regionsView(
  deps: LinkDeps,
  row: RestorationTable,
  { report, beside: { files, livePhotos } }: { report: RestoreReport; beside: Beside },
): NonNullable<View['regions']> {
  const decided = readIds(row.decided);
  const isWhole = areWholeFilesCut(row, report);
  const isShown = livePhotos.has(row.photo_id);
  const hasBefore = isShown && (isWhole || files.has(`${row.id} before`));
  const hasAfter = isShown && (isWhole ? livePhotos.has(row.result_photo_id!) : files.has(`${row.id} after`));
  const link = (has: boolean, form: 'region_before' | 'region_after', id: number) =>
    has ? fileLink(deps, row.id, form, id) : null;
  return report.regions.map((region) => {
    const { id, kind, box, count, is_sure, is_offered, chance } = region;
    return {
      region_id: id,
      kind,
      place: wordsOfPlace(box),
      box,
      count,
      is_sure,
      is_offered,
      chance,
      choice: choiceOf(region, decided),
      before_url: link(hasBefore && !is_sure, 'region_before', id),
      after_url: link(hasAfter && !is_sure && !isLeftOffer(region), 'region_after', id),
    };
  });
}

type Pictures = Pick<
  View,
  'before_preview_url' | 'after_preview_url' | 'mask_url' | 'result_photo_id' | 'result_download_url'
>;

/** Until it is completed the photo itself stands for what it was before. */
function pictureView(deps: LinkDeps, row: RestorationTable, { files, livePhotos }: Beside): Pictures {
  const { id, photo_id: photoId, result_photo_id: resultId } = row;
  const link = (kind: 'before' | 'after' | 'mask') =>
    files.has(`${id} ${kind}`) ? fileLink(deps, id, kind) : null;
  const ownPreview = livePhotos.has(photoId) ? fileLink(deps, photoId, 'preview') : null;
  return {
    before_preview_url: link('before') ?? ownPreview,
    after_preview_url: link(resultId === photoId ? 'before' : 'after'),
    mask_url: link('mask'),
    result_photo_id: resultId,
    result_download_url:
      resultId !== null && livePhotos.has(resultId) ? fileLink(deps, resultId, 'original') : null,
  };
}
