/** What a basket keeps and reads back, whatever lies in the browser's store. */
import { describe, expect, it } from 'vitest';
import {
  type BasketItem,
  basketText,
  choicesBeside,
  copiesIn,
  emptyBasket,
  maxBasketItems,
  readBasket,
  withItems,
  withReplaced,
} from './basket-rules.ts';

const line = (key: string, more: Partial<BasketItem['item']> = {}): BasketItem => ({
  key,
  filename: `${key}.jpg`,
  isPhoto: true,
  item: Object.assign({ document_id: key, size: '4x6', paper_type: 'glossy', quantity: 1 }, more),
});

describe('a basket', () => {
  it('comes back as it was kept', () => {
    const basket = { items: [line('a', { quantity: 3 }), line('b')], couponId: 'c', note: '请小心' };
    expect(readBasket(basketText(basket))).toEqual(basket);
    expect(copiesIn(basket)).toBe(4);
  });

  it('is empty where nothing, nonsense or another version was kept', () => {
    const texts = [null, '', '{', '[]', '7', 'null', '{"version":2,"items":[]}', '{"version":1,"items":{}}'];
    for (const text of texts) expect(readBasket(text)).toEqual(emptyBasket);
  });

  it('leaves out lines that no order would take', () => {
    const broken = [null, {}, line('a', { quantity: 0 }), line('b', { quantity: 1.5 }), line('', {})];
    const kept = JSON.stringify({ version: 1, items: [...broken, line('good')], couponId: 7 });
    expect(readBasket(kept)).toEqual({ items: [line('good')], couponId: '', note: '' });
  });

  it('adds copies to a line that is printed the same way, whatever the order of its fields', () => {
    const first = withItems(emptyBasket, [line('a', { fit: 'fill', slip: true })]);
    const again = line('a', { slip: true, fit: 'fill', quantity: 2 });
    const { items } = withItems(first, [again, line('a', { fit: 'fit' })]);
    expect(items.map(({ item }) => [item.fit, item.quantity])).toEqual([
      ['fill', 3],
      ['fit', 1],
    ]);
  });

  it('changes a line in its place, and lays it to one that is printed the same way', () => {
    const basket = withItems(emptyBasket, [line('a'), line('b', { quantity: 2 }), line('c')]);
    const wanted = { filename: 'b.jpg', isPhoto: true, item: line('b', { quantity: 5, fit: 'fit' }).item };
    const changed = withReplaced(basket, 'b', wanted)!;
    expect(changed.items.map(({ key, item }) => [key, item.quantity, item.fit])).toEqual([
      ['a', 1, undefined],
      ['b', 5, 'fit'],
      ['c', 1, undefined],
    ]);
    const same = { filename: 'a.jpg', isPhoto: true, item: line('a', { quantity: 4 }).item };
    expect(withReplaced(basket, 'c', same)!.items.map(({ key, item }) => [key, item.quantity])).toEqual([
      ['a', 5],
      ['b', 2],
    ]);
    expect(withReplaced(basket, 'gone', wanted)).toBeUndefined();
  });

  it('keeps what the page of a line has no field for', () => {
    const crop = { left: 0, top: 0, width: 1, height: 0.5 };
    const item = line('a', { sides: 'two-sided-long-edge', crop, slip: true }).item;
    expect(choicesBeside({ isPhoto: true, item })).toEqual({
      document_id: 'a',
      sides: 'two-sided-long-edge',
    });
    expect(choicesBeside({ isPhoto: false, item })).toEqual({ document_id: 'a', crop, slip: true });
  });

  it('holds as much as one order takes, and no more copies of a line', () => {
    const many = Array.from({ length: maxBasketItems + 5 }, (_, index) => line(`p${index}`));
    expect(withItems(emptyBasket, many).items).toHaveLength(maxBasketItems);
    const most = withItems(emptyBasket, [line('a', { quantity: 999 }), line('a', { quantity: 2 })]);
    expect(copiesIn(most)).toBe(999);
  });
});
