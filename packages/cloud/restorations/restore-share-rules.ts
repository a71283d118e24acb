/** Passcodes of restore shares, and when a share can be claimed. Pure but for randomness. */
import { createHmac, randomInt } from 'node:crypto';
import type { RestoreShareTable } from './restoration-tables.ts';

export const dayMs = 24 * 3_600_000;

/** Where the page of a share is. */
export const restoreSharePath = (code: string): string => `/restored/${code}`;

/** Six digits. */
export const newPasscode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What is stored of a passcode. Six digits are soon tried, so the hash is worth nothing without the cloud's secret. */
export const hashPasscode = (
  key: Buffer,
  { shareId, passcode }: { shareId: string; passcode: string },
): string => createHmac('sha256', key).update(`${shareId} ${passcode}`).digest('base64url');

export type ShareStatus = 'active' | 'expired' | 'revoked' | 'full';

type ShareFacts = Pick<RestoreShareTable, 'revoked_at' | 'expires_at' | 'claims' | 'max_claims'>;

export function shareStatusOf(share: ShareFacts, now: number): ShareStatus {
  if (share.revoked_at !== null) return 'revoked';
  if (share.expires_at <= now) return 'expired';
  return share.claims >= share.max_claims ? 'full' : 'active';
}

/** True when whoever has the code may see message and pictures before claiming them. */
export const isShownToAll = (share: ShareFacts & Pick<RestoreShareTable, 'passcode_hash'>, now: number) =>
  share.passcode_hash === null && shareStatusOf(share, now) === 'active';

/** Why a share can't be claimed, in a sentence; undefined when it can. */
export function refuseClaim(share: ShareFacts, now: number): string | undefined {
  switch (shareStatusOf(share, now)) {
    case 'active':
      return undefined;
    case 'expired':
      return 'This share has expired. Ask whoever sent it for a new one.';
    case 'revoked':
      return 'This share was withdrawn by whoever sent it.';
    case 'full':
      return 'This share was claimed as often as it may be.';
  }
}
