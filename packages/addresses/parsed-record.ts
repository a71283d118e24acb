/** What the parser answers: one reading of an address. Shapes only. */

import type { PostalParts } from './postal-parts.ts';

export interface ParsedRecord extends PostalParts {
  /** The deepest division of the region tree; null when the tree doesn't have it. */
  region_id: string | null;
  /** 0 to 1: how sure the parser is that the whole record is right. */
  confidence: number;
  /** Only where the text names places that exclude each other: what was left out, and what the text was read as. */
  contradiction?: string;
}

/** Best reading first; never empty. */
export type Readings = readonly [ParsedRecord, ...ParsedRecord[]];

/** The record of a text of which one part can't be true beside the rest: a person should look. */
export function contradicted(record: ParsedRecord, part: string): ParsedRecord {
  const place = [...new Set([record.province, record.city, record.district])].filter(Boolean).join(' ');
  return {
    ...record,
    confidence: Math.min(record.confidence, 0.5),
    contradiction: `The text was read as ${place}, but "${part}" is not there.`,
  };
}

/** Two decimals within 0..1. */
export const roundConfidence = (value: number): number =>
  Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
