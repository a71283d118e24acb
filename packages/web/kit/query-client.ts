/** What pages have read from the cloud, kept and asked for again. Owns how often it is tried again, and what ends a session. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** The account that is logged in, or null: session.ts. */
export const sessionKey = ['GET /api/auth/me', {}] as const;

const maxTries = 3;
/** A page that says "in 40 s" is better than one that waits for them in silence. */
const maxSilentWaitSeconds = 5;

/** Reads are tried again where another try may help; a refusal that says what is wrong is shown at once. */
function isWorthAnotherTry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || failures >= maxTries - 1) return false;
  if (error.status === 429) return (error.retryAfterSeconds ?? 1) <= maxSilentWaitSeconds;
  return error.status === 0 || error.status >= 500;
}

const pauseMs = (failures: number, error: unknown): number =>
  error instanceof ApiError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1000
    : Math.min(500 * 2 ** failures, 4000) * (0.75 + Math.random() / 2);

/** One for a page's life. */
export function createQueryClient(): QueryClient {
  /** The cookie is no longer good: whatever asks for an account shows the way to log in. */
  const endSession = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) client.setQueryData(sessionKey, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: endSession }),
    mutationCache: new MutationCache({ onError: endSession }),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        gcTime: 10 * 60_000,
        retry: isWorthAnotherTry,
        retryDelay: pauseMs,
        // Without a connection it is tried all the same: a shop's own host is there when the internet is not.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
