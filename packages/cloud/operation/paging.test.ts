/** Pages and totals, of short lists and of long ones, on both databases. */
import { expect, it } from 'vitest';
import { databases } from '../../../test/fixtures/databases.ts';
import { readPage } from './paging.ts';

const idOf = (index: number): string => String(index).padStart(6, '0');

it.each(databases)('a total follows new rows, however long the list, on $name', async ({ open }) => {
  const texts: string[] = [];
  const { database, drop } = await open({ onStatement: (text) => texts.push(text) });
  const db = database.query;
  let last = 0;
  const add = async (count: number, name: string) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      id: idOf(last + index + 1),
      name,
      created_at: last + index,
    }));
    last += count;
    for (let from = 0; from < count; from += 500)
      await db
        .insertInto('shops')
        .values(rows.slice(from, from + 500))
        .execute();
  };
  const page = async (name: string, page: number, page_size: number) => {
    texts.length = 0;
    const { rows, total } = await readPage(db, db.selectFrom('shops').selectAll().where('name', '=', name), {
      page,
      page_size,
    });
    return { ids: rows.map((row) => row.id), total, statements: texts.length };
  };

  expect(await page('a', 1, 20)).toEqual({ ids: [], total: 0, statements: 1 });
  await add(30, 'a');
  // A last page says how many there are without counting.
  expect(await page('a', 2, 20)).toMatchObject({ total: 30, statements: 1 });
  expect(await page('a', 1, 30)).toMatchObject({ total: 30, statements: 2 });
  expect(await page('a', 3, 20)).toMatchObject({ ids: [], total: 30 });
  await add(1500, 'b');
  const first = await page('b', 1, 2);
  expect(first).toMatchObject({ ids: [idOf(last), idOf(last - 1)], total: 1500 });
  await add(2, 'b');
  await add(1, 'a');
  const second = await page('b', 1, 2);
  expect(second).toMatchObject({ ids: [idOf(last - 1), idOf(last - 2)], total: 1502, statements: 2 });
  expect(texts.at(-1)).toContain('"id" >');
  expect(await page('a', 1, 20)).toMatchObject({ total: 31 });
  // A short list is counted each time: what was removed is gone from its total at once.
  await db.deleteFrom('shops').where('id', '=', idOf(1)).execute();
  expect(await page('a', 1, 20)).toMatchObject({ total: 30 });
  await drop();
});
