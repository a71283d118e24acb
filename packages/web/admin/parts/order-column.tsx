/** The first column of lists that are about orders: the number, which is the link of the row. */
import { type Language, wordsIn } from '../../kit/language.ts';
import type { DataColumn } from '../../kit/tables/data-table.tsx';
import { partWords } from './part-words.ts';

/** `without` stands where a row is about no order. */
export function orderColumn<T extends { order_no: string | null }>(
  language: Language,
  without = '',
): DataColumn<T> {
  return {
    key: 'order',
    title: wordsIn(partWords, language).order,
    cell: ({ order_no }) =>
      order_no === null ? without : <span className="platen-numbers">{order_no}</span>,
    csv: ({ order_no }) => order_no,
    sortBy: ({ order_no }) => order_no,
  };
}
