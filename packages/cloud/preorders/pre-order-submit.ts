/**
 * Submitting photos to a share. Owns the order of the checks: the share, the person, the password, the photos, and last, with the
 * pre-order's row held, the quotas.
 */
import { AppError } from '@platen/contracts/app-error';
import type { WantedChoices } from '@platen/contracts/print-choices';
import { getAccount } from '../accounts/account-store.ts';
import type { Context, Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { newId } from '../ids.ts';
import { offerNow } from '../offers/offer-now.ts';
import { readShareCode } from '../share-code.ts';
import { lockCurrentPreOrder, recordSubmissionEvent } from './pre-order-moves.ts';
import {
  refusePerson,
  refuseSubmission,
  type SpecWish,
  shareSentence,
  shareStateAt,
  specOfPhoto,
  wishOf,
} from './pre-order-rules.ts';
import { checkSharePassword } from './pre-order-share-password.ts';
import { findPreOrderByCode } from './pre-order-store.ts';
import {
  countTaken,
  insertSubmission,
  listSubmittedAmong,
  lockUploads,
} from './pre-order-submission-store.ts';
import type { PreOrderTable, SubmissionPhotoTable, SubmissionTable } from './pre-order-tables.ts';

export interface WantedSubmission extends SpecWish {
  share_code: string;
  photo_ids: string[];
  password?: string | undefined;
  specs: Array<SpecWish & { photo_id: string; crop?: WantedChoices['crop'] }>;
  submitter_name: string;
  note: string;
}

/** The pre-order of a typed share code. Throws not_found. */
export async function getShared({ database }: Pick<Deps, 'database'>, typed: string): Promise<PreOrderTable> {
  const code = readShareCode(typed);
  const preOrder = code && (await findPreOrderByCode(database.query, code));
  if (!preOrder) throw new AppError('not_found', 'No share has this code. Check it for typing errors.');
  return preOrder;
}

/** Takes the photos in. Throws conflict (closed, expired, full, quota), forbidden (person, password), not_found (a photo). */
export async function submitPhotos<T>(
  context: Context,
  wanted: WantedSubmission,
  answer: (tx: Tx, submission: SubmissionTable) => Promise<T>,
): Promise<T> {
  const accountId = context.caller.accountId;
  const shared = await getShared(context, wanted.share_code);
  await checkOpenTo(context, shared, wanted.password);
  const specs = await specsOf(context, shared, wanted);
  return await context.atomically(async (tx) => {
    const now = context.now();
    const preOrder = await lockCurrentPreOrder(tx, { id: shared.id, now });
    const taken = await countTaken(tx, { preOrderId: preOrder.id, accountId });
    const refusal = refuseSubmission(preOrder, { now, taken, wanted: wanted.photo_ids.length });
    if (refusal) throw new AppError('conflict', refusal);
    if (termsOf(preOrder) !== termsOf(shared)) {
      throw new AppError(
        'conflict',
        'The owner has just changed this pre-order. Look at it again (get_share_info).',
      );
    }
    const uploads = await takeUploads(tx, { preOrder, wanted, accountId });
    const uncut = wanted.specs.findIndex(({ photo_id, crop }) => crop && !isPicture(uploads.get(photo_id)));
    if (uncut >= 0) throw new AppError('unprocessable', `specs[${uncut}].crop: is for pictures alone.`);
    const { submission, photos } = rowsOf(preOrder, { wanted, specs, accountId, now });
    await insertSubmission(tx, submission, photos);
    recordSubmissionEvent(tx, {
      submission,
      ownerId: preOrder.account_id,
      from: null,
      to: 'pending',
      actor: 'submitter',
      reason: '',
      now,
    });
    return await answer(tx, submission);
  });
}

/** What was checked before the transaction must still hold in it. */
const termsOf = (row: PreOrderTable): string =>
  JSON.stringify([row.order_type, row.spec, row.max_quantity, row.allow, row.phones, row.password_hash]);

async function checkOpenTo(
  context: Context,
  shared: PreOrderTable,
  password: string | undefined,
): Promise<void> {
  const db = context.database.query;
  const accountId = context.caller.accountId;
  const { all: taken } = await countTaken(db, { preOrderId: shared.id, accountId });
  const state = shareStateAt(shared, { now: context.now(), taken });
  if (state !== 'open') throw new AppError('conflict', shareSentence(shared, state));
  if (shared.allow === 'phones') {
    const refusal = refusePerson(shared, (await getAccount(db, accountId)).phone);
    if (refusal) throw new AppError('forbidden', refusal);
  }
  await checkSharePassword(context, shared, password);
}

/** How each photo is printed, in the order of photo_ids. Throws unprocessable naming the field. */
async function specsOf(context: Context, shared: PreOrderTable, wanted: WantedSubmission): Promise<string[]> {
  const offer = await offerNow(context);
  const { photo_ids, specs } = wanted;
  const unknown = specs.findIndex((spec) => !photo_ids.includes(spec.photo_id));
  if (unknown >= 0) {
    throw new AppError('unprocessable', `specs[${unknown}].photo_id: is not among photo_ids.`);
  }
  const forAll = wishOf(wanted);
  return photo_ids.map((photoId) => {
    const at = specs.findIndex((spec) => spec.photo_id === photoId);
    const { photo_id, crop, ...own } = specs[at] ?? { photo_id: photoId };
    const chosen = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
    const prefix = at >= 0 && Object.keys(chosen).length > 0 ? `specs[${at}].` : '';
    const spec = specOfPhoto(shared, { ...forAll, ...chosen }, { ...offer, prefix });
    if (typeof spec === 'string') throw new AppError('unprocessable', spec);
    return JSON.stringify(crop ? { ...spec, crop } : spec);
  });
}

/** The caller's own uploads, of the right type, none of them in this pre-order already. */
async function takeUploads(
  tx: Tx,
  { preOrder, wanted, accountId }: { preOrder: PreOrderTable; wanted: WantedSubmission; accountId: string },
): Promise<Map<string, DocumentTable>> {
  const { photo_ids: ids } = wanted;
  const uploads = new Map((await lockUploads(tx, { ids, accountId })).map((upload) => [upload.id, upload]));
  ids.forEach((photoId, index) => {
    const refusal = refuseUpload(preOrder, uploads.get(photoId));
    if (refusal) throw new AppError(refusal.code, `photo_ids[${index}]: ${refusal.sentence}`);
  });
  const [known] = await listSubmittedAmong(tx, { preOrderId: preOrder.id, documentIds: ids });
  if (known !== undefined) {
    const sentence = `photo_ids[${ids.indexOf(known)}]: was submitted to this pre-order already.`;
    throw new AppError('conflict', sentence, { hint: 'See list_my_submissions.' });
  }
  return uploads;
}

const isPicture = (upload: DocumentTable | undefined): boolean =>
  upload?.content_type.startsWith('image/') ?? false;

function refuseUpload(
  { order_type }: PreOrderTable,
  upload: DocumentTable | undefined,
): { code: 'not_found' | 'unprocessable'; sentence: string } | undefined {
  if (!upload) return { code: 'not_found', sentence: 'no such upload in this account.' };
  if (order_type === 'document' || isPicture(upload)) return undefined;
  return {
    code: 'unprocessable',
    sentence: 'is not a picture; this pre-order takes pictures alone.',
  };
}

function rowsOf(
  preOrder: PreOrderTable,
  more: { wanted: WantedSubmission; specs: string[]; accountId: string; now: number },
): { submission: SubmissionTable; photos: SubmissionPhotoTable[] } {
  const { wanted, specs, accountId, now } = more;
  const submission: SubmissionTable = {
    id: newId(),
    pre_order_id: preOrder.id,
    account_id: accountId,
    status: 'pending',
    photos: wanted.photo_ids.length,
    submitter_name: wanted.submitter_name,
    note: wanted.note,
    reject_reason: '',
    created_at: now,
    updated_at: now,
    reviewed_at: null,
  };
  const photos = wanted.photo_ids.map((photoId, index) => ({
    submission_id: submission.id,
    position: index + 1,
    document_id: photoId,
    spec: specs[index]!,
  }));
  return { submission, photos };
}
