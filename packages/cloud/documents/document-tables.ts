/** The shape of the tables of uploads, and what an account keeps of them; db/schema.ts joins them. */

export interface DocumentTable {
  id: string;
  account_id: string;
  kind: 'document' | 'photo';
  filename: string;
  content_type: string;
  bytes: number;
  sha256: string;
  pages: number;
  width_px: number | null;
  height_px: number | null;
  colour_space: string | null;
  created_at: number;
  deleted_at: number | null;
  /** The photo that this one is a restoration of. */
  restored_from: string | null;
  /** JSON: documents/document-details.ts. */
  details: string;
}

/** What an account keeps of uploads, and may keep. */
export interface AccountStorageTable {
  account_id: string;
  stored_bytes: number;
  /** null: what the service gives everybody. */
  quota_bytes: number | null;
}

/** An upload that comes in several requests, until it is finished. How many bytes have come the file store knows. */
export interface ResumableUploadTable {
  id: string;
  account_id: string;
  kind: DocumentTable['kind'];
  filename: string;
  /** Of the whole file, as announced. */
  bytes: number;
  /** By what the client knows the file again; null: it said nothing. */
  mark: string | null;
  created_at: number;
  expires_at: number;
}

export interface DocumentTables {
  documents: DocumentTable;
  account_storage: AccountStorageTable;
  resumable_uploads: ResumableUploadTable;
}
