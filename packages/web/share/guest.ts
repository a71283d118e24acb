/** Who sits at the browser: the account of the session, for a guest's pages. Owns the question and the two ways in which its answer changes. */
import { useSyncExternalStore } from 'react';
import { ApiError, api } from '../kit/api.ts';
import type { ApiOutput } from '../kit/api-types.ts';
import { cameAsNobody } from '../kit/page-word.ts';

export type GuestAccount = ApiOutput<'GET /api/auth/me'>;

export interface Guest {
  /** Null: nobody is known. Undefined: not known yet, or `error` says why not. */
  account: GuestAccount | null | undefined;
  error?: unknown;
}

let guest: Guest = { account: cameAsNobody() ? null : undefined };
let isAsked = false;
const listeners = new Set<() => void>();

function tell(next: Guest): void {
  guest = next;
  for (const listener of listeners) listener();
}

/** Asks who it is; once, unless it failed. */
export function askWho(): void {
  isAsked = true;
  api('GET /api/auth/me').then(
    (account) => tell({ account }),
    (error: unknown) => {
      const isNobody = error instanceof ApiError && error.status === 401;
      tell(isNobody ? { account: null } : { account: undefined, error });
    },
  );
}

function subscribe(listener: () => void): () => void {
  if (!isAsked) askWho();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useGuest = (): Guest => useSyncExternalStore(subscribe, () => guest);

/** To be told who logged in, or null when somebody logged out or the session has ended. */
export const changeGuest = (account: GuestAccount | null): void => tell({ account });

/** A refusal that says that the session has ended leads to the number and the code again. */
export function noteRefusal(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) changeGuest(null);
}
