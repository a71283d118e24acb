/**
 * A table over a list of the cloud that comes page by page: pages, filters and sort stand in the address. Owns that sorting and the file
 * are of all entries that match, never of one page alone: they are read up to a bound, and where there are more a sentence says so.
 */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ApiError, api } from '../api.ts';
import { useRead } from '../api-hooks.ts';
import type { ApiInput, ApiOutput, ListItem, ListRoute } from '../api-types.ts';
import { kitWords } from '../kit-words.ts';
import { useWords } from '../language.ts';
import { DataTable, type DataTableProps, useTableAddress } from './data-table.tsx';
import { type ListPage, type Progress, readWholeList, type WholeList } from './whole-list.ts';

export interface ListTableProps<R extends ListRoute>
  extends Omit<
    DataTableProps<ListItem<R>>,
    'rows' | 'list' | 'error' | 'retry' | 'readAll' | 'searchText' | 'note'
  > {
  route: R;
  /** The filters; without page and page_size. */
  input: Omit<ApiInput<R>, 'page' | 'page_size'>;
  /** Entries of a page; 25 unless told. */
  pageSize?: number;
  /** Asks again so often, in ms. */
  refetchInterval?: number;
}

const maxSortedRows = 2000;
/** As many as a spreadsheet is still quick with; read in half a minute. */
const maxExportedRows = 50_000;

export function ListTable<R extends ListRoute>({
  route,
  input,
  pageSize = 25,
  refetchInterval,
  ...rest
}: ListTableProps<R>) {
  const { table } = useWords(kitWords);
  const [{ page, sort }] = useTableAddress(rest.prefix);
  const isSorted = sort !== '';
  const readAll = (maxRows: number, { signal, onProgress }: { signal: AbortSignal } & Progress) =>
    readWholeList<ListItem<R>>(
      async (wanted) =>
        (await callList(route, Object.assign({}, input, wanted) as ApiInput<R>, { signal })) as ListPage<
          ListItem<R>
        >,
      { maxRows, keyOf: rest.rowKey, onProgress },
    );
  const list = useRead(route, Object.assign({}, input, { page, page_size: pageSize }) as ApiInput<R>, {
    keepsPrevious: true,
    enabled: !isSorted,
    ...(refetchInterval !== undefined && { refetchInterval }),
  });
  const all = useQuery<WholeList<ListItem<R>>, ApiError>({
    queryKey: [route, input, 'whole'],
    queryFn: ({ signal }) => readAll(maxSortedRows, { signal }),
    enabled: isSorted,
    staleTime: 30_000,
  });
  const answer = list.data as (ListPage<ListItem<R>> & { page: number; page_size: number }) | undefined;
  const shown = isSorted
    ? { rows: all.data?.rows, error: all.error, retry: () => void all.refetch() }
    : {
        rows: answer?.items,
        error: list.error,
        retry: () => void list.refetch(),
        ...(answer && { list: answer }),
      };
  return (
    <DataTable<ListItem<R>>
      {...rest}
      {...shown}
      pageSize={pageSize}
      readAll={(options) => readAll(maxExportedRows, options)}
      note={
        isSorted && all.data?.isCut ? (
          <Text size="sm" c="dimmed" role="note">
            {table.sortCut(all.data.rows.length, all.data.total)}
          </Text>
        ) : undefined
      }
    />
  );
}

/** `api` where the route is not known to the letter. */
const callList = api as <R extends ListRoute>(
  route: R,
  input: ApiInput<R>,
  options: { signal?: AbortSignal | undefined },
) => Promise<ApiOutput<R>>;
