/**
 * Idempotency keys: the first answer to a key is kept for 24 hours per account, and repeats get it again.
 * Owns that memory. The answer is stored in the transaction that made it true, or not at all.
 */
import { createHash } from 'node:crypto';
import { AppError } from '@platen/contracts/app-error';
import type { Deps } from './context.ts';
import type { Tx } from './db/database.ts';

const keptMs = 24 * 3600 * 1000;

export interface IdempotentRequest {
  accountId: string;
  key: string;
  operation: string;
  input: unknown;
}

/** The stored answer to this key, undefined when there is none. Throws conflict when the key came with another request. */
export async function recallOutput(
  deps: Pick<Deps, 'database' | 'now'>,
  request: IdempotentRequest,
): Promise<unknown> {
  const row = await deps.database.query
    .selectFrom('idempotency')
    .select(['operation', 'input_hash', 'output', 'created_at'])
    .where('account_id', '=', request.accountId)
    .where('key', '=', request.key)
    .executeTakeFirst();
  if (!row || row.created_at < deps.now() - keptMs) return undefined;
  if (row.operation !== request.operation || row.input_hash !== hashOf(request.input)) {
    throw new AppError('conflict', 'This Idempotency-Key was used with another request.', {
      hint: 'Use a new key for a new request.',
    });
  }
  return JSON.parse(row.output);
}

/** Stores the answer inside `tx`. A key that another call stored meanwhile breaks the transaction: that call won. */
export async function rememberOutput(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  request: IdempotentRequest & { output: unknown },
): Promise<void> {
  await tx
    .deleteFrom('idempotency')
    .where('account_id', '=', request.accountId)
    .where('created_at', '<', deps.now() - keptMs)
    .execute();
  await tx
    .insertInto('idempotency')
    .values({
      account_id: request.accountId,
      key: request.key,
      operation: request.operation,
      input_hash: hashOf(request.input),
      output: JSON.stringify(request.output),
      created_at: deps.now(),
    })
    .execute();
}

const hashOf = (input: unknown): string => createHash('sha256').update(canonical(input)).digest('hex');

/** JSON with sorted names, so that the order in which a client writes fields does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
