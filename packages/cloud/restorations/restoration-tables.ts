/** The shape of the tables of restorations, what lies beside them, and their shares; db/schema.ts joins them. */
import type { RestoreFileKind } from '@platen/contracts/restore-task';
import type { RestorationState } from '@platen/contracts/states';

export interface RestorationTable {
  id: string;
  account_id: string;
  photo_id: string;
  source_sha256: string;
  source_bytes: number;
  options: string;
  state: RestorationState;
  /** Who was given it or works on it: `cloud`, or an agent's id; null: nobody yet. */
  executor: string | null;
  lease_until: number | null;
  attempts: number;
  progress: number;
  message: string;
  result_photo_id: string | null;
  report: string | null;
  created_at: number;
  /** When somebody last said how it is. */
  updated_at: number;
  finished_at: number | null;
  /** What is done at the moment; empty: nothing, or nobody says. */
  stage: string;
  /** When somebody last began to work on it. */
  begun_at: number | null;
  /** The newest count of its executor's progress. */
  told: number;
  /** One more with every change. */
  revision: number;
  /** 1 when the full result is not wanted. */
  preview_only: number;
  /** The mask a person gave. */
  mask_sha256: string | null;
  mask_bytes: number | null;
  /** The restoration whose mask was corrected, and how many came before this one. */
  parent_id: string | null;
  version: number;
  /** Which restoration engine made the result. */
  engine: string | null;
  /** What the values of the given mask stand for, as JSON, where it is that of an earlier version; null: it is a person's own. */
  mask_regions: string | null;
  /** With mask_regions: 1 when that version was judged a damaged print as a whole. */
  print_damaged: number;
  /** Ids of doubtful regions, as JSON: with mask_regions those that the mask is used without, offered ones among them. */
  refused: string;
  /** Those that a person said a word of: what it was is told by the picture, which has each repaired or left. */
  decided: string;
}

/** Ids as they are kept. */
export const readIds = (text: string): number[] => JSON.parse(text) as number[];

/** Pictures beside a restoration's result, and the mask it was given. */
export interface RestorationFileTable {
  restoration_id: string;
  kind: RestoreFileKind | 'given';
  sha256: string;
  bytes: number;
}

export interface RestoreShareTable {
  id: string;
  account_id: string;
  code: string;
  message: string;
  passcode_hash: string | null;
  expires_at: number;
  max_claims: number;
  claims: number;
  revoked_at: number | null;
  created_at: number;
}

export interface RestoreShareItemTable {
  share_id: string;
  position: number;
  restoration_id: string;
  photo_id: string;
}

export interface RestoreClaimTable {
  share_id: string;
  account_id: string;
  photo_ids: string;
  created_at: number;
}

export interface RestorationTables {
  restorations: RestorationTable;
  restoration_files: RestorationFileTable;
  restore_shares: RestoreShareTable;
  restore_share_items: RestoreShareItemTable;
  restore_claims: RestoreClaimTable;
}
