/** Which rows of a table are shown, and in which order. Pure. */

/** What a row is sorted by; what has nothing stands last, whichever way. */
export type SortBy<T> = (row: T) => string | number | null | undefined;

export interface RowChoice<T> {
  query: string;
  searchText: ((row: T) => string) | undefined;
  sortBy: SortBy<T> | undefined;
  isDescending: boolean;
  locale: string;
}

/** Rows that have every word of the query, sorted; rows that are equal stay in their order. */
export function chooseRows<T>(rows: readonly T[], choice: RowChoice<T>): readonly T[] {
  const { searchText, sortBy, isDescending, locale } = choice;
  const words = choice.query.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    words.length === 0 || !searchText
      ? rows
      : rows.filter((row) => {
          const text = searchText(row).toLowerCase();
          return words.every((word) => text.includes(word));
        });
  if (!sortBy) return found;
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const sign = isDescending ? -1 : 1;
  return found.toSorted((one, other) => {
    const [a, b] = [sortBy(one) ?? '', sortBy(other) ?? ''];
    if (a === '' || b === '') return (a === '' ? 1 : 0) - (b === '' ? 1 : 0);
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
    );
  });
}
