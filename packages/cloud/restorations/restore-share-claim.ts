/**
 * Claiming a share: the claimant gets rows of their own with the same bytes.
 *
 * INVARIANTS
 * 1. A claim is counted in the statement that checks for room: never more than max_claims, however many come at once.
 * 2. An account claims once: a repeat answers the same copies and counts nothing.
 * 3. Only wrong passcodes count against the limit, and they are counted outside the transaction.
 */
import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@platen/contracts/app-error';
import { deriveKey } from '../cloud-secret.ts';
import type { Context, Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { copyDocument, listDocumentsByIds } from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { checkQuota } from '../documents/storage-quota.ts';
import { recordEvent } from '../events/event-log.ts';
import { isRightGuess } from '../limits/limit-moves.ts';
import { sharePasswordAttempts } from '../limits/limit-rules.ts';
import { readShareCode } from '../share-code.ts';
import type { RestoreClaimTable, RestoreShareTable } from './restoration-tables.ts';
import { hashPasscode, refuseClaim } from './restore-share-rules.ts';
import {
  findClaim,
  findShareByCode,
  insertClaim,
  listSharedPhotos,
  takeClaim,
} from './restore-share-store.ts';

const noSuchShare = () =>
  new AppError('not_found', 'code: no such share. Check the code with whoever sent it.');

/** Throws not_found for a code that doesn't exist. */
export async function getShare(
  { database }: Pick<Deps, 'database'>,
  code: string,
): Promise<RestoreShareTable> {
  const written = readShareCode(code);
  const share = written && (await findShareByCode(database.query, written));
  if (!share) throw noSuchShare();
  return share;
}

/**
 * The claimant's copies, as `answer` shows them. Throws not_found, forbidden for a missing or wrong passcode, conflict for
 * a share that is expired, revoked, full, empty or the caller's own.
 */
export async function claimShare<T>(
  context: Context,
  { code, passcode }: { code: string; passcode: string | undefined },
  answer: (share: RestoreShareTable, copies: DocumentTable[]) => T,
): Promise<T> {
  const share = await getShare(context, code);
  const accountId = context.caller.accountId;
  const again = await copiesOf(context, share, accountId);
  if (again) return answer(share, again);
  if (share.account_id === accountId) {
    throw new AppError('conflict', 'This share is your own: its photos are in your account already.');
  }
  const refusal = refuseClaim(share, context.now());
  if (refusal) throw new AppError('conflict', refusal);
  await checkPasscode(context, share, passcode);
  try {
    return await context.atomically(async (tx) => answer(share, await claimOnce(tx, share, context)));
  } catch (error) {
    // The same account claimed at the same moment: that one counts, and both get its copies.
    if (!isUniqueViolation(error)) throw error;
    const first = await copiesOf(context, share, accountId);
    if (!first) throw error;
    return answer(share, first);
  }
}

/** The copies of an earlier claim that weren't deleted since; undefined when the account hasn't claimed. */
export async function copiesOf(
  { database }: Pick<Context, 'database'>,
  share: Pick<RestoreShareTable, 'id'>,
  accountId: string,
): Promise<DocumentTable[] | undefined> {
  const claim = await findClaim(database.query, { shareId: share.id, accountId });
  return claim && (await readCopies(database.query, claim));
}

async function readCopies(
  db: Context['database']['query'] | Tx,
  claim: RestoreClaimTable,
): Promise<DocumentTable[]> {
  const ids = JSON.parse(claim.photo_ids) as string[];
  const found = await listDocumentsByIds(db, { ids, accountId: claim.account_id });
  return ids.flatMap((id) => found.find((row) => row.id === id) ?? []);
}

async function claimOnce(tx: Tx, share: RestoreShareTable, context: Context): Promise<DocumentTable[]> {
  const now = context.now();
  const accountId = context.caller.accountId;
  const taken = await takeClaim(tx, { shareId: share.id, now });
  // Whoever waited for the row may find that the same account took its claim meanwhile.
  const earlier = await findClaim(tx, { shareId: share.id, accountId });
  if (!taken) {
    if (earlier) return await readCopies(tx, earlier);
    const current = (await findShareByCode(tx, share.code)) ?? share;
    throw new AppError(
      'conflict',
      refuseClaim(current, now) ?? 'This share was claimed as often as it may be.',
    );
  }
  const copies: DocumentTable[] = [];
  for (const { photo } of await listSharedPhotos(tx, share.id)) {
    copies.push(await copyDocument(tx, photo, { accountId, now }));
  }
  await checkQuota(tx, context, { accountId });
  if (copies.length === 0) {
    throw new AppError('conflict', 'The photos of this share were deleted by whoever sent it.');
  }
  const photo_ids = JSON.stringify(copies.map((copy) => copy.id));
  await insertClaim(tx, { share_id: share.id, account_id: accountId, photo_ids, created_at: now });
  recordEvent(tx, {
    type: 'restore_share.claimed',
    subjectId: share.id,
    accountId: share.account_id,
    guestId: accountId,
    shopId: null,
    data: { photos: copies.length },
    now,
  });
  return copies;
}

async function checkPasscode(
  context: Context,
  share: RestoreShareTable,
  passcode: string | undefined,
): Promise<void> {
  if (share.passcode_hash === null) return;
  if (passcode === undefined) throw new AppError('forbidden', 'passcode: is needed for this share.');
  const attempts = sharePasswordAttempts(`restore-share ${share.id}`, context.clientNetwork);
  const key = deriveKey(context.secret, 'restore-share');
  const given = Buffer.from(hashPasscode(key, { shareId: share.id, passcode }));
  const right = Buffer.from(share.passcode_hash);
  if (await isRightGuess(context, attempts, () => timingSafeEqual(given, right))) return;
  throw new AppError('forbidden', 'passcode: is wrong.');
}
