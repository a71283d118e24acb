/** The shape of the tables of what was measured of photos; db/schema.ts joins them. */

export interface PhotoMeasuresTable {
  sha256: string;
  version: number;
  measures: string;
  created_at: number;
}

export interface PhotoTables {
  photo_measures: PhotoMeasuresTable;
}
