/** What the parser answers: one reading of an address, and what a text has besides. Shapes only. */

import type { MissingField } from './address-needs.ts';
import type { PostalParts } from './postal-parts.ts';

/** Words of the text that are in no field. */
export interface LeftoverPart {
  text: string;
  /** Where they stand in the text as it was given, UTF-16 units: `given.slice(start, end)`. */
  start: number;
  end: number;
}

export interface ParsedRecord extends PostalParts {
  /** The firm, school or office in the address; it stands in the detail too. Empty when there is none. */
  company: string;
  /** What the carrier is asked for: 请放门口, leave at the door. No part of the detail. */
  wish: string;
  /** Further phones, in the form of the first. */
  other_phones: string[];
  /** The deepest division of the region tree; null when the tree doesn't have it. */
  region_id: string | null;
  /** 0 to 1: how sure the parser is that the whole record is right. */
  confidence: number;
  /** What was not understood, or understood and belongs to no field: greetings, order numbers, links, a sender. */
  leftover: LeftoverPart[];
  /** Fields that a parcel needs in the country and the text doesn't have. */
  missing: MissingField[];
  /** Only where the text names places that exclude each other, or is of another country: what was left out, and what it was read as. */
  contradiction?: string;
}

/** A record before what is the same for every reader is added. */
export interface ReadParts extends PostalParts {
  company: string;
  wish: string;
  other_phones: string[];
  region_id: string | null;
  confidence: number;
  contradiction?: string;
  /** Where words of the cleaned text stand that are in no field; a reader that doesn't know says which words it has used. */
  unused: ReadonlyArray<{ start: number; end: number }> | { used: readonly string[] };
}

/** Best reading first; never empty. */
export type Readings = readonly [ParsedRecord, ...ParsedRecord[]];

/** The record of a text of which one part can't be true beside the rest: a person should look. */
export function contradicted<T extends PostalParts & { confidence: number; contradiction?: string }>(
  record: T,
  part: string,
): T {
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
