/**
 * All entries of a list that comes page by page, for what needs them all: sorting, a file. Owns that it ends: never more than so many
 * entries, and whoever asked is told when there are more.
 */

export interface WholeList<T> {
  rows: T[];
  /** How many there are in all. */
  total: number;
  /** There are more than these rows. */
  isCut: boolean;
}

export interface ListPage<T> {
  items: T[];
  total: number;
}

export interface Progress {
  /** After each page: how many of how many are there. */
  onProgress?: ((now: { read: number; total: number }) => void) | undefined;
}

const pageSize = 100;

/**
 * Reads pages of 100 until the list ends or `maxRows` are there. An entry that moved to the next page meanwhile, because a newer one came,
 * is in it once.
 */
export async function readWholeList<T>(
  readPage: (page: { page: number; page_size: number }) => Promise<ListPage<T>>,
  { maxRows, keyOf, onProgress }: { maxRows: number; keyOf(row: T): string } & Progress,
): Promise<WholeList<T>> {
  const rows = new Map<string, T>();
  let total = 0;
  for (let page = 1; page <= Math.ceil(maxRows / pageSize); page += 1) {
    const answer = await readPage({ page, page_size: pageSize });
    total = answer.total;
    for (const row of answer.items) rows.set(keyOf(row), row);
    onProgress?.({ read: Math.min(rows.size, maxRows), total: Math.min(total, maxRows) });
    if (answer.items.length < pageSize) break;
  }
  const kept = [...rows.values()].slice(0, maxRows);
  return { rows: kept, total: Math.max(total, kept.length), isCut: total > kept.length };
}
