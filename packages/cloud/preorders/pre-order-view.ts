/** How pre-orders, shares and submissions look on the wire. Owns those shapes; decides nothing. */
import { plainChoices, plainChoicesOf } from '@platen/contracts/print-choices';
import { shownLayout } from '@platen/contracts/print-layout';
import { listOf, time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Caller, Deps } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';
import { type HistoryLine, readHistory } from '../events/event-log.ts';
import { fileLink } from '../files/file-links.ts';
import { type Catalogue, findPaper, findSize } from '../prices/price-rules.ts';
import type { PreOrderEvent } from './pre-order-moves.ts';
import { submittedPhotoPath } from './pre-order-routes.ts';
import {
  type PrintSpec,
  preOrderSharePath,
  remainingPhotos,
  type SubmittedSpec,
  shareSentence,
  shareStateAt,
  shareStates,
} from './pre-order-rules.ts';
import {
  countSubmissions,
  listSubmittedPhotos,
  type SubmissionCount,
  type SubmittedPhoto,
} from './pre-order-submission-store.ts';
import type { PreOrderTable, SubmissionTable } from './pre-order-tables.ts';

export const preOrderStatus = z.enum(['draft', 'open', 'closed', 'ordered', 'cancelled']);
export const submissionStatus = z.enum(['pending', 'approved', 'rejected', 'cancelled']);

const specShape = {
  size: z.string(),
  paper_type: z.string(),
  quantity: z.int().describe('Copies of each photo'),
  fit: z.enum(['fill', 'fit']).nullable().describe("null: the size's usual one"),
  ...plainChoices,
};

const countShape = z.object({ submissions: z.int(), photos: z.int() });

const shareFields = {
  share_code: z.string(),
  title: z.string(),
  description: z.string(),
  order_type: z.enum(['photo', 'document']),
  spec_mode: z.enum(['fixed', 'per_submission']),
  fixed_spec: z
    .object(specShape)
    .nullable()
    .describe('How every photo is printed; null when each submitter chooses'),
  max_quantity: z.int().describe('Most copies of one photo where the submitter chooses'),
  allow: z.enum(['anyone', 'phones']).describe('phones: only people whose numbers the owner has listed'),
  deadline: time.nullable(),
  quota_per_person: z.int().nullable().describe('Photos that one person may have in; null: no such limit'),
  quota_total: z.int().nullable(),
  remaining: z.int().describe('Photos that still fit in'),
};

const shareState = z
  .enum(shareStates)
  .describe(
    'What a submitter finds: not_yet_open, open, full, expired (the deadline passed), closed, cancelled',
  );

const named = z.object({ name: z.string(), name_zh: z.string() });

/** What anybody with the code sees: nothing of the owner but the nickname, nothing of the submitters. */
export const preOrderShareShape = z.object({
  ...shareFields,
  state: shareState,
  message: z.string().describe('The state in a sentence'),
  owner_nickname: z.string(),
  needs_password: z.boolean(),
  printed_as: z
    .object({ size: named.extend({ width_mm: z.number(), height_mm: z.number() }), paper_type: named })
    .nullable()
    .describe('What the codes of fixed_spec are called; null when each submitter chooses'),
});

const deliveryShape = z.object({
  delivery_method: z.string(),
  pickup_point_id: z.uuid().nullable(),
  address_id: z.uuid().nullable(),
  shipping_carrier_id: z.uuid().nullable(),
  note: z.string(),
});

/** What its owner sees. */
export const preOrderShape = z.object({
  pre_order_id: z.uuid(),
  status: preOrderStatus,
  share_state: shareState,
  share_url: z.url().describe('The page to hand out: it shows what is asked for and takes photos'),
  ...shareFields,
  allowed_phones: z.array(z.string()),
  has_password: z.boolean(),
  delivery: deliveryShape.describe('How the later order is delivered unless it says otherwise'),
  submissions: z
    .object({ pending: countShape, approved: countShape, rejected: countShape, cancelled: countShape })
    .describe('Pending ones wait for review_submission'),
  order_id: z.uuid().nullable().describe('The order that was made of it'),
  created_at: time,
  updated_at: time,
});

export const preOrderWithHistoryShape = preOrderShape.extend({
  history: z.array(
    z.object({
      event: z.string(),
      status: z.string().nullable(),
      by: z.string(),
      detail: z.string(),
      at: time,
    }),
  ),
});

type ViewParts = Pick<Deps, 'now' | 'publicUrl'>;

/** Who looks decides which pictures there are links to. */
interface SubmissionViewParts extends Pick<Deps, 'now' | 'publicUrl' | 'secret'> {
  caller: Caller | undefined;
}

/** Pre-orders with their counts, in the order given: one read however many there are. */
export async function viewPreOrders(parts: ViewParts, db: Query | Tx, preOrders: PreOrderTable[]) {
  const ids = preOrders.map((preOrder) => preOrder.id);
  const counts = Map.groupBy(await countSubmissions(db, ids), (count) => count.pre_order_id);
  return preOrders.map((preOrder) => preOrderView(parts, preOrder, counts.get(preOrder.id) ?? []));
}

/** Lines of history that are shown, the newest. */
const maxHistory = 100;

/** One with its history. */
export async function viewPreOrder(parts: ViewParts, db: Query | Tx, preOrder: PreOrderTable) {
  const [view] = await viewPreOrders(parts, db, [preOrder]);
  return {
    ...view!,
    history: (await readHistory<PreOrderEvent>(db, preOrder.id, maxHistory)).map(eventView),
  };
}

const noDelivery = {
  delivery_method: 'pickup',
  pickup_point_id: null,
  address_id: null,
  shipping_carrier_id: null,
  note: '',
};

function preOrderView({ now, publicUrl }: ViewParts, row: PreOrderTable, counts: SubmissionCount[]) {
  const count = (status: SubmissionCount['status']) => {
    const found = counts.find((each) => each.status === status);
    return { submissions: found?.submissions ?? 0, photos: found?.photos ?? 0 };
  };
  const taken = count('pending').photos + count('approved').photos;
  return {
    pre_order_id: row.id,
    status: row.status,
    share_state: shareStateAt(row, { now: now(), taken }),
    share_url: `${publicUrl()}${preOrderSharePath(row.share_code)}`,
    ...shareFieldsOf(row, taken),
    allowed_phones: JSON.parse(row.phones) as string[],
    has_password: row.password_hash !== null,
    delivery: { ...noDelivery, ...(JSON.parse(row.delivery) as object) },
    submissions: {
      pending: count('pending'),
      approved: count('approved'),
      rejected: count('rejected'),
      cancelled: count('cancelled'),
    },
    order_id: row.order_id,
    created_at: toTime(row.created_at),
    updated_at: toTime(row.updated_at),
  };
}

function shareFieldsOf(row: PreOrderTable, taken: number) {
  return {
    share_code: row.share_code,
    title: row.title,
    description: row.description,
    order_type: row.order_type,
    spec_mode: row.spec_mode,
    fixed_spec: row.spec === null ? null : specView(row.spec),
    max_quantity: row.max_quantity,
    allow: row.allow,
    deadline: toTimeOrNull(row.deadline_at),
    quota_per_person: row.quota_per_person,
    quota_total: row.quota_total,
    remaining: remainingPhotos(row, taken),
  };
}

export function preOrderShareView(
  row: PreOrderTable,
  { now, taken, nickname, catalogue }: { now: number; taken: number; nickname: string; catalogue: Catalogue },
) {
  const state = shareStateAt(row, { now, taken });
  return {
    ...shareFieldsOf(row, taken),
    state,
    message: shareSentence(row, state),
    owner_nickname: nickname,
    needs_password: row.password_hash !== null,
    printed_as: row.spec === null ? null : namesOf(catalogue, JSON.parse(row.spec) as PrintSpec),
  };
}

/** A size or paper that is sold no longer still has its name; one that is gone altogether goes by its code. */
function namesOf(catalogue: Catalogue, { size: sizeCode, paper_type }: PrintSpec) {
  const size = findSize(catalogue, sizeCode);
  const paper = findPaper(catalogue, paper_type);
  return {
    size: {
      name: size?.name ?? sizeCode,
      name_zh: size?.name_zh ?? sizeCode,
      width_mm: (size?.x_dimension ?? 0) / 100,
      height_mm: (size?.y_dimension ?? 0) / 100,
    },
    paper_type: { name: paper?.name ?? paper_type, name_zh: paper?.name_zh ?? paper_type },
  };
}

/** Of one submitted photo. */
const cropOf = (json: string) => (JSON.parse(json) as SubmittedSpec).crop ?? null;

const specView = (json: string) => {
  const { fit = null, sides, crop: _crop, ...spec } = JSON.parse(json) as SubmittedSpec;
  const { color_mode, ...others } = plainChoicesOf({ ...spec, sides });
  return { ...spec, fit, ...others };
};

const eventView = ({ event, data, at }: HistoryLine<PreOrderEvent>) => ({
  event,
  status: data.to,
  by: data.actor,
  detail: data.detail,
  at: toTime(at),
});

export const submissionShape = z.object({
  submission_id: z.uuid(),
  pre_order_id: z.uuid(),
  status: submissionStatus,
  reject_reason: z.string().describe('Set when it was rejected'),
  submitter_name: z.string(),
  note: z.string(),
  photos: z.array(
    z.object({
      photo_id: z.uuid(),
      file_url: z
        .string()
        .describe('The photo itself, with the key of the submitter or of the owner of the pre-order'),
      thumbnail_url: z
        .url()
        .nullable()
        .describe('A small JPEG that needs no key for a day at least; null for what you may not look at'),
      preview_url: z.url().nullable().describe('The same, large enough to be looked at'),
      filename: z.string().nullable().describe('null: its submitter has deleted the upload since'),
      content_type: z.string().nullable(),
      pages: z.int().nullable(),
      width_px: z.int().nullable(),
      height_px: z.int().nullable(),
      ...specShape,
      crop: shownLayout.crop.describe('What its sender wants of it; null: as fit says'),
    }),
  ),
  created_at: time,
  updated_at: time,
  reviewed_at: time.nullable(),
});

/** The photos of a submission that whoever asked may look at, to be shown. */
export const shownPhotosOf = ({ submission_id, photos }: z.output<typeof submissionShape>) =>
  photos
    .filter((photo) => photo.thumbnail_url !== null)
    .map((photo) => ({ id: photo.photo_id, title: `${photo.filename} of submission ${submission_id}` }));

/** One of the owner's own, with a page of what was submitted to it. */
export const preOrderToReviewShape = preOrderWithHistoryShape.extend({
  submitted: listOf(submissionShape).describe(
    'Newest first; each has the submission_id for review_submission',
  ),
});

/** Submissions with their photos, in the order given: one read however many there are. */
export async function viewSubmissions(
  parts: SubmissionViewParts,
  db: Query | Tx,
  submissions: SubmissionTable[],
) {
  const ids = submissions.map((submission) => submission.id);
  const photos = Map.groupBy(await listSubmittedPhotos(db, ids), (photo) => photo.submission_id);
  return submissions.map((submission) => submissionView(parts, submission, photos.get(submission.id) ?? []));
}

/** Its submitter always; the owner of the pre-order while it is pending or approved. */
const mayLookAt = ({ account_id, status }: SubmissionTable, accountId: string | undefined): boolean =>
  account_id === accountId || status === 'pending' || status === 'approved';

function submissionView(parts: SubmissionViewParts, row: SubmissionTable, photos: SubmittedPhoto[]) {
  const origin = parts.publicUrl();
  const isShown = mayLookAt(row, parts.caller?.accountId);
  const ids = { pre_order_id: row.pre_order_id, submission_id: row.id };
  return {
    submission_id: row.id,
    pre_order_id: row.pre_order_id,
    status: row.status,
    reject_reason: row.reject_reason,
    submitter_name: row.submitter_name,
    note: row.note,
    photos: photos.map(({ document_id, spec, submission_id, position, ...upload }) => ({
      photo_id: document_id,
      file_url: `${origin}${submittedPhotoPath({ ...ids, photo_id: document_id })}`,
      thumbnail_url: isShown && upload.filename !== null ? fileLink(parts, document_id, 'thumbnail') : null,
      preview_url: isShown && upload.filename !== null ? fileLink(parts, document_id, 'preview') : null,
      ...upload,
      ...specView(spec),
      crop: cropOf(spec),
    })),
    created_at: toTime(row.created_at),
    updated_at: toTime(row.updated_at),
    reviewed_at: toTimeOrNull(row.reviewed_at),
  };
}
