/**
 * Sending codes and letting people in with them. The only writer of codes; opens sessions.
 *
 * INVARIANTS
 * 1. Whether a number has an account is looked up, and told, only after its right code was given.
 * 2. A code works once: it is spent, conditionally, in the transaction that opens the session.
 * 3. Attempts are counted before anything is looked at; what turned out right is given back.
 * 4. What others do far away costs the owner of a number nothing: tries, pauses and codes are counted by number and network, and
 *    wrong tries from elsewhere end a code for elsewhere alone (login-code-rules.ts).
 */
import { createHash } from 'node:crypto';
import { AppError } from '@platen/contracts/app-error';
import { deriveKey } from '../cloud-secret.ts';
import type { CallContext } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { newId } from '../ids.ts';
import { type Attempt, returnAttempts, takeAttempts } from '../limits/limit-moves.ts';
import { createAccount } from './account-creation.ts';
import { languageOfPhone } from './account-phone.ts';
import { findAccountByPhone } from './account-store.ts';
import type { AccountTable, Language, SessionTable } from './account-tables.ts';
import {
  type CodePurpose,
  codeLifeMs,
  codeMessage,
  findRightCode,
  hashLoginCode,
  newLoginCode,
} from './login-code-rules.ts';
import {
  addWrongTry,
  deleteOldCodes,
  lockLoginCodes,
  spendLoginCode,
  upsertLoginCode,
} from './login-code-store.ts';
import { hashSessionToken, newSessionToken, sessionLifeMs } from './session-rules.ts';
import { deleteOldSessions, insertSession } from './session-store.ts';

const dayMs = 24 * 3600 * 1000;

/** The key of codes is derived once a process. */
const codeKeys = new WeakMap<Buffer, Buffer>();

function codeHashOf(
  { secret }: Pick<CallContext, 'secret'>,
  wanted: { phone: string; code: string },
): string {
  const key = codeKeys.get(secret) ?? deriveKey(secret, 'codes');
  codeKeys.set(secret, key);
  return hashLoginCode(key, wanted);
}

/** Networks are compared and not read: what is kept names nobody's address. */
const networkHashOf = ({ clientNetwork }: Pick<CallContext, 'clientNetwork'>): string =>
  createHash('sha256').update(clientNetwork).digest('base64url');

export interface WantedCode {
  /** E.164 */
  phone: string;
  purpose: CodePurpose;
  language?: Language | undefined;
}

/** Sends a code in the place of the one before. Accounts are not looked at. Throws rate_limited, or unavailable. */
export async function sendLoginCode(context: CallContext, wanted: WantedCode): Promise<void> {
  const { phone, purpose, language = languageOfPhone(phone) } = wanted;
  const { clientNetwork } = context;
  const attempts: Attempt[] = [
    { name: 'code_address', subject: clientNetwork },
    { name: 'code_pause', subject: `${phone} ${clientNetwork}` },
    { name: 'code_phone', subject: `${phone} ${clientNetwork}` },
    { name: 'code_phone_day', subject: `${phone} ${clientNetwork}` },
    { name: 'code_phone_all', subject: phone },
  ];
  await takeAttempts(context, attempts);
  const code = newLoginCode();
  const now = context.now();
  const db = context.database.query;
  const code_hash = codeHashOf(context, { phone, code });
  const network = networkHashOf(context);
  await upsertLoginCode(db, { phone, network, code_hash, expires_at: now + codeLifeMs });
  if (Math.random() < 0.01) await deleteOldCodes(db, now - dayMs);
  try {
    await context.sms.send(codeMessage({ phone, code, purpose, language }));
  } catch (error) {
    context.log('error', 'sms.failed', { reason: reasonOf(error) });
    await returnAttempts(context, attempts);
    throw new AppError('internal', "The code can't be sent now. Try again in a minute.");
  }
}

/** What a provider says, without the number and the code that it may repeat. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\d(?:[\s-]?\d){4,}/g, '…');

export interface GivenCode {
  /** E.164 */
  phone: string;
  code: string;
}

export interface Opened {
  account: AccountTable;
  session: SessionTable;
  /** For the cookie, and nothing else. */
  token: string;
}

/** Opens a session of the number's account. Throws unauthenticated, and with the right code not_found or forbidden. */
export async function logIn(context: CallContext, given: GivenCode): Promise<Opened> {
  const attempts: Attempt[] = [
    { name: 'login_address', subject: context.clientNetwork },
    { name: 'login_phone', subject: `${given.phone} ${context.clientNetwork}` },
  ];
  return await withRightCode(context, { given, attempts }, async (tx) => {
    const account = await findAccountByPhone(tx, given.phone);
    if (!account) {
      return new AppError(
        'not_found',
        'No account has this number yet. Register it: the same code is good for that.',
      );
    }
    if (account.disabled_at !== null) return new AppError('forbidden', 'This account is disabled.');
    return account;
  });
}

export interface Registration extends GivenCode {
  nickname: string;
  language?: Language | undefined;
}

/** Makes the account, with a balance of 0, and opens a session of it. Throws unauthenticated, conflict. */
export async function register(context: CallContext, given: Registration): Promise<Opened> {
  const attempts: Attempt[] = [
    { name: 'registration_address', subject: context.clientNetwork },
    { name: 'login_phone', subject: `${given.phone} ${context.clientNetwork}` },
  ];
  const { phone, nickname, language } = given;
  const taken = () =>
    new AppError(
      'conflict',
      'There is an account for this number already. Log in: the same code is good for that.',
    );
  try {
    return await withRightCode(context, { given, attempts }, async (tx) => {
      if (await findAccountByPhone(tx, phone)) return taken();
      const { currency } = context;
      const fresh = { role: 'customer', shopId: null, openingMinor: 0 } as const;
      return await createAccount(tx, { phone, nickname, language, currency, ...fresh, now: context.now() });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
}

interface Guarded {
  given: GivenCode;
  attempts: readonly Attempt[];
}

/** Runs `find` when the code is right. A refusal that it returns leaves the code unspent; an account gets a session. */
async function withRightCode(
  context: CallContext,
  { given, attempts }: Guarded,
  find: (tx: Tx) => Promise<AccountTable | AppError>,
): Promise<Opened> {
  await takeAttempts(context, attempts);
  const { phone } = given;
  const now = context.now();
  const codeHash = codeHashOf(context, given);
  const network = networkHashOf(context);
  const { device } = context.session();
  const outcome = await context.database.transaction(async (tx) => {
    const right = findRightCode(await lockLoginCodes(tx, phone), { codeHash, network, now });
    if (!right) {
      await addWrongTry(tx, { phone, network });
      return undefined;
    }
    const account = await find(tx);
    if (account instanceof AppError) return account;
    // Thrown and not returned: what `find` has made must go with it.
    if (!(await spendLoginCode(tx, { ...right, now }))) throw wrongCode();
    return await openSession(tx, { account, device, now });
  });
  if (!outcome) throw wrongCode();
  // Only wrong codes are to count; registrations count whatever becomes of them.
  await returnAttempts(
    context,
    attempts.filter(({ name }) => name !== 'registration_address'),
  );
  if (outcome instanceof AppError) throw outcome;
  if (Math.random() < 0.01) await deleteOldSessions(context.database.query, now - 30 * dayMs);
  return outcome;
}

/** The one answer to a code that is wrong, too old, used, dead, or was never sent. */
const wrongCode = (): AppError =>
  new AppError('unauthenticated', 'code: is wrong or no longer good. Ask for a new one.');

async function openSession(
  tx: Tx,
  { account, device, now }: { account: AccountTable; device: string; now: number },
): Promise<Opened> {
  const token = newSessionToken();
  const session: SessionTable = {
    id: newId(),
    account_id: account.id,
    token_hash: hashSessionToken(token),
    device,
    created_at: now,
    last_used_at: now,
    expires_at: now + sessionLifeMs,
    revoked_at: null,
  };
  await insertSession(tx, session);
  return { account, session, token };
}
