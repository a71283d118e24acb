/** What a pre-order would cost as it stands: asked anew whenever what is accepted or wanted is another. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ApiError, api } from '../../kit/api.ts';
import type { ApiInput, ApiOutput } from '../../kit/api-types.ts';

const route = 'POST /api/user/pre-orders/{pre_order_id}/quote';

export interface QuoteOf {
  enabled: boolean;
  /** What the amount depends on beside what is wanted. */
  revision: string;
  approved: number;
}

export function useQuote(wanted: ApiInput<typeof route>, { enabled, revision, approved }: QuoteOf) {
  return useQuery<ApiOutput<typeof route>, ApiError>({
    queryKey: [route, wanted, revision, approved],
    queryFn: ({ signal }) => api(route, wanted, { signal }),
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
}
