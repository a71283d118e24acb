/** A quote around what is refused: every line has its own sentence, and the rest its price. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../kit/api.ts';
import { type Quote, type QuoteInput, quoteAround } from './quote-around.ts';

const item = (document_id: string) => ({ document_id, size: '4x6', paper_type: 'glossy', quantity: 1 });
const refusal = (message: string) =>
  new ApiError(message, { status: 422, code: 'unprocessable', retryAfterSeconds: undefined });
const priced = ({ items }: QuoteInput) =>
  ({
    items: items.map((each) => ({ document_id: each.document_id, amount: 1 })),
    total: items.length,
  }) as unknown as Quote;

describe('a quote around refusals', () => {
  it('names each broken line by its place in the basket and prices the others', async () => {
    const asked: number[] = [];
    const answer = await quoteAround({ items: ['a', 'bad1', 'b', 'bad2', 'c'].map(item) }, async (input) => {
      asked.push(input.items.length);
      const at = input.items.findIndex(({ document_id }) => document_id!.startsWith('bad'));
      if (at >= 0) throw refusal(`items[${at}].size: "${input.items[at]!.document_id}" is not offered.`);
      return priced(input);
    });
    expect(asked).toEqual([5, 4, 3]);
    expect([...answer.refusedItems]).toEqual([
      [1, 'size: "bad1" is not offered.'],
      [3, 'size: "bad2" is not offered.'],
    ]);
    expect(answer.lines.map((line) => line?.document_id)).toEqual(['a', undefined, 'b', undefined, 'c']);
    expect(answer.quote?.total).toBe(3);
  });

  it('has no price where every line is refused, and asks no more', async () => {
    let asked = 0;
    const answer = await quoteAround({ items: [item('a'), item('b')] }, async () => {
      asked += 1;
      throw refusal('items[0].size: gone.');
    });
    expect(answer.quote).toBeUndefined();
    expect([...answer.refusedItems.keys()]).toEqual([0, 1]);
    expect(asked).toBe(2);
  });

  it('leaves a coupon and a delivery out that are refused, and says so', async () => {
    const input: QuoteInput = {
      items: [item('a')],
      coupon_id: 'c',
      delivery_method: 'shipping',
      address_id: 'x',
      note: 'n',
    };
    const answer = await quoteAround(input, async (wanted) => {
      if (wanted.coupon_id) throw refusal('coupon_id: it has expired.');
      if (wanted.delivery_method === 'shipping')
        throw refusal('address_id: Shipping does not reach this address.');
      expect(wanted.address_id).toBeUndefined();
      return priced(wanted);
    });
    expect(answer.couponRefusal).toBe('it has expired.');
    expect(answer.deliveryRefusal).toBe('address_id: Shipping does not reach this address.');
    expect(answer.quote?.total).toBe(1);
  });

  it('ends after a bounded number of refusals, and with whatever is about something else', async () => {
    const many = Array.from({ length: 100 }, (_, index) => item(`p${index}`));
    let asked = 0;
    const endless = quoteAround({ items: many }, async () => {
      asked += 1;
      throw refusal('items[0].size: gone.');
    });
    await expect(endless).rejects.toThrow('items[0].size');
    expect(asked).toBe(21);
    const down = new ApiError('No answer came.', {
      status: 0,
      code: 'offline',
      retryAfterSeconds: undefined,
    });
    await expect(quoteAround({ items: [item('a')] }, () => Promise.reject(down))).rejects.toBe(down);
  });
});
