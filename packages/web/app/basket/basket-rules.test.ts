/** What a basket keeps and reads back, whatever lies in the browser's store. */
import { describe, expect, it } from 'vitest';
import {
  type BasketItem,
  basketText,
  copiesIn,
  emptyBasket,
  maxBasketItems,
  readBasket,
  withItems,
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

  it('holds as much as one order takes, and no more copies of a line', () => {
    const many = Array.from({ length: maxBasketItems + 5 }, (_, index) => line(`p${index}`));
    expect(withItems(emptyBasket, many).items).toHaveLength(maxBasketItems);
    const most = withItems(emptyBasket, [line('a', { quantity: 999 }), line('a', { quantity: 2 })]);
    expect(copiesIn(most)).toBe(999);
  });
});
