/**
 * A price for all that can be ordered, and beside it what can't and why: the cloud refuses an order at the first thing that is wrong, a
 * basket shows every line's own refusal. Owns that walk; asks through `quote`.
 */
import { ApiError } from '../../kit/api.ts';
import type { ApiInput, ApiOutput } from '../../kit/api-types.ts';

export type QuoteInput = ApiInput<'POST /api/orders/quote'>;
export type Quote = ApiOutput<'POST /api/orders/quote'>;
export type PricedLine = Quote['items'][number];

/** By what was asked for. */
export interface QuoteAnswer {
  /** Of the items that can be ordered; undefined when none can. */
  quote: Quote | undefined;
  /** The price of each item asked for, in their order; undefined where it is refused. */
  lines: Array<PricedLine | undefined>;
  /** Why an item can't be ordered, in the server's words, by its place in the input. */
  refusedItems: ReadonlyMap<number, string>;
  /** Why the coupon doesn't count. The quote is without it. */
  couponRefusal: string | undefined;
  /** Why it can't be delivered so. The quote is for collecting it. */
  deliveryRefusal: string | undefined;
}

/** A basket may have a hundred broken lines; whoever has more than this mends the first ones first. */
const maxRefusals = 20;

const itemField = /^items\[(\d+)\]\.(.*)$/s;
const deliveryFields = /^(address_id|pickup_point_id|shipping_carrier_id|delivery_method): /;

/** Asks until what is left has a price. Throws what is about none of its parts. */
export async function quoteAround(
  input: QuoteInput,
  quote: (input: QuoteInput) => Promise<Quote>,
): Promise<QuoteAnswer> {
  const refusedItems = new Map<number, string>();
  let left = input.items.map((item, place) => ({ item, place }));
  let rest = withoutItems(input);
  let couponRefusal: string | undefined;
  let deliveryRefusal: string | undefined;
  while (left.length > 0) {
    try {
      const priced = await quote(Object.assign({}, rest, { items: left.map(({ item }) => item) }));
      const lines = input.items.map((_item, place) => {
        const at = left.findIndex((each) => each.place === place);
        return at < 0 ? undefined : priced.items[at];
      });
      return { quote: priced, lines, refusedItems, couponRefusal, deliveryRefusal };
    } catch (error) {
      const sentence = error instanceof ApiError ? error.message : '';
      const [, position, why] = itemField.exec(sentence) ?? [];
      const refused = position === undefined ? undefined : left[Number(position)];
      if (refused && refusedItems.size < maxRefusals) {
        refusedItems.set(refused.place, why!);
        left = left.filter((each) => each !== refused);
      } else if (sentence.startsWith('coupon_id: ') && rest.coupon_id !== undefined) {
        couponRefusal = afterField(sentence);
        rest = Object.assign({}, rest, { coupon_id: undefined });
      } else if (deliveryFields.test(sentence) && rest.delivery_method !== 'pickup') {
        deliveryRefusal = sentence;
        rest = pickedUp(rest);
      } else if (deliveryFields.test(sentence) && rest.pickup_point_id !== undefined) {
        deliveryRefusal = sentence;
        rest = pickedUp(rest);
      } else throw error;
    }
  }
  const lines = input.items.map(() => undefined);
  return { quote: undefined, lines, refusedItems, couponRefusal, deliveryRefusal };
}

/** The sentence behind its field. */
const afterField = (sentence: string): string => sentence.slice(sentence.indexOf(': ') + 2);

type Rest = Omit<QuoteInput, 'items'>;

function withoutItems({ items: _items, ...rest }: QuoteInput): Rest {
  return rest;
}

const pickedUp = ({ coupon_id, note }: Rest): Rest => ({ delivery_method: 'pickup', coupon_id, note });
