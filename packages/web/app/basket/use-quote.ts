/** The live price of what is chosen, asked for anew whenever that changes. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ApiError, api } from '../../kit/api.ts';
import { type QuoteAnswer, type QuoteInput, quoteAround } from './quote-around.ts';

/** While somebody types or presses plus, the service is not asked at every step. */
const settleMs = 250;
/** Prices may change under an open page. */
const staleMs = 20_000;

/** The answer for `input`, or for what it was a moment ago: `isCurrent` tells which. Undefined input asks nothing. */
export function useQuote(input: QuoteInput | undefined) {
  const text = input === undefined ? '' : JSON.stringify(input);
  const [settled] = useDebouncedValue(text, settleMs);
  const query = useQuery<QuoteAnswer, ApiError>({
    queryKey: ['POST /api/orders/quote', settled],
    queryFn: ({ signal }) =>
      quoteAround(JSON.parse(settled) as QuoteInput, (wanted) =>
        api('POST /api/orders/quote', wanted, { signal }),
      ),
    enabled: settled !== '',
    staleTime: staleMs,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
  return {
    answer: text === '' ? undefined : query.data,
    error: query.error,
    /** The price of exactly this, as far as is known. */
    isCurrent: settled === text && !query.isPlaceholderData && query.data !== undefined,
    isAsking: query.isFetching || settled !== text,
    /** Asks once more and answers what came. Throws ApiError. */
    async askAgain(): Promise<QuoteAnswer> {
      const { data } = await query.refetch({ throwOnError: true });
      return data!;
    },
    retry: () => void query.refetch(),
  };
}
