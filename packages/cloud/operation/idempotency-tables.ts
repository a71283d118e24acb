/** The shape of the tables of answers that are kept for repeats; db/schema.ts joins them. */

export interface IdempotencyTable {
  account_id: string;
  key: string;
  operation: string;
  input_hash: string;
  output: string;
  created_at: number;
}

export interface IdempotencyTables {
  idempotency: IdempotencyTable;
}
