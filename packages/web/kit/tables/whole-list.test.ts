import { describe, expect, it } from 'vitest';
import { readWholeList } from './whole-list.ts';

function listOf(count: number) {
  const asked: number[] = [];
  return {
    asked,
    read: async ({ page, page_size }: { page: number; page_size: number }) => {
      asked.push(page);
      const from = (page - 1) * page_size;
      const length = Math.max(0, Math.min(page_size, count - from));
      return { items: Array.from({ length }, (_, index) => `row ${from + index}`), total: count };
    },
  };
}
const keyOf = (row: string) => row;

describe('all entries of a list', () => {
  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [250, 3],
  ])('%i of them take %i pages', async (count, pages) => {
    const list = listOf(count);
    const whole = await readWholeList(list.read, { maxRows: 1000, keyOf });
    expect(whole).toMatchObject({ total: count, isCut: false });
    expect(whole.rows.length).toBe(count);
    expect(list.asked.length).toBe(pages);
  });

  it('ends where it must, and says that it was cut', async () => {
    const list = listOf(1_000_000);
    const told: unknown[] = [];
    const onProgress = (now: unknown) => told.push(now);
    const whole = await readWholeList(list.read, { maxRows: 250, keyOf, onProgress });
    expect(told).toEqual([100, 200, 250].map((read) => ({ read, total: 250 })));
    expect(whole).toMatchObject({ total: 1_000_000, isCut: true });
    expect(whole.rows.length).toBe(250);
    expect(list.asked).toEqual([1, 2, 3]);
  });

  it('has an entry once that a newer one pushed to the next page', async () => {
    const pages = [Array.from({ length: 100 }, (_, index) => `row ${index}`), ['row 99', 'row 100']];
    const whole = await readWholeList(async ({ page }) => ({ items: pages[page - 1]!, total: 102 }), {
      maxRows: 1000,
      keyOf,
    });
    expect(whole.rows.length).toBe(101);
    expect(new Set(whole.rows).size).toBe(101);
  });

  it('passes on what went wrong', async () => {
    const failing = async () => {
      throw new Error('no answer');
    };
    await expect(readWholeList(failing, { maxRows: 100, keyOf })).rejects.toThrow('no answer');
  });
});
