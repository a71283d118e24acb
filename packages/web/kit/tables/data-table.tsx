/**
 * A table with search, sort, pages and a choice of columns, all of which stand in the address. Owns the order and the choice of rows that are
 * here; a list of the cloud that comes page by page is shown by list-table.tsx, which stands on this. On a phone each row becomes a card.
 */
import {
  Button,
  Checkbox,
  Group,
  Popover,
  Stack,
  Table,
  Text,
  TextInput,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAddress } from '../address-state.ts';
import { numberText } from '../formats.ts';
import { DownloadIcon, SearchIcon, SettingsIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { useLanguage, useWords } from '../language.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { LoadingLines } from '../parts/loading-lines.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { showToast } from '../parts/undo-toast.tsx';
import { type CsvValue, csvFileName, csvText } from './csv-rules.ts';
import classes from './data-table.module.css';
import { chooseRows, type SortBy } from './data-table-rules.ts';
import { Pager } from './pager.tsx';
import cards from './table-cards.module.css';
import type { Progress, WholeList } from './whole-list.ts';

export interface DataColumn<T> {
  /** Unique; in the address when it is sorted by, or chosen. */
  key: string;
  /** Empty for buttons: who can't see them is told. */
  title: string;
  cell(row: T): ReactNode;
  /** The column can be sorted by this. */
  sortBy?: SortBy<T>;
  /** `right` for numbers. */
  align?: 'left' | 'right';
  /** What stands in an exported file; `sortBy` unless told, and no column where neither is there. */
  csv?: (row: T) => CsvValue;
  /** A badge that says how it stands: on a phone it is at the head of the card. */
  isMark?: boolean;
  /** Not shown until somebody chooses it. */
  isExtra?: boolean;
}

export interface RowTarget {
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string | number | boolean | undefined>;
}

type ReadAll<T> = (options: { signal: AbortSignal } & Progress) => Promise<WholeList<T>>;

export interface DataTableProps<T> {
  /** For who can't see it: what is listed. */
  label: string;
  columns: ReadonlyArray<DataColumn<T>>;
  /** Undefined while they load. */
  rows: readonly T[] | undefined;
  rowKey(row: T): string;
  /** The page of a row; its first column is the link, and the whole row takes the click. */
  rowTarget?: (row: T) => RowTarget | undefined;
  /** What the search looks in; without it there is no search. */
  searchText?: (row: T) => string;
  /** Rows a page, where all rows are here; 25 unless told. */
  pageSize?: number;
  /** The answer of a list that comes page by page: the pager asks for another page by `?page=`. */
  list?: { page: number; page_size: number; total: number };
  error?: unknown;
  retry?: () => void;
  /** Selects and fields that narrow the list, beside the search. */
  filters?: ReactNode;
  /** Buttons beside the search. */
  actions?: ReactNode;
  empty?: ReactNode;
  /** `orders`: there is a button that writes all rows to a file of this name. */
  exportName?: string;
  /** All rows for the file, where they are not here. */
  readAll?: ReadAll<T>;
  /** A sentence between table and pager. */
  note?: ReactNode;
  /** Before the names in the address, where a page has two tables. */
  prefix?: string;
}

const tableDefaults = { q: '', sort: '', page: 1, columns: '' };

export interface TableState {
  q: string;
  sort: string;
  page: number;
  columns: string;
}

/** What of a table stands in the address. */
export function useTableAddress(
  prefix = '',
): [TableState, (changes: Partial<TableState>, options?: { push?: boolean }) => void] {
  const named = Object.fromEntries(
    Object.entries(tableDefaults).map(([name, value]) => [prefix + name, value]),
  ) as Record<string, string | number | boolean>;
  const [state, setAddress] = useAddress(named);
  const set = (changes: Partial<TableState>, options?: { push?: boolean }) =>
    setAddress(
      Object.fromEntries(Object.entries(changes).map(([name, value]) => [prefix + name, value])) as never,
      options,
    );
  const shown = {
    q: String(state[`${prefix}q`]),
    sort: String(state[`${prefix}sort`]),
    page: Math.max(1, Math.trunc(Number(state[`${prefix}page`]))),
    columns: String(state[`${prefix}columns`]),
  };
  return [shown, set];
}

/** A table of more columns than this scrolls sideways. */
const maxFittingColumns = 8;

export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, rowTarget, searchText, pageSize = 25, list, error } = props;
  const { table } = useWords(kitWords);
  const language = useLanguage();
  const [state, setState] = useTableAddress(props.prefix);
  const { q, sort, page } = state;
  const shownColumns = chooseColumns(columns, state.columns);
  const sortColumn = columns.find(({ key }) => key === sort.replace(/^-/, ''));
  const chosen = chooseRows(rows ?? [], {
    query: searchText ? q : '',
    searchText,
    sortBy: sortColumn?.sortBy,
    isDescending: sort.startsWith('-'),
    locale: language,
  });
  const pages = Math.max(1, Math.ceil(chosen.length / pageSize));
  const shownPage = Math.min(page, pages);
  const shown = list ? chosen : chosen.slice((shownPage - 1) * pageSize, shownPage * pageSize);
  const pager = list ?? { page: shownPage, page_size: pageSize, total: chosen.length };
  const isWide = shownColumns.length > maxFittingColumns;
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="sm" className={classes.tools!}>
        <Group align="flex-end" gap="sm" className={classes.filters}>
          {searchText && (
            <SearchField value={q} onChange={(next) => setState({ q: next, page: 1 })} label={table.search} />
          )}
          {props.filters}
        </Group>
        <Group gap="xs" ml="auto" className={classes.toolButtons!}>
          {columns.some(({ isExtra }) => isExtra) && (
            <ColumnChoice
              columns={columns}
              shown={shownColumns.map(({ key }) => key)}
              onChange={(next) => setState({ columns: next })}
            />
          )}
          {props.exportName !== undefined && (
            <ExportButton
              columns={columns}
              exportName={props.exportName}
              readAll={
                props.readAll ?? (async () => ({ rows: [...chosen], total: chosen.length, isCut: false }))
              }
            />
          )}
          {props.actions}
        </Group>
      </Group>
      <ErrorNote error={error} {...(props.retry && { retry: props.retry })} />
      {rows === undefined ? (
        !error && <LoadingLines lines={8} heightPx={28} />
      ) : shown.length === 0 ? (
        (props.empty ?? <EmptyState title={table.none} />)
      ) : (
        <div
          className={`${classes.region} ${cards.frame}`}
          data-wide={isWide || undefined}
          {...(isWide && { role: 'region', 'aria-label': table.sideways(label), tabIndex: 0 })}
        >
          <Table
            className={`${classes.table} ${cards.cards}`}
            aria-label={label}
            highlightOnHover
            verticalSpacing="xs"
          >
            <Table.Thead>
              <Table.Tr>
                {shownColumns.map((column) => (
                  <HeadCell
                    key={column.key}
                    column={column}
                    sort={sort}
                    onSort={(next) => setState({ sort: next, page: 1 })}
                  />
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody onKeyDown={moveBetweenRows}>
              {shown.map((row) => (
                <Row key={rowKey(row)} row={row} columns={shownColumns} target={rowTarget?.(row)} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {props.note}
      {rows !== undefined && pager.total > 0 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" role="status">
            {table.total(pager.total)}
          </Text>
          <Pager list={pager} onPage={(next) => setState({ page: next }, { push: true })} />
        </Group>
      )}
    </Stack>
  );
}

/** Those that are shown at first, or those that the address names. */
function chooseColumns<T>(columns: ReadonlyArray<DataColumn<T>>, named: string): DataColumn<T>[] {
  const keys = named === '' ? undefined : named.split('.');
  const found = columns.filter(({ key, isExtra }) => (keys ? keys.includes(key) : !isExtra));
  return found.length > 0 ? found : columns.filter(({ isExtra }) => !isExtra);
}

interface RowProps<T> {
  row: T;
  columns: ReadonlyArray<DataColumn<T>>;
  target: RowTarget | undefined;
}

function Row<T>({ row, columns, target }: RowProps<T>) {
  return (
    <Table.Tr className={classes.row} data-linked={target !== undefined || undefined}>
      {columns.map(({ key, title, cell, align, isMark }, index) => (
        <Table.Td
          key={key}
          data-label={title}
          data-mark={(isMark && index > 0) || undefined}
          ta={align}
          className={align === 'right' ? 'platen-numbers' : ''}
        >
          {target && index === 0 ? (
            <PageLink {...target} className={classes.rowLink!}>
              {cell(row)}
            </PageLink>
          ) : (
            <div className={classes.cell}>{cell(row)}</div>
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Up and down go from row to row, Home and End to the first and last; Enter opens, as it does with any link. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`a.${classes.rowLink}`)];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = next === undefined ? undefined : links[next];
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/** Typing shows at once; the address follows when the fingers rest. `/` puts the cursor here. */
function SearchField({
  value,
  label,
  onChange,
}: {
  value: string;
  label: string;
  onChange(value: string): void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => {
    if (value !== told.current) setText(value);
    told.current = value;
  }, [value]);
  useEffect(() => {
    if (text === told.current) return;
    const timer = setTimeout(() => {
      told.current = text;
      tell.current(text);
    }, restMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const focusBySlash = (event: globalThis.KeyboardEvent) => {
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', focusBySlash);
    return () => removeEventListener('keydown', focusBySlash);
  }, []);
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<SearchIcon size={18} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

const restMs = 250;

interface HeadCellProps<T> {
  column: DataColumn<T>;
  sort: string;
  onSort(sort: string): void;
}

/** Pressed once it sorts upwards, twice downwards, three times not at all. */
function HeadCell<T>({ column, sort, onSort }: HeadCellProps<T>) {
  const { table } = useWords(kitWords);
  const { key, title, sortBy, align } = column;
  if (!sortBy) {
    return (
      <Table.Th ta={align} scope="col">
        {title === '' ? <VisuallyHidden>{table.actions}</VisuallyHidden> : title}
      </Table.Th>
    );
  }
  const isUp = sort === key;
  const isDown = sort === `-${key}`;
  const [next, hint] = isUp
    ? [`-${key}`, table.sortDown(title)]
    : isDown
      ? ['', table.unsort(title)]
      : [key, table.sortUp(title)];
  return (
    <Table.Th ta={align} scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <UnstyledButton className={classes.sort} title={hint} onClick={() => onSort(next)}>
        {title}
        <span aria-hidden="true" className={classes.arrow}>
          {isUp ? '↑' : isDown ? '↓' : '↕'}
        </span>
      </UnstyledButton>
    </Table.Th>
  );
}

interface ColumnChoiceProps<T> {
  columns: ReadonlyArray<DataColumn<T>>;
  shown: readonly string[];
  /** Keys with points between them; empty: those of the beginning. */
  onChange(columns: string): void;
}

function ColumnChoice<T>({ columns, shown, onChange }: ColumnChoiceProps<T>) {
  const { table } = useWords(kitWords);
  const usual = columns.filter(({ isExtra }) => !isExtra).map(({ key }) => key);
  const choose = (wanted: readonly string[]) => {
    const keys = columns.map(({ key }) => key).filter((key) => wanted.includes(key));
    onChange(keys.length === 0 || keys.join('.') === usual.join('.') ? '' : keys.join('.'));
  };
  return (
    <Popover position="bottom-end" shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<SettingsIcon size={16} />}>
          {table.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group value={[...shown]} onChange={choose} aria-label={table.columns}>
          <Stack gap="xs">
            {columns.map(({ key, title }) => (
              <Checkbox key={key} value={key} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ExportButtonProps<T> {
  columns: ReadonlyArray<DataColumn<T>>;
  exportName: string;
  readAll: ReadAll<T>;
}

/** Pressed while it reads, it stops: ten thousands of rows take their time. */
function ExportButton<T>({ columns, exportName, readAll }: ExportButtonProps<T>) {
  const { table } = useWords(kitWords);
  const language = useLanguage();
  const [running, setRunning] = useState<{ stop(): void; read: number; total: number }>();
  const write = async () => {
    const stopped = new AbortController();
    const stop = () => stopped.abort();
    setRunning({ stop, read: 0, total: 0 });
    try {
      const { rows, total, isCut } = await readAll({
        signal: stopped.signal,
        onProgress: ({ read, total }) => setRunning({ stop, read, total }),
      });
      const written = columns.filter((column) => column.csv ?? column.sortBy);
      const cells = rows.map((row) => written.map(({ csv, sortBy }) => (csv ?? sortBy)?.(row)));
      const text = csvText(
        written.map(({ title }) => title),
        cells,
      );
      downloadText(text, csvFileName(exportName, new Date()));
      showToast({ text: isCut ? table.exportCut(rows.length, total) : table.exported(rows.length) });
    } catch (error) {
      if (stopped.signal.aborted) return;
      showToast({ text: error instanceof Error ? error.message : String(error), tone: 'refused' });
    } finally {
      setRunning(undefined);
    }
  };
  const number = (value: number) => numberText(value, language);
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={16} />}
      title={running ? table.exportStop : table.exportHint}
      className="platen-numbers"
      onClick={() => (running ? running.stop() : void write())}
    >
      {running ? table.exporting(number(running.read), number(running.total)) : table.export}
    </Button>
  );
}

function downloadText(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
