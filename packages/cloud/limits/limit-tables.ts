/** The shape of the tables of limits that an admin changed, and what is used of them; db/schema.ts joins them. */

/** A threshold that an admin has changed; the others are in limits/limit-rules.ts. */
export interface RateLimitTable {
  name: string;
  max: number;
  window_seconds: number;
  updated_at: number;
}

export interface LimitMarkTable {
  name: string;
  subject: string;
  /** When everything that was taken so far will have been given back. */
  full_until: number;
}

export interface LimitTables {
  rate_limits: RateLimitTable;
  limit_marks: LimitMarkTable;
}
