/** What went into the balance and out of it, newest first, each with its cause in words; and the top-ups, unpaid ones too. */
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { moneyText, timeText } from '../../kit/formats.ts';
import { WalletIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { DaySpanFields } from '../../kit/parts/day-span.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { payMethodText, serviceText } from '../../kit/service-words.ts';
import { momentsOf } from '../../kit/tables/day-span-rules.ts';
import { Pager } from '../../kit/tables/pager.tsx';
import { balanceWords } from './balance-words.ts';
import classes from './money.module.css';

export function LedgerList() {
  const { ledger } = useWords(balanceWords);
  const [{ page, from, to }, setAddress] = useAddress({ page: 1, from: '', to: '' });
  const isFiltered = from !== '' || to !== '';
  const list = useRead(
    'GET /api/user/balance/transactions',
    { page, page_size: 20, ...momentsOf({ from, to }) },
    { keepsPrevious: true },
  );
  return (
    <Stack>
      <DaySpanFields value={{ from, to }} onChange={(change) => setAddress({ ...change, page: 1 })} />
      <ErrorNote error={list.error} retry={() => void list.refetch()} />
      {list.isPending && <LoadingLines lines={5} heightPx={36} />}
      {list.data?.total === 0 && (
        <EmptyState
          icon={<WalletIcon size={40} />}
          title={isFiltered ? ledger.emptySpan : ledger.empty}
          {...(!isFiltered && { hint: ledger.emptyHint })}
        />
      )}
      {list.data && list.data.total > 0 && (
        <Paper withBorder component="ul" className={classes.rows!} aria-label={ledger.label}>
          {list.data.items.map((row) => (
            <LedgerRow key={row.transaction_id} row={row} />
          ))}
        </Paper>
      )}
      {list.data && <Pager list={list.data} onPage={(next) => setAddress({ page: next }, { push: true })} />}
    </Stack>
  );
}

function LedgerRow({ row }: { row: ListItem<'GET /api/user/balance/transactions'> }) {
  const { ledger } = useWords(balanceWords);
  const language = useLanguage();
  const { cause, note, amount, balance_after, currency, created_at } = row;
  const sign = amount > 0 ? '+' : '';
  // Staff write notes of their own; all others are the service's.
  const said = cause === 'adjustment' ? note : serviceText(note, language);
  return (
    <li className={classes.row}>
      <div>
        <Text fw={600}>{ledger.causes[cause]}</Text>
        {said !== '' && (
          <Text size="sm" c="dimmed">
            <WithWholeNumbers text={said} />
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <time dateTime={created_at}>{timeText(created_at, language)}</time>
        </Text>
      </div>
      <div className={classes.amounts}>
        <Text fw={650} className="platen-numbers" {...(amount > 0 && { c: 'var(--platen-accent)' })}>
          {sign}
          {moneyText(amount, currency, language)}
        </Text>
        <Text size="sm" c="dimmed" className="platen-numbers">
          {ledger.after(moneyText(balance_after, currency, language))}
        </Text>
      </div>
    </li>
  );
}

/** The number of an order doesn't break at its hyphens. */
function WithWholeNumbers({ text }: { text: string }) {
  return text.split(/(\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}-[0-9A-Z]\b)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className="platen-numbers" style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

export function TopupList({ onPay }: { onPay(topupId: string): void }) {
  const words = useWords(balanceWords);
  const { topups } = words;
  const language = useLanguage();
  const [{ page }, setAddress] = useAddress({ page: 1 });
  const list = useRead('GET /api/user/balance/topups', { page, page_size: 20 }, { keepsPrevious: true });
  return (
    <Stack>
      <ErrorNote error={list.error} retry={() => void list.refetch()} />
      {list.isPending && <LoadingLines lines={4} heightPx={36} />}
      {list.data?.total === 0 && <EmptyState icon={<WalletIcon size={40} />} title={topups.empty} />}
      {list.data && list.data.total > 0 && (
        <Paper withBorder component="ul" className={classes.rows!} aria-label={words.tabs.topups}>
          {list.data.items.map((topup) => (
            <li key={topup.topup_id} className={classes.row}>
              <div>
                <Group gap="xs">
                  <Text fw={600} className="platen-numbers">
                    {moneyText(topup.amount, topup.currency, language)}
                  </Text>
                  <Badge variant="light" color={topup.status === 'succeeded' ? 'ink' : 'gray'}>
                    {topups.states[topup.status]}
                  </Badge>
                </Group>
                <Text size="sm" c="dimmed">
                  {payMethodText(topup.method, language)} ·{' '}
                  <time dateTime={topup.created_at}>{timeText(topup.created_at, language)}</time>
                </Text>
                {topup.failure && (
                  <Text size="sm" lang="en">
                    {topup.failure}
                  </Text>
                )}
              </div>
              {topup.status === 'pending' && (
                <Button size="compact-md" variant="light" onClick={() => onPay(topup.topup_id)}>
                  {topups.pay}
                </Button>
              )}
            </li>
          ))}
        </Paper>
      )}
      {list.data && <Pager list={list.data} onPage={(next) => setAddress({ page: next }, { push: true })} />}
    </Stack>
  );
}
