/** The event log's tables. Shapes only. */
import type { EventType } from '@platen/contracts/event-types';

export interface EventTable {
  /** 1, 2, 3 … in the order of commits, without gaps. */
  seq: number;
  type: EventType;
  subject_id: string;
  /** Whose it is; null for what belongs to no account. */
  account_id: string | null;
  /** Another account that it concerns: who sent photos in, who claimed. */
  guest_id: string | null;
  shop_id: string | null;
  /** 1: stays with the history of its subject. */
  is_history: number;
  /** JSON, by its type. */
  data: string;
  created_at: number;
}

/** One row. Its `last` is taken by each transaction that writes events, as its last act: so they are numbered in the order of commits. */
export interface EventSequenceTable {
  id: number;
  last: number;
  /** The highest number that was ever removed. */
  removed: number;
}

export interface EventTables {
  events: EventTable;
  event_sequence: EventSequenceTable;
}
