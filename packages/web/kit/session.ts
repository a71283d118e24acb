/** Who is logged in here. Owns the question and the two ways in which its answer changes: a login, a log-out. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, api } from './api.ts';
import type { ApiOutput } from './api-types.ts';
import { cameAsNobody } from './page-word.ts';
import { sessionKey } from './query-client.ts';

export type Account = ApiOutput<'GET /api/auth/me'>;

export interface Session {
  /** Null: nobody is logged in. Undefined: it isn't known yet, or `error` says why not. */
  account: Account | null | undefined;
  error: ApiError | null;
  retry(): void;
}

async function readAccount(): Promise<Account | null> {
  try {
    return await api('GET /api/auth/me');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The session of this browser. */
export function useSession(): Session {
  const { data, error, refetch } = useQuery<Account | null, ApiError>({
    queryKey: sessionKey,
    queryFn: readAccount,
    staleTime: 60_000,
    // Shown at once, and asked for all the same.
    ...(cameAsNobody() && { initialData: null, initialDataUpdatedAt: 0 }),
  });
  return { account: data, error, retry: () => void refetch() };
}

/** Forgets what the account before has read, and keeps who it is now. */
function changeAccount(client: QueryClient, account: Account | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  client.setQueryData(sessionKey, account);
}

/** To be told who logged in, or null when somebody logged out. */
export function useAccountChange(): (account: Account | null) => void {
  const client = useQueryClient();
  return (account) => changeAccount(client, account);
}
