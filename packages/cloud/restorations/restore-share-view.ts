/** How restore shares look on the wire: to their owner, and to whoever has the code. Owns those shapes; decides nothing. */
import { time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import type { RestoreShareItemTable, RestoreShareTable } from './restoration-tables.ts';
import { restoreSharePath, shareStatusOf } from './restore-share-rules.ts';

const status = z
  .enum(['active', 'expired', 'revoked', 'full'])
  .describe('Only an active share can be claimed; full: claimed as often as it may be');

export const restoreShareShape = z.object({
  share_id: z.uuid().describe('For revoke_restore_share'),
  code: z.string().describe('To be given to whoever is to have the photos: for claim_restore_share'),
  share_url: z.url().describe('The page to hand out: before, after, and how to take a copy'),
  status,
  restoration_ids: z.array(z.uuid()),
  message: z.string(),
  has_passcode: z.boolean(),
  max_claims: z.int(),
  claims: z.int().describe('Accounts that have taken their copy'),
  created_at: time,
  expires_at: time,
  revoked_at: time.nullable(),
});

export const newShareShape = restoreShareShape.extend({
  passcode: z
    .string()
    .nullable()
    .describe('Six digits, shown only in this answer; null without with_passcode'),
});

/** What anybody with the code sees: no name, no phone, nothing of the owner. */
export const shareInfoShape = z.object({
  code: z.string(),
  status,
  photos: z.int().describe('How many photos a claim gives'),
  message: z.string().describe('Empty while a passcode is needed, or when the share is not active'),
  needs_passcode: z.boolean(),
  claims_left: z.int(),
  expires_at: time,
  preview_urls: z
    .array(z.url())
    .describe('Empty while a passcode is needed, or when the share is not active'),
  before_urls: z
    .array(z.url().nullable())
    .describe('What each of preview_urls was before; null where that picture is no longer kept'),
});

export const restoreShareView = (
  { publicUrl, now }: Pick<Deps, 'publicUrl' | 'now'>,
  share: RestoreShareTable,
  items: RestoreShareItemTable[],
) => ({
  share_id: share.id,
  code: share.code,
  share_url: `${publicUrl()}${restoreSharePath(share.code)}`,
  status: shareStatusOf(share, now()),
  restoration_ids: items.map((item) => item.restoration_id),
  message: share.message,
  has_passcode: share.passcode_hash !== null,
  max_claims: share.max_claims,
  claims: share.claims,
  created_at: toTime(share.created_at),
  expires_at: toTime(share.expires_at),
  revoked_at: toTimeOrNull(share.revoked_at),
});
