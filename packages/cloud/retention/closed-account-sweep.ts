/**
 * Removes what closed accounts have uploaded, as soon as nobody needs it: a photo that somebody else's pre-order prints stays until that has
 * ended. A bounded number at a time, in the background; every upload in a transaction of its own.
 */
import { listAccountsToClear, updateClearAt } from '../accounts/account-store.ts';
import type { AccountTable } from '../accounts/account-tables.ts';
import type { Deps } from '../context.ts';
import { type Sweep, startSweep, sweepEach } from '../sweep.ts';
import { listUploadIds } from './account-closing-store.ts';
import { deleteLeftUpload } from './document-deletion.ts';

const everyMs = 600_000;
const accountsAtOnce = 20;
const uploadsAtOnce = 100;
/** Of one account in one round. */
const maxUploads = 1000;
/** What is needed by somebody else is looked at again so much later. */
const againMs = 24 * 3_600_000;

type ClearDeps = Pick<Deps, 'database' | 'now' | 'log'>;

/** One round of one account; how many uploads were removed. */
export async function clearAccount(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  { id: accountId, closed_at }: Pick<AccountTable, 'id' | 'closed_at'>,
): Promise<number> {
  let [removed, seen] = [0, 0];
  let after = '';
  for (let page = uploadsAtOnce; page === uploadsAtOnce && seen < maxUploads; ) {
    const ids = await listUploadIds(database.query, { accountId, after, limit: uploadsAtOnce });
    for (const id of ids) {
      if (await deleteLeftUpload({ database, now }, { id, accountId })) removed += 1;
    }
    page = ids.length;
    seen += page;
    after = ids.at(-1) ?? after;
  }
  // What began before the account was closed may still arrive: the first day is looked at again in any case.
  const isOver = seen === 0 && now() - (closed_at ?? 0) >= againMs;
  const clearAt = seen >= maxUploads && removed > 0 ? now() : now() + againMs;
  await updateClearAt(database.query, { id: accountId, clearAt: isOver ? null : clearAt });
  return removed;
}

/** Looks at those that are due; for how many it was done. */
export async function sweepClosedAccounts(deps: ClearDeps): Promise<number> {
  const due = await listAccountsToClear(deps.database.query, { now: deps.now(), limit: accountsAtOnce });
  return await sweepEach(deps, due, async (account) => {
    await clearAccount(deps, account);
    return true;
  });
}

/** Sweeps at once and then every ten minutes. */
export function startClosedAccountSweep(deps: ClearDeps): Sweep {
  return startSweep(deps, { name: 'closed-accounts', everyMs, run: () => sweepClosedAccounts(deps) });
}
