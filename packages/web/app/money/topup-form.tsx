/** Topping up: an amount, the provider's page, and the word that it has arrived. Which top-up is under way stands in the address. */
import { Alert, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import { moneyText, timeText, wholeMoneyText } from '../../kit/formats.ts';
import { CheckIcon, WarningIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { usePollWhileAway } from '../../kit/live/live-hooks.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { refusalAt } from '../parts/field-refusal.ts';
import { balanceWords } from './balance-words.ts';

const offered = [20, 50, 100, 200];
const pollMs = 2000;

export interface TopupFormProps {
  currency: string;
  /** The one under way; empty: none. */
  topupId: string;
  onTopup(topupId: string): void;
}

export function TopupForm({ currency, topupId, onTopup }: TopupFormProps) {
  return topupId === '' ? (
    <NewTopup currency={currency} onTopup={onTopup} />
  ) : (
    <TopupUnderWay key={topupId} topupId={topupId} onAnother={() => onTopup('')} />
  );
}

function NewTopup({ currency, onTopup }: Omit<TopupFormProps, 'topupId'>) {
  const { topUp } = useWords(balanceWords);
  const language = useLanguage();
  const [amount, setAmount] = useState<number | string>(50);
  const create = useAct('POST /api/user/balance/topup', {
    changes: ['GET /api/user/balance/topups'],
    onDone: ({ topup_id }) => onTopup(topup_id),
  });
  const { at, rest } = refusalAt(create.error, ['amount']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typeof amount === 'number') create.run({ amount });
  };
  return (
    <Stack component="form" onSubmit={submit} gap="sm">
      <Group gap="xs">
        {offered.map((each) => (
          <Button
            key={each}
            size="compact-md"
            variant={amount === each ? 'light' : 'default'}
            aria-pressed={amount === each}
            onClick={() => setAmount(each)}
          >
            {wholeMoneyText(each, currency, language)}
          </Button>
        ))}
      </Group>
      <NumberInput
        label={topUp.amount(currency)}
        description={topUp.hint}
        value={amount}
        min={1}
        max={50_000}
        decimalScale={2}
        clampBehavior="none"
        hideControls
        inputMode="decimal"
        error={at.amount}
        onChange={(value) => {
          create.reset();
          setAmount(value);
        }}
      />
      <ErrorNote error={rest} />
      <Group>
        <Button type="submit" loading={create.isRunning} disabled={typeof amount !== 'number'}>
          {typeof amount === 'number' ? topUp.start(moneyText(amount, currency, language)) : topUp.startPlain}
        </Button>
      </Group>
    </Stack>
  );
}

function TopupUnderWay({ topupId, onAnother }: { topupId: string; onAnother(): void }) {
  const { topUp } = useWords(balanceWords);
  const language = useLanguage();
  const client = useQueryClient();
  const awayMs = usePollWhileAway(pollMs);
  const topup = useRead(
    'GET /api/user/balance/topups/{topup_id}',
    { topup_id: topupId },
    { refetchInterval: ({ state }) => (state.data?.status === 'pending' ? awayMs : false) },
  );
  const status = topup.data?.status;
  useEffect(() => {
    if (status !== 'succeeded') return;
    for (const route of ['GET /api/user/balance', 'GET /api/user/balance/transactions'])
      void client.invalidateQueries({ queryKey: [route] });
  }, [status, client]);
  if (topup.isPending) return <LoadingLines lines={3} />;
  if (!topup.data) return <ErrorNote error={topup.error} retry={() => void topup.refetch()} />;
  const { amount, currency, checkout_url, expires_at } = topup.data;
  const money = moneyText(amount, currency, language);
  return (
    <Stack gap="sm" role="status">
      {status === 'pending' && (
        <>
          <Text>{topUp.waiting}</Text>
          {expires_at && (
            <Text size="sm" c="dimmed">
              {topUp.until} {timeText(expires_at, language, 'time')}
            </Text>
          )}
          {checkout_url && (
            <Button component="a" href={checkout_url} target="_blank" rel="noopener">
              {topUp.pay(money)}
            </Button>
          )}
        </>
      )}
      {status === 'succeeded' && (
        <Alert variant="light" icon={<CheckIcon />}>
          {topUp.arrived(money)}
        </Alert>
      )}
      {(status === 'failed' || status === 'expired') && (
        <Alert variant="light" color="seal" icon={<WarningIcon />}>
          {topUp[status]}
        </Alert>
      )}
      <Group>
        <Button variant="default" onClick={onAnother}>
          {topUp.another}
        </Button>
      </Group>
    </Stack>
  );
}
