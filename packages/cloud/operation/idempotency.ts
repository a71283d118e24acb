/**
 * Idempotency keys: the first answer to a key is kept for 24 hours per account, and repeats get it again.
 * Owns that memory. The answer is stored in the transaction that made it true, or not at all.
 *
 * Answers may hold what is shown once (a new API key, a passcode), and requests a password: both are kept so that only who
 * has the client's own key can read or guess them. Of that key a hash is stored.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { AppError } from '@platen/contracts/app-error';
import { deriveKey } from '../cloud-secret.ts';
import type { Deps } from '../context.ts';
import type { Tx } from '../db/database.ts';

const keptMs = 24 * 3600 * 1000;

export interface IdempotentRequest {
  accountId: string;
  key: string;
  operation: string;
  input: unknown;
}

/** The stored answer to this key, undefined when there is none. Throws conflict when the key came with another request. */
export async function recallOutput(
  deps: Pick<Deps, 'database' | 'now' | 'secret'>,
  request: IdempotentRequest,
): Promise<unknown> {
  const row = await deps.database.query
    .selectFrom('idempotency')
    .select(['operation', 'input_hash', 'output', 'created_at'])
    .where('account_id', '=', request.accountId)
    .where('key', '=', storedKeyOf(request))
    .executeTakeFirst();
  if (!row || row.created_at < deps.now() - keptMs) return undefined;
  const key = sealingKeyOf(deps, request);
  if (row.operation !== request.operation || row.input_hash !== hashOf(key, request.input)) {
    throw new AppError('conflict', 'This Idempotency-Key was used with another request.', {
      hint: 'Use a new key for a new request.',
    });
  }
  return JSON.parse(open(key, row.output));
}

/** Stores the answer inside `tx`. A key that another call stored meanwhile breaks the transaction: that call won. */
export async function rememberOutput(
  deps: Pick<Deps, 'now' | 'secret'>,
  tx: Tx,
  request: IdempotentRequest & { output: unknown },
): Promise<void> {
  const key = sealingKeyOf(deps, request);
  const now = deps.now();
  const answer = {
    operation: request.operation,
    input_hash: hashOf(key, request.input),
    output: seal(key, JSON.stringify(request.output)),
    created_at: now,
  };
  // One row by its key, however many the account has: what is too old is removed by the sweep (idempotency-sweep.ts).
  const stored = await tx
    .insertInto('idempotency')
    .values({ account_id: request.accountId, key: storedKeyOf(request), ...answer })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet(answer)
        .where('idempotency.created_at', '<', now - keptMs),
    )
    .executeTakeFirst();
  if (stored.numInsertedOrUpdatedRows === 1n) return;
  throw new AppError('conflict', 'This Idempotency-Key is being used by another request.', {
    hint: 'Send the same request again to get its answer.',
  });
}

/** Removes answers that are kept no longer, the oldest first, at most so many. Gives how many. */
export async function deleteOldAnswers(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await database.query
    .deleteFrom('idempotency')
    .where((e) =>
      e(
        e.refTuple('account_id', 'key'),
        'in',
        e
          .selectFrom('idempotency')
          .select(['account_id', 'key'])
          .where('created_at', '<', now() - keptMs)
          .orderBy('created_at')
          .limit(limit)
          .$asTuple('account_id', 'key'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const storedKeyOf = ({ key }: IdempotentRequest): string =>
  createHash('sha256').update(key).digest('base64url');

/** The key of this purpose, derived once for each secret. */
const purposeKeys = new WeakMap<Buffer, Buffer>();

/** The step of HKDF that is left once the purpose has its key: one HMAC, for every call has a key of its own. */
function sealingKeyOf({ secret }: Pick<Deps, 'secret'>, { accountId, key }: IdempotentRequest): Buffer {
  const purposeKey = purposeKeys.get(secret) ?? deriveKey(secret, 'idempotency');
  purposeKeys.set(secret, purposeKey);
  return createHmac('sha256', purposeKey).update(`${accountId} ${key}`).digest();
}

const hashOf = (key: Buffer, input: unknown): string =>
  createHmac('sha256', key).update(canonical(input)).digest('hex');

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM: nonce, tag, text, in base64url. */
function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function open(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** JSON with sorted names, so that the order in which a client writes fields does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
