/** Sharing restored photos: create, list, revoke, look at, claim. */

import { AppError } from '@platen/contracts/app-error';
import { id, line, lines, listOf, toTime, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';
import { deriveKey } from '../cloud-secret.ts';
import type { Context, Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { picturesOfUploads } from '../documents/document-pictures.ts';
import { listDocumentsByIds } from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { photoShape, photoView } from '../documents/document-view.ts';
import { recordEvent } from '../events/event-log.ts';
import { fileLink } from '../files/file-links.ts';
import { thumbnailMakingOf } from '../files/thumbnail-making.ts';
import { newId } from '../ids.ts';
import { defineOperation } from '../operation/operation.ts';
import { newShareCode } from '../share-code.ts';
import { listRestorationFiles } from './restoration-file-store.ts';
import { listRestorationsByIds } from './restoration-store.ts';
import type { RestoreShareTable } from './restoration-tables.ts';
import { claimShare, copiesOf, getShare } from './restore-share-claim.ts';
import { dayMs, hashPasscode, isShownToAll, newPasscode, shareStatusOf } from './restore-share-rules.ts';
import {
  insertShare,
  listSharedPhotos,
  listShareItems,
  pageShares,
  revokeShare,
} from './restore-share-store.ts';
import { newShareShape, restoreShareShape, restoreShareView, shareInfoShape } from './restore-share-view.ts';

const createInput = z.strictObject({
  restoration_ids: z
    .array(id('From restoration_preview'))
    .min(1, { error: 'must name 1 to 50 restorations' })
    .max(50, { error: 'must name 1 to 50 restorations' })
    .describe('Completed restorations of your own'),
  message: lines(500).default('').describe('A few words for whoever gets the photos'),
  expire_days: wholeNumber(1, 90).default(7).describe('Days until the share ends'),
  max_claims: wholeNumber(1, 1000).default(1).describe('How many accounts may take a copy'),
  with_passcode: z.boolean().default(false).describe('Make a passcode of six digits, shown once'),
});

/** The results to share, in the order asked for. Throws not_found, and conflict for what isn't completed. */
async function findResults(
  context: Context,
  ids: string[],
): Promise<{ restorationId: string; photoId: string; sha256: string }[]> {
  const accountId = context.caller.accountId;
  const found = await listRestorationsByIds(context.database.query, { ids, accountId });
  const photoIds = found.flatMap((row) => row.result_photo_id ?? []);
  const photos = await listDocumentsByIds(context.database.query, { ids: photoIds, accountId });
  return ids.map((restorationId, index) => {
    const field = `restoration_ids[${index}]`;
    const row = found.find((each) => each.id === restorationId);
    if (!row) throw new AppError('not_found', `${field}: no such restoration in this account.`);
    if (row.state !== 'completed') {
      throw new AppError(
        'conflict',
        `${field}: the restoration is ${row.state}; only completed ones can be shared.`,
      );
    }
    if (row.result_photo_id === null) {
      throw new AppError(
        'conflict',
        `${field}: this restoration made no new photo, so there is none to share.`,
      );
    }
    const photo = photos.find((each) => each.id === row.result_photo_id);
    if (!photo) throw new AppError('conflict', `${field}: the restored photo was deleted.`);
    return { restorationId, photoId: photo.id, sha256: photo.sha256 };
  });
}

async function createShare(context: Context, input: z.output<typeof createInput>) {
  const results = await findResults(context, [...new Set(input.restoration_ids)]);
  const now = context.now();
  const shareId = newId();
  const passcode = input.with_passcode ? newPasscode() : null;
  const key = deriveKey(context.secret, 'restore-share');
  const share: RestoreShareTable = {
    id: shareId,
    account_id: context.caller.accountId,
    code: newShareCode(),
    message: input.message,
    passcode_hash: passcode === null ? null : hashPasscode(key, { shareId, passcode }),
    expires_at: now + input.expire_days * dayMs,
    max_claims: input.max_claims,
    claims: 0,
    revoked_at: null,
    created_at: now,
  };
  const items = results.map(({ restorationId, photoId }, index) => ({
    share_id: shareId,
    position: index + 1,
    restoration_id: restorationId,
    photo_id: photoId,
  }));
  const created = await context.atomically(async (tx) => {
    await insertShare(tx, share, items);
    recordShareEvent(tx, {
      type: 'restore_share.created',
      share,
      photos: items.length,
      now: share.created_at,
    });
    return { ...restoreShareView(context, share, items), passcode };
  });
  // Whoever opens the link first doesn't wait until its first picture is made. A refusal is told to whoever asks for it.
  const wanted = { sha256: results[0]!.sha256, kind: 'phone' as const };
  thumbnailMakingOf(context)(wanted).catch(() => undefined);
  return created;
}

function recordShareEvent(
  tx: Tx,
  {
    type,
    share,
    photos,
    now,
  }: {
    type: 'restore_share.created' | 'restore_share.revoked';
    share: RestoreShareTable;
    photos: number;
    now: number;
  },
): void {
  recordEvent(tx, {
    type,
    subjectId: share.id,
    accountId: share.account_id,
    shopId: null,
    data: { photos },
    now,
  });
}

/** What anybody with the code may see. */
async function shareInfo(context: Deps, code: string) {
  const share = await getShare(context, code);
  const status = shareStatusOf(share, context.now());
  const photos = await listSharedPhotos(context.database.query, share.id);
  const isOpen = isShownToAll(share, context.now());
  return {
    code: share.code,
    status,
    photos: photos.length,
    message: isOpen ? share.message : '',
    needs_passcode: share.passcode_hash !== null,
    claims_left: status === 'active' ? share.max_claims - share.claims : 0,
    expires_at: toTime(share.expires_at),
    preview_urls: isOpen ? photos.map(({ position }) => fileLink(context, share.id, 'shared', position)) : [],
    before_urls: isOpen ? await beforeUrls(context, share, photos) : [],
  };
}

/** Addresses of what the photos were before, in their order; null where that picture is gone. */
async function beforeUrls(
  context: Deps,
  share: RestoreShareTable,
  photos: readonly { position: number }[],
): Promise<(string | null)[]> {
  const db = context.database.query;
  const items = await listShareItems(db, [share.id]);
  const files = await listRestorationFiles(
    db,
    items.map((item) => item.restoration_id),
  );
  return photos.map(({ position }) => {
    const restorationId = items.find((item) => item.position === position)?.restoration_id;
    const isKept = files.some((file) => file.restoration_id === restorationId && file.kind === 'before');
    return isKept ? fileLink(context, share.id, 'shared_before', position) : null;
  });
}

const claimView = (context: Context) => (share: RestoreShareTable, copies: DocumentTable[]) => ({
  code: share.code,
  message: share.message,
  photos: copies.map((copy) => photoView(context, copy)),
});

const claimShape = z.object({ code: z.string(), message: z.string(), photos: z.array(photoShape) });

export const restoreShareOperations = [
  defineOperation({
    name: 'create_restore_share',
    title: 'Share restored photos',
    summary:
      'Shares photos of completed restorations: gives a code and share_url, and a passcode where asked for; each account that claims it gets its own copy. It ends after expire_days or max_claims.',
    rest: { method: 'POST', path: '/api/restore-shares' },
    tool: { group: 'restorations' },
    access: 'customer',
    effect: 'create',
    input: createInput,
    output: newShareShape,
    run: createShare,
  }),
  defineOperation({
    name: 'list_my_restore_shares',
    title: 'List my restore shares',
    summary:
      'Lists the shares of restored photos this account has made, newest first, with status and how often they were claimed.',
    rest: { method: 'GET', path: '/api/restore-shares' },
    tool: { group: 'restorations' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({
      page: wholeNumber(1, 1_000_000).default(1).describe('Page, from 1'),
      limit: wholeNumber(1, 100).default(20).describe('Entries a page, 100 at most'),
    }),
    output: listOf(restoreShareShape),
    async run(context, { page, limit }) {
      const { database, caller } = context;
      const wanted = { page, page_size: limit };
      const { rows, total } = await pageShares(database.query, caller.accountId, wanted);
      const items = await listShareItems(
        database.query,
        rows.map((share) => share.id),
      );
      const ofShare = Map.groupBy(items, (item) => item.share_id);
      const shares = rows.map((share) => restoreShareView(context, share, ofShare.get(share.id) ?? []));
      return { items: shares, ...wanted, total };
    },
  }),
  defineOperation({
    name: 'revoke_restore_share',
    title: 'Revoke a restore share',
    summary:
      'Ends a share at once: nobody can claim it any more, and the addresses of its pictures end. Claimed copies stay with those who have them.',
    rest: { method: 'DELETE', path: '/api/restore-shares/{share_id}' },
    tool: { group: 'restorations' },
    access: 'customer',
    effect: 'delete',
    input: z.strictObject({ share_id: id('From create_restore_share or list_my_restore_shares') }),
    output: restoreShareShape,
    async run(context, { share_id }) {
      const { database, caller, now } = context;
      return await database.transaction(async (tx) => {
        const share = await revokeShare(tx, { id: share_id, accountId: caller.accountId, now: now() });
        if (!share) throw new AppError('not_found', 'No such share.');
        const items = await listShareItems(tx, [share.id]);
        recordShareEvent(tx, { type: 'restore_share.revoked', share, photos: items.length, now: now() });
        return restoreShareView(context, share, items);
      });
    },
  }),
  defineOperation({
    name: 'claim_restore_share',
    title: 'Claim a restore share',
    summary:
      'Takes your own copy of the restored photos that somebody shared by a code (with a passcode where it has one). Returns the photos with photo_id. An account claims once; a repeat answers the same copies. Refused when the share has expired, was revoked or is full.',
    rest: { method: 'POST', path: '/api/restore-shares/claim' },
    tool: {
      group: 'restorations',
      longAnswer: { see: 'list_documents with kind photo' },
      hints: { idempotent: true },
    },
    access: 'customer',
    effect: 'create',
    input: z.strictObject({
      code: line(1, 40).describe('Any case; hyphens may be left out'),
      passcode: line(1, 20).optional().describe('Six digits, when the share has one'),
    }),
    output: claimShape,
    pictures: (context, output) =>
      picturesOfUploads(
        context,
        output.photos.map((photo) => ({ id: photo.photo_id, title: photo.photo_id })),
      ),
    run: (context, { code, passcode }) => claimShare(context, { code, passcode }, claimView(context)),
  }),
  defineOperation({
    name: 'get_restore_share_info',
    title: 'Look at a restore share',
    summary:
      'Says without a key what a share code is good for: its status, how many photos it holds, whether it needs a passcode. No name or number of whoever made it.',
    rest: { method: 'GET', path: '/api/restore-shares/{code}' },
    access: 'public',
    effect: 'read',
    input: z.strictObject({
      code: line(1, 40).describe('From create_restore_share, handed out by its owner'),
    }),
    output: shareInfoShape,
    run: (context, { code }) => shareInfo(context, code),
  }),
  defineOperation({
    name: 'get_claimed_restore_share',
    title: 'Look at what was claimed',
    summary:
      'Returns the copies that this account has claimed of a share before, whatever has become of the share since. 404 when it has claimed none.',
    rest: { method: 'GET', path: '/api/restore-shares/{code}/claimed' },
    access: 'customer',
    effect: 'read',
    input: z.strictObject({ code: line(1, 40).describe('Any case; hyphens may be left out') }),
    output: claimShape,
    async run(context, { code }) {
      const share = await getShare(context, code);
      const copies = await copiesOf(context, share, context.caller.accountId);
      if (!copies) throw new AppError('not_found', 'This account has claimed nothing of this share.');
      return claimView(context)(share, copies);
    },
  }),
];
