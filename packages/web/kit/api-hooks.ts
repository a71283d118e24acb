/**
 * Calls of the cloud in components: `useRead` shows what a route answers and keeps it fresh, `useAct` does something once. Owns the keys of
 * the cache ([route, input]) and those of idempotency.
 */
import {
  keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { type ApiError, api, isUndecided } from './api.ts';
import type { ActRoute, ApiInput, ApiOutput, ApiRoute, ReadRoute } from './api-types.ts';
import { newKey } from './new-key.ts';

export type ReadOptions<R extends ReadRoute> = Pick<
  UseQueryOptions<ApiOutput<R>, ApiError>,
  'enabled' | 'refetchInterval' | 'staleTime'
> & {
  /** Shows the page before while the next one comes. */
  keepsPrevious?: boolean;
};

/** What the route answers: `data`, or `error`, or neither while it loads. */
export function useRead<R extends ReadRoute>(
  route: R,
  input: ApiInput<R>,
  { keepsPrevious = false, ...options }: ReadOptions<R> = {},
): UseQueryResult<ApiOutput<R>, ApiError> {
  return useQuery<ApiOutput<R>, ApiError>({
    ...options,
    queryKey: [route, input],
    queryFn: ({ signal }) => callRoute(route, input, { signal }),
    ...(keepsPrevious && { placeholderData: keepPreviousData as never }),
  });
}

/** `api` where the route is not known to the letter. */
const callRoute = api as <R extends ApiRoute>(
  route: R,
  input: ApiInput<R>,
  options: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<ApiOutput<R>>;

export interface ActOptions<R extends ActRoute> {
  /** Routes whose answers are no longer right: read again wherever they are shown. Given before `onDone` runs. */
  changes?: readonly ReadRoute[];
  onDone?(output: ApiOutput<R>, input: ApiInput<R>): void;
  onRefused?(error: ApiError, input: ApiInput<R>): void;
}

export interface Act<R extends ActRoute> {
  /** Begins it; how it ends is in the other fields. While it runs another press does nothing. */
  run(input: ApiInput<R>): void;
  /** The same for code that goes on afterwards. Throws ApiError. */
  runAsync(input: ApiInput<R>): Promise<ApiOutput<R>>;
  isRunning: boolean;
  error: ApiError | null;
  output: ApiOutput<R> | undefined;
  /** Forgets error and output. */
  reset(): void;
}

/**
 * Something that a person does. Where no answer came, the next try with the same input goes under the same idempotency key: what was carried
 * out all the same is not done twice.
 */
export function useAct<R extends ActRoute>(route: R, options: ActOptions<R> = {}): Act<R> {
  const client = useQueryClient();
  const undecided = useRef<{ input: string; key: string } | undefined>(undefined);
  const mutation = useMutation<ApiOutput<R>, ApiError, ApiInput<R>>({
    async mutationFn(input) {
      const text = JSON.stringify(input);
      const key = undecided.current?.input === text ? undecided.current.key : newKey();
      undecided.current = { input: text, key };
      try {
        const output = await callRoute(route, input, { idempotencyKey: key });
        undecided.current = undefined;
        return output;
      } catch (error) {
        if (!isUndecided(error)) undecided.current = undefined;
        throw error;
      }
    },
    async onSuccess(output, input) {
      for (const each of options.changes ?? []) void client.invalidateQueries({ queryKey: [each] });
      options.onDone?.(output, input);
    },
    onError(error, input) {
      options.onRefused?.(error, input);
    },
  });
  return {
    run: (input) => {
      if (!mutation.isPending) mutation.mutate(input);
    },
    runAsync: (input) => mutation.mutateAsync(input),
    isRunning: mutation.isPending,
    error: mutation.error,
    output: mutation.data,
    reset: mutation.reset,
  };
}
