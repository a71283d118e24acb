/** What lies in a basket and how it is read from what a browser kept. Pure: nothing is stored here. */
import type { ApiInput } from '../../kit/api-types.ts';

/** An item as orders and quotes take it. */
export type OrderItemInput = ApiInput<'POST /api/orders/quote'>['items'][number];

export interface BasketItem {
  /** Of this line, for as long as it lies here. */
  key: string;
  /** What the upload is called, for people. */
  filename: string;
  isPhoto: boolean;
  item: OrderItemInput;
}

export interface Basket {
  items: readonly BasketItem[];
  /** Of the coupon that was chosen; empty for none. */
  couponId: string;
  /** For the shop. */
  note: string;
}

export const emptyBasket: Basket = { items: [], couponId: '', note: '' };

/** As many items as one order takes. */
export const maxBasketItems = 100;
export const maxCopies = 999;

const storedVersion = 1;

/** As it is kept. */
export const basketText = (basket: Basket): string =>
  JSON.stringify({
    version: storedVersion,
    items: basket.items,
    couponId: basket.couponId,
    note: basket.note,
  });

/** What was kept; what can't be read, and what another version wrote, is left out. */
export function readBasket(text: string | null): Basket {
  const stored = parse(text);
  if (stored?.version !== storedVersion || !Array.isArray(stored.items)) return emptyBasket;
  return {
    items: stored.items.filter(isItem).slice(0, maxBasketItems),
    couponId: typeof stored.couponId === 'string' ? stored.couponId : '',
    note: typeof stored.note === 'string' ? stored.note : '',
  };
}

function parse(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isItem(value: unknown): value is BasketItem {
  const { key, filename, item } = (value ?? {}) as Partial<BasketItem>;
  const { document_id, size, paper_type, quantity } = (item ?? {}) as Partial<OrderItemInput>;
  return (
    [key, filename, document_id, size, paper_type].every((text) => typeof text === 'string' && text !== '') &&
    Number.isInteger(quantity) &&
    quantity! >= 1 &&
    quantity! <= maxCopies
  );
}

/** Copies that are asked for in all. */
export const copiesIn = ({ items }: Basket): number =>
  items.reduce((sum, { item }) => sum + item.quantity, 0);

/**
 * The items with others added: the same file printed the same way is one line with more copies. Those that have no room any more are left
 * out.
 */
export function withItems(basket: Basket, added: readonly BasketItem[]): Basket {
  const items = [...basket.items];
  for (const each of added) {
    const at = items.findIndex((known) => sameButCopies(known.item, each.item));
    const known = items[at];
    if (known) {
      const quantity = Math.min(maxCopies, known.item.quantity + each.item.quantity);
      items[at] = withCopies(known, quantity);
    } else if (items.length < maxBasketItems) items.push(each);
  }
  return Object.assign({}, basket, { items });
}

/** The basket with another item in the place of a line; one that is there already the same way grows instead. Undefined: there is no such line. */
export function withReplaced(
  basket: Basket,
  key: string,
  wanted: Omit<BasketItem, 'key'>,
): Basket | undefined {
  const at = basket.items.findIndex((line) => line.key === key);
  if (at < 0) return undefined;
  const changed = Object.assign({ key }, wanted);
  const others = basket.items.toSpliced(at, 1);
  const isKnown = others.some(({ item }) => sameButCopies(item, changed.item));
  if (isKnown) return withItems(Object.assign({}, basket, { items: others }), [changed]);
  return Object.assign({}, basket, { items: basket.items.with(at, changed) });
}

/** Choices that the page of a photo, or of a document, shows and so decides by itself. */
const shownChoices = {
  photo: ['size', 'paper_type', 'quantity', 'color_mode', 'fit', 'crop', 'border', 'layout', 'slip'],
  document: ['size', 'paper_type', 'quantity', 'color_mode', 'sides', 'page_ranges'],
};

/** The others: those of a line that only the API, or an order from there, has given. */
export function choicesBeside({
  isPhoto,
  item,
}: Pick<BasketItem, 'isPhoto' | 'item'>): Partial<OrderItemInput> {
  const shown = new Set<string>(shownChoices[isPhoto ? 'photo' : 'document']);
  return Object.fromEntries(Object.entries(item).filter(([name]) => !shown.has(name)));
}

/** The line with so many copies. */
export const withCopies = (line: BasketItem, quantity: number): BasketItem => {
  const item: OrderItemInput = Object.assign({}, line.item, { quantity });
  return Object.assign({}, line, { item });
};

function sameButCopies(one: OrderItemInput, other: OrderItemInput): boolean {
  const shape = (item: OrderItemInput) => {
    const { quantity: _quantity, ...rest } = item;
    return JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return shape(one) === shape(other);
}
