/** What the parser answers: one reading of an address. Shapes only. */

export interface ParsedRecord {
  name: string;
  /** Of the mainland in national digits (`13800138000`, `010-12345678-12`), of elsewhere in E.164 where it has that form. */
  phone: string;
  country: string;
  province: string;
  city: string;
  district: string;
  detail: string;
  postcode: string;
  /** The deepest division of the region tree; null when the tree doesn't have it. */
  region_id: string | null;
  /** 0 to 1: how sure the parser is that the whole record is right. */
  confidence: number;
}

/** Best reading first; never empty. */
export type Readings = readonly [ParsedRecord, ...ParsedRecord[]];

/** Two decimals within 0..1. */
export const roundConfidence = (value: number): number =>
  Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
