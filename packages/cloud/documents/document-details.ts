/** What is known of an upload beside its columns: JSON in `documents.details`. Owns that shape; absent means not known. */
import type { RestoreOptions } from '@platen/contracts/restore-task';

/** A moment as the camera's clock showed it, RFC 3339 with the offset where the camera knew it. */
export interface DocumentDetails {
  taken_at?: string;
  icc_profile?: string;
  dpi?: number;
  bit_depth?: number;
  has_alpha?: boolean;
  /** The restoration that made it. */
  restored_by?: { restoration_id: string; engine: string | null; options: RestoreOptions };
  /** A contact sheet: the photos on it, in the order in which they are read. They may be gone by now. */
  contact_sheet?: { photo_ids: string[]; sheet: number; sheets: number; columns: number; rows: number };
  page_sizes?: { first_page: number; last_page: number; width_mm: number; height_mm: number }[];
}

export const readDetails = (row: { details: string }): DocumentDetails =>
  JSON.parse(row.details) as DocumentDetails;

export const writeDetails = (details: DocumentDetails): string => JSON.stringify(details);
