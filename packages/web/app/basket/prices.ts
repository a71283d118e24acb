/** What a page costs, from the price list that everybody sees. For a glance; what an order costs says its quote. */
import { useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import type { PrintOptions, PrintSize } from '../../kit/catalogue.ts';

type Price = ApiOutput<'GET /api/prices'>['items'][number];

export interface PriceWish {
  size: string;
  /** Any paper where it is left out, or where this size isn't sold on it. */
  paper?: string;
}

/** The lowest price of one page in colour on one side, before any discount for many. */
export function usePrices() {
  const prices = useRead('GET /api/prices', {}, { staleTime: 60_000 });
  const items: readonly Price[] = prices.data?.items ?? [];
  return {
    currency: prices.data?.currency ?? 'CNY',
    isPending: prices.isPending,
    error: prices.error,
    retry: () => void prices.refetch(),
    priceOf({ size, paper }: PriceWish): number | undefined {
      const sold = items.filter(
        (price) => price.size === size && price.color_mode === 'color' && price.sides === 'one-sided',
      );
      const onPaper = sold.filter((price) => price.paper_type === paper);
      const found = onPaper.length > 0 ? onPaper : sold;
      return found.length === 0 ? undefined : Math.min(...found.map(({ price }) => price));
    },
  };
}

/** Sizes for photos or for documents that can be had at present, in the order of the price list. */
export const sizesFor = (options: PrintOptions | undefined, madeFor: PrintSize['made_for']): PrintSize[] =>
  (options?.sizes ?? []).filter((size) => size.made_for === madeFor);

const usual: Record<PrintSize['made_for'], string> = { photo: '4x6', document: 'A4' };

/** What most people want, where it can be had; else the first that can. */
export function usualSize(
  options: PrintOptions | undefined,
  madeFor: PrintSize['made_for'],
): PrintSize | undefined {
  const sizes = sizesFor(options, madeFor);
  const good = sizes.filter((size) => size.unavailable_because === null);
  return good.find(({ code }) => code === usual[madeFor]) ?? good[0] ?? sizes[0];
}

/** The paper that was chosen where this size exists on it, else the first that can be had. */
export function paperFor(
  options: PrintOptions | undefined,
  size: PrintSize | undefined,
  wanted: string,
): string {
  if (!size) return wanted;
  if (size.paper_types.includes(wanted)) return wanted;
  const papers = options?.paper_types.filter(({ code }) => size.paper_types.includes(code)) ?? [];
  return (papers.find((paper) => paper.unavailable_because === null) ?? papers[0])?.code ?? wanted;
}
