/**
 * A table with search, sort and pages, all of which stand in the address. Owns the order and the choice of rows that are here; a list of the
 * cloud that comes page by page brings its own pager. On a phone each row becomes a card.
 */
import { Group, Stack, Table, Text, TextInput, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from '../address-state.ts';
import { SearchIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useLanguage, useWords } from '../language.ts';
import classes from './data-table.module.css';
import { chooseRows, type SortBy } from './data-table-rules.ts';
import { EmptyState } from './empty-state.tsx';
import { Pager } from './pager.tsx';

export interface DataColumn<T> {
  /** Unique; in the address when it is sorted by. */
  key: string;
  title: string;
  cell(row: T): ReactNode;
  /** The column can be sorted by this. */
  sortBy?: SortBy<T>;
  align?: 'left' | 'right';
}

export interface DataTableProps<T> {
  /** For who can't see it: what is listed. */
  label: string;
  columns: ReadonlyArray<DataColumn<T>>;
  rows: readonly T[];
  rowKey(row: T): string;
  /** What the search looks in; without it there is no search. */
  searchText?: (row: T) => string;
  /** Rows a page, where all rows are here; 25 unless told. */
  pageSize?: number;
  /** The answer of a list that comes page by page: the pager asks for another page by `?page=`. */
  list?: { page: number; page_size: number; total: number };
  /** Buttons beside the search. */
  actions?: ReactNode;
  empty?: ReactNode;
}

export function DataTable<T>({
  columns,
  rows,
  rowKey,
  searchText,
  pageSize = 25,
  list,
  ...rest
}: DataTableProps<T>) {
  const { table } = useWords(kitWords);
  const language = useLanguage();
  const [{ q, sort, page }, setAddress] = useAddress({ q: '', sort: '', page: 1 });
  const sortColumn = columns.find(({ key }) => key === sort.replace(/^-/, ''));
  const chosen = chooseRows(rows, {
    query: searchText ? q : '',
    searchText,
    sortBy: sortColumn?.sortBy,
    isDescending: sort.startsWith('-'),
    locale: language,
  });
  const pages = Math.max(1, Math.ceil(chosen.length / pageSize));
  const shownPage = Math.min(Math.max(1, page), pages);
  const shown = list ? chosen : chosen.slice((shownPage - 1) * pageSize, shownPage * pageSize);
  const pager = list ?? { page: shownPage, page_size: pageSize, total: chosen.length };
  return (
    <Stack>
      <Group justify="space-between">
        {searchText ? (
          <TextInput
            type="search"
            aria-label={table.search}
            placeholder={table.search}
            leftSection={<SearchIcon size={18} />}
            value={q}
            onChange={(event) => setAddress({ q: event.currentTarget.value, page: 1 })}
          />
        ) : (
          <span />
        )}
        {rest.actions}
      </Group>
      {shown.length === 0 ? (
        (rest.empty ?? <EmptyState title={table.none} />)
      ) : (
        <Table className={classes.table} aria-label={rest.label} highlightOnHover verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <HeadCell
                  key={column.key}
                  column={column}
                  sort={sort}
                  onSort={(next) => setAddress({ sort: next, page: 1 })}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ key, title, cell, align }) => (
                  <Table.Td key={key} data-label={title} ta={align}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {table.total(pager.total)}
        </Text>
        <Pager list={pager} onPage={(next) => setAddress({ page: next }, { push: true })} />
      </Group>
    </Stack>
  );
}

interface HeadCellProps<T> {
  column: DataColumn<T>;
  sort: string;
  onSort(sort: string): void;
}

function HeadCell<T>({ column, sort, onSort }: HeadCellProps<T>) {
  const { table } = useWords(kitWords);
  const { key, title, sortBy, align } = column;
  if (!sortBy) return <Table.Th ta={align}>{title}</Table.Th>;
  const isUp = sort === key;
  const isDown = sort === `-${key}`;
  return (
    <Table.Th ta={align} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <UnstyledButton
        className={classes.sort}
        title={isUp ? table.sortDown(title) : table.sortUp(title)}
        onClick={() => onSort(isUp ? `-${key}` : key)}
      >
        {title}
        <span aria-hidden="true">{isUp ? ' ↑' : isDown ? ' ↓' : ''}</span>
      </UnstyledButton>
    </Table.Th>
  );
}
