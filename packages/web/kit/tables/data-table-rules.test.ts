/** Search and order of a table's rows. */
import { expect, it } from 'vitest';
import { chooseRows, type RowChoice } from './data-table-rules.ts';

interface Row {
  name: string;
  price: number | null;
}
const rows: Row[] = [
  { name: 'Glossy 10', price: 3 },
  { name: 'glossy 9', price: null },
  { name: 'Matte', price: 1 },
  { name: '<b>Plain</b>', price: 3 },
];
const names = (choice: Partial<RowChoice<Row>>) =>
  chooseRows(rows, {
    query: '',
    searchText: (row) => row.name,
    sortBy: undefined,
    isDescending: false,
    locale: 'en',
    ...choice,
  }).map(({ name }) => name);

it('finds every word, in any case and order', () => {
  expect(names({ query: ' 9 GLOSSY' })).toEqual(['glossy 9']);
  expect(names({ query: '<b>' })).toEqual(['<b>Plain</b>']);
  expect(names({ query: 'none' })).toEqual([]);
});

it('sorts texts as people count, numbers by value, what has nothing last either way, and equals as they were', () => {
  expect(names({ sortBy: (row) => row.name })).toEqual(['<b>Plain</b>', 'glossy 9', 'Glossy 10', 'Matte']);
  expect(names({ sortBy: (row) => row.price })).toEqual(['Matte', 'Glossy 10', '<b>Plain</b>', 'glossy 9']);
  expect(names({ sortBy: (row) => row.price, isDescending: true })).toEqual([
    'Glossy 10',
    '<b>Plain</b>',
    'Matte',
    'glossy 9',
  ]);
});
