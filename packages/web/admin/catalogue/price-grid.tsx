/**
 * Prices as a grid: a row for each size on a paper, a column for each colour and number of sides. Owns what was typed and is not saved yet:
 * it is checked while it is typed, shown with what it does before it is saved, and can be taken back afterwards.
 */
import { Button, Group, Paper, Stack, Switch, Table, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { api } from '../../kit/api.ts';
import { useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { comma, percentText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import cards from '../../kit/tables/table-cards.module.css';
import { FilterSelect } from '../../kit/tables/table-filters.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { useUndo } from '../parts/undo.ts';
import { catalogueWords } from './catalogue-words.ts';
import classes from './price-grid.module.css';
import {
  cellKey,
  changeShare,
  consequencesOf,
  isSameLadder,
  ladderText,
  type PriceCell,
  type PriceChange,
  priceColumns,
  type Rung,
  readLadder,
} from './price-grid-rules.ts';

type Size = ApiOutput<'GET /api/admin/sizes'>['items'][number];
type PaperType = ApiOutput<'GET /api/admin/paper-types'>['items'][number];
type Prices = ApiOutput<'GET /api/admin/prices'>;

const changed = ['GET /api/admin/prices', 'GET /api/prices', 'GET /api/print-options'] as const;

/** What was typed and is not saved, by the key of its cell. */
export type PriceDrafts = ReadonlyMap<string, string>;

interface DraftProps {
  drafts: PriceDrafts;
  setDrafts(drafts: PriceDrafts): void;
}

export function PriceGrid(state: DraftProps) {
  const sizes = useRead('GET /api/admin/sizes', {});
  const papers = useRead('GET /api/admin/paper-types', {});
  const prices = useRead('GET /api/admin/prices', {});
  const error = sizes.error ?? papers.error ?? prices.error;
  if (error) return <ErrorNote error={error} retry={() => void prices.refetch()} />;
  if (!sizes.data || !papers.data || !prices.data) return <LoadingLines lines={10} heightPx={32} />;
  return <Grid {...state} sizes={sizes.data.items} papers={papers.data.items} prices={prices.data} />;
}

interface GridProps extends DraftProps {
  sizes: readonly Size[];
  papers: readonly PaperType[];
  prices: Prices;
}

function Grid({ sizes, papers, prices, drafts, setDrafts }: GridProps) {
  const words = useWords(catalogueWords);
  const language = useLanguage();
  const [isReviewing, setReviewing] = useState(false);
  const [{ size, paper, sold }, setAddress] = useAddress({ size: '', paper: '', sold: true });
  const { currency } = prices;
  const stored = new Map(prices.items.map((row) => [cellKey(row), row.breaks]));
  const nameOf = (thing: { name: string; name_zh: string }) =>
    language === 'zh' && thing.name_zh !== '' ? thing.name_zh : thing.name;
  const rows = sizes
    .filter(({ code }) => size === '' || code === size)
    .flatMap((each) =>
      papers.filter(({ code }) => paper === '' || code === paper).map((on) => ({ size: each, paper: on })),
    )
    .filter(
      (row) =>
        !sold ||
        priceColumns.some((column) => {
          const key = cellKey({ size: row.size.code, paper_type: row.paper.code, ...column });
          return stored.has(key) || drafts.has(key);
        }),
    );
  const type = (key: string, text: string) => {
    const next = new Map(drafts);
    const before = stored.get(key) ?? [];
    const read = readLadder(text, currency);
    if ('rungs' in read && isSameLadder(read.rungs, before)) next.delete(key);
    else next.set(key, text);
    setDrafts(next);
  };
  const changes = changesOf({ sizes, papers, stored, drafts, currency });
  const problems = [...drafts].filter(([, text]) => 'problem' in readLadder(text, currency)).length;
  return (
    <Stack>
      <Group align="flex-end" gap="sm">
        <FilterSelect
          label={words.size}
          value={size}
          options={sizes.map((each) => ({ value: each.code, label: nameOf(each) }))}
          onChange={(next) => setAddress({ size: next })}
        />
        <FilterSelect
          label={words.paper}
          value={paper}
          options={papers.map((each) => ({ value: each.code, label: nameOf(each) }))}
          onChange={(next) => setAddress({ paper: next })}
        />
        <Switch
          mb={8}
          label={words.offeredOnly}
          checked={sold}
          onChange={(event) => setAddress({ sold: event.currentTarget.checked })}
        />
        <Text size="sm" c="dimmed" ml="auto" mb={8}>
          {words.currency(currency)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {words.howTo}
      </Text>
      {rows.length === 0 && <EmptyState title={words.noPrices} />}
      {rows.length > 0 && (
        <div className={cards.frame}>
          <Table className={`${classes.grid} ${cards.cards}`} aria-label={words.prices}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{words.size}</Table.Th>
                {priceColumns.map((column) => (
                  <Table.Th key={columnKey(column)} scope="col" ta="right">
                    {words.columns[columnKey(column)]}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={`${row.size.code} ${row.paper.code}`}>
                  <Table.Th scope="row">
                    {nameOf(row.size)}
                    <Text size="sm" c="dimmed">
                      {nameOf(row.paper)}
                    </Text>
                    {!(row.size.enabled && row.paper.enabled) && (
                      <StateBadge tone="quiet">{words.disabled}</StateBadge>
                    )}
                  </Table.Th>
                  {priceColumns.map((column) => {
                    const key = cellKey({ size: row.size.code, paper_type: row.paper.code, ...column });
                    const title = words.columns[columnKey(column)];
                    return (
                      <Table.Td key={key} data-label={title}>
                        <LadderField
                          label={words.on(nameOf(row.size), nameOf(row.paper)) + comma(language) + title}
                          stored={ladderText(stored.get(key) ?? [], currency)}
                          draft={drafts.get(key)}
                          currency={currency}
                          onType={(text) => type(key, text)}
                        />
                      </Table.Td>
                    );
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {drafts.size > 0 && (
        <Paper className={classes.bar} withBorder shadow="md" role="status">
          <Text fw={600}>{words.changes(drafts.size)}</Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setDrafts(new Map())}>
              {words.discard}
            </Button>
            <Button disabled={problems > 0} onClick={() => setReviewing(true)}>
              {words.review}
            </Button>
          </Group>
        </Paper>
      )}
      <Review
        opened={isReviewing}
        close={() => setReviewing(false)}
        changes={changes}
        hasColor={({ size: code, paper_type }) => {
          const key = cellKey({ size: code, paper_type, ...priceColumns[0] });
          const draft = drafts.get(key);
          const read = draft === undefined ? { rungs: stored.get(key) ?? [] } : readLadder(draft, currency);
          return 'rungs' in read && read.rungs.length > 0;
        }}
        currency={currency}
        titleOf={(cell) => {
          const on = sizes.find(({ code }) => code === cell.size);
          const of = papers.find(({ code }) => code === cell.paper_type);
          const where = words.on(on ? nameOf(on) : cell.size, of ? nameOf(of) : cell.paper_type);
          return where + comma(language) + words.columns[columnKey(cell)];
        }}
        onSaved={(cells) => {
          const saved = new Set(cells.map(cellKey));
          setDrafts(new Map([...drafts].filter(([key]) => !saved.has(key))));
        }}
      />
    </Stack>
  );
}

const columnKey = ({ color_mode, sides }: { color_mode: string; sides: string }) =>
  `${color_mode}|${sides}` as 'color|one-sided';

interface ChangesInput {
  sizes: readonly Size[];
  papers: readonly PaperType[];
  stored: ReadonlyMap<string, readonly Rung[]>;
  drafts: ReadonlyMap<string, string>;
  currency: string;
}

/** What was typed and can be read, in the order of the grid. */
function changesOf({ sizes, papers, stored, drafts, currency }: ChangesInput): PriceChange[] {
  const cells = sizes.flatMap((size) =>
    papers.flatMap((paper) =>
      priceColumns.map((column): PriceCell => ({ size: size.code, paper_type: paper.code, ...column })),
    ),
  );
  return cells.flatMap((cell) => {
    const draft = drafts.get(cellKey(cell));
    const read = draft === undefined ? undefined : readLadder(draft, currency);
    if (!read || !('rungs' in read)) return [];
    return [{ cell, before: stored.get(cellKey(cell)) ?? [], after: read.rungs }];
  });
}

interface LadderFieldProps {
  label: string;
  stored: string;
  draft: string | undefined;
  currency: string;
  onType(text: string): void;
}

function LadderField({ label, stored, draft, currency, onType }: LadderFieldProps) {
  const words = useWords(catalogueWords);
  const read = readLadder(draft ?? stored, currency);
  const error = 'problem' in read ? words.problems[read.problem](read.part) : undefined;
  return (
    <TextInput
      aria-label={label}
      size="sm"
      value={draft ?? stored}
      placeholder="–"
      error={error}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.input! }}
      data-changed={draft !== undefined || undefined}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && onType(stored)}
    />
  );
}

interface ReviewProps {
  opened: boolean;
  close(): void;
  changes: readonly PriceChange[];
  hasColor(cell: PriceCell): boolean;
  currency: string;
  titleOf(cell: PriceCell): string;
  onSaved(cells: readonly PriceCell[]): void;
}

const saveLadder = (cell: PriceCell, rungs: readonly Rung[]) =>
  rungs.length === 0
    ? api('DELETE /api/admin/prices', cell)
    : api('PUT /api/admin/prices', Object.assign({ breaks: [...rungs] }, cell));

function Review({ opened, close, changes, hasColor, currency, titleOf, onSaved }: ReviewProps) {
  const words = useWords(catalogueWords);
  const language = useLanguage();
  const client = useQueryClient();
  const showDone = useUndo([...changed]);
  const [isRunning, setRunning] = useState(false);
  const [failed, setFailed] = useState<{ title: string; error: unknown }>();
  const save = async () => {
    setRunning(true);
    setFailed(undefined);
    const done: PriceChange[] = [];
    for (const change of changes) {
      try {
        await saveLadder(change.cell, change.after);
        done.push(change);
      } catch (error) {
        setFailed({ title: titleOf(change.cell), error });
        break;
      }
    }
    for (const route of changed) await client.invalidateQueries({ queryKey: [route] });
    onSaved(done.map(({ cell }) => cell));
    setRunning(false);
    if (done.length > 0) {
      showDone(words.saved(done.length), async () => {
        for (const { cell, before } of done) await saveLadder(cell, before);
      });
    }
    if (done.length === changes.length) close();
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => !isRunning && close()}
      title={words.reviewTitle}
      size="lg"
      actions={
        <Button loading={isRunning} onClick={() => void save()} data-autofocus>
          {words.save}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="md">
        {words.reviewHint}
      </Text>
      <Stack gap="md">
        {changes.map((change) => {
          const share = changeShare(change);
          return (
            <div key={cellKey(change.cell)}>
              <Text fw={600}>{titleOf(change.cell)}</Text>
              <Text className="platen-numbers">
                <s>{ladderText(change.before, currency) || words.notSold}</s> →{' '}
                <b>{ladderText(change.after, currency) || words.notSold}</b>
                {share !== undefined && share !== 0 && (
                  <Text span c="dimmed">
                    {' '}
                    ({share > 0 ? '+' : ''}
                    {percentText(share, language)})
                  </Text>
                )}
              </Text>
              {consequencesOf(change, { hasColor: hasColor(change.cell) }).map((each) => (
                <Text key={each} size="sm" c="var(--mantine-color-error)">
                  {words.consequences[each]}
                </Text>
              ))}
            </div>
          );
        })}
        {failed && <ErrorNote error={failed.error} />}
      </Stack>
    </Dialog>
  );
}
