/** The basket of the account that is logged in, kept in this browser and the same in all of its tabs. Owns where it lies. */
import { useMemo, useSyncExternalStore } from 'react';
import { newKey } from '../../kit/new-key.ts';
import { useSession } from '../../kit/session.ts';
import {
  type Basket,
  type BasketItem,
  basketText,
  choicesBeside,
  emptyBasket,
  type OrderItemInput,
  readBasket,
  withCopies,
  withItems,
  withReplaced,
} from './basket-rules.ts';

const storedAs = (accountId: string): string => `platen-basket-${accountId}`;

const listeners = new Set<() => void>();
/** What was read last: React asks often, and wants the same object while nothing changed. */
const read = new Map<string, { text: string | null; basket: Basket }>();
/** For browsers that keep nothing. */
const unkept = new Map<string, string>();

function textOf(accountId: string): string | null {
  try {
    return localStorage.getItem(storedAs(accountId)) ?? unkept.get(accountId) ?? null;
  } catch {
    return unkept.get(accountId) ?? null;
  }
}

function basketOf(accountId: string): Basket {
  const text = textOf(accountId);
  const known = read.get(accountId);
  if (known?.text === text) return known.basket;
  const basket = readBasket(text);
  read.set(accountId, { text, basket });
  return basket;
}

function keep(accountId: string, basket: Basket): void {
  const text = basketText(basket);
  try {
    localStorage.setItem(storedAs(accountId), text);
    unkept.delete(accountId);
  } catch {
    unkept.set(accountId, text);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export interface OwnBasket {
  basket: Basket;
  /** What has no room any more is left out; answers how many lines were taken or grew. */
  add(items: readonly Omit<BasketItem, 'key'>[]): void;
  /** Another item in the place of a line; answers how it was before, to be put back. Where the line has gone it is added. */
  replace(key: string, wanted: Omit<BasketItem, 'key'>): () => void;
  setCopies(key: string, quantity: number): void;
  /** The line, to be put back; undefined when it had gone. */
  remove(key: string): (() => void) | undefined;
  setCoupon(couponId: string): void;
  setNote(note: string): void;
  /** All that was ordered. */
  clear(): void;
}

/** Of a line that is changed on a page: what that page has no field for. A fitted document or a slip below it are not lost by a change of paper. */
export function useKeptChoices(key: string): Partial<OrderItemInput> {
  const { basket } = useBasket();
  const line = basket.items.find((each) => each.key === key);
  return useMemo(() => (line ? choicesBeside(line) : nothing), [line]);
}

const nothing: Partial<OrderItemInput> = {};

/** Of whoever is logged in; empty, and kept nowhere, while nobody is. */
export function useBasket(): OwnBasket {
  const { account } = useSession();
  const id = account?.account_id;
  const basket = useSyncExternalStore(subscribe, () => (id === undefined ? emptyBasket : basketOf(id)));
  const change = (next: (basket: Basket) => Basket) => {
    if (id !== undefined) keep(id, next(basketOf(id)));
  };
  const setItems = (next: (items: readonly BasketItem[]) => readonly BasketItem[]) =>
    change((now) => Object.assign({}, now, { items: next(now.items) }));
  return {
    basket,
    add: (items) =>
      change((now) =>
        withItems(
          now,
          items.map((item) => Object.assign({ key: newKey() }, item)),
        ),
      ),
    replace(key, wanted) {
      const before = basket.items;
      change(
        (now) => withReplaced(now, key, wanted) ?? withItems(now, [Object.assign({ key: newKey() }, wanted)]),
      );
      return () => setItems(() => before);
    },
    setCopies: (key, quantity) =>
      setItems((items) => items.map((line) => (line.key === key ? withCopies(line, quantity) : line))),
    remove(key) {
      const at = basket.items.findIndex((line) => line.key === key);
      const removed = basket.items[at];
      setItems((items) => items.filter((line) => line.key !== key));
      return removed && (() => setItems((items) => items.toSpliced(at, 0, removed)));
    },
    setCoupon: (couponId) => change((now) => Object.assign({}, now, { couponId })),
    setNote: (note) => change((now) => Object.assign({}, now, { note })),
    clear: () => change(() => emptyBasket),
  };
}
