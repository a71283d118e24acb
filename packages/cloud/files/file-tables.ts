/** The shape of the tables of bytes in the file store, and small pictures of them; db/schema.ts joins them. */

/** Bytes in the file store. `removing` and `removed` are told apart so that an upload of the same bytes knows what to wait for. */
export interface StoredFileTable {
  sha256: string;
  bytes: number;
  state: 'stored' | 'removing' | 'removed';
  check_at: number | null;
  changed_at: number;
}

/** A part of a picture: its place and its size. */
type PartKind = `part ${string}`;

/** A small picture of a file, or (without `sha256`) why there can't be one. */
export interface ThumbnailTable {
  source_sha256: string;
  kind: 'thumbnail' | 'phone' | 'preview' | PartKind;
  sha256: string | null;
  bytes: number;
  width_px: number;
  height_px: number;
  refusal: string | null;
  created_at: number;
}

export interface FileTables {
  stored_files: StoredFileTable;
  thumbnails: ThumbnailTable;
}
