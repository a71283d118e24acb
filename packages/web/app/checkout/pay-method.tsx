/** How an order is paid: from the balance, or on the page of a provider. */
import { Alert, Group, Text } from '@mantine/core';
import { useRead } from '../../kit/api-hooks.ts';
import { moneyText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageButton } from '../../kit/parts/page-link.tsx';
import { checkoutWords } from './checkout-words.ts';
import { OptionList } from './option-list.tsx';

/** The ways to pay `amount`, and the one that is meant: what was chosen, else the balance while it is enough, else the first provider. */
export function usePayMethods(wanted: string, amount: number | undefined) {
  const methods = useRead('GET /api/payment/methods', {}, { staleTime: 60_000 });
  const balance = useRead('GET /api/user/balance', {});
  const items = methods.data?.items ?? [];
  const isEnough = balance.data !== undefined && amount !== undefined && balance.data.balance >= amount;
  const usual = isEnough || items.length <= 1 ? 'balance' : (items[0]?.method ?? 'balance');
  const chosen = items.some(({ method }) => method === wanted) ? wanted : usual;
  return {
    methods,
    balance,
    chosen,
    /** What is missing in the balance; 0 where it is enough or not asked. */
    missing:
      chosen === 'balance' && balance.data && amount !== undefined
        ? Math.max(0, amount - balance.data.balance)
        : 0,
    isKnown: methods.data !== undefined && balance.data !== undefined,
  };
}

export type PayMethods = ReturnType<typeof usePayMethods>;

export function PayMethodChoice({ ways, onChoose }: { ways: PayMethods; onChoose(method: string): void }) {
  const words = useWords(checkoutWords);
  const language = useLanguage();
  const { methods, balance, chosen, missing } = ways;
  const money = (amount: number) => moneyText(amount, balance.data?.currency ?? 'CNY', language);
  return (
    <div>
      <ErrorNote error={methods.error ?? balance.error} retry={() => void methods.refetch()} />
      {!ways.isKnown && !methods.error && !balance.error && <LoadingLines lines={2} heightPx={40} />}
      {ways.isKnown && (
        <OptionList
          label={words.pay}
          value={chosen}
          onChange={onChoose}
          options={(methods.data?.items ?? []).map(({ method }) =>
            method === 'balance'
              ? { value: method, label: words.balance, hint: words.balanceOf(money(balance.data!.balance)) }
              : {
                  value: method,
                  label: words.providers[method] ?? method,
                  hint: words.providerHints[method] ?? words.onPage,
                },
          )}
        />
      )}
      {missing > 0 && (
        <Alert color="seal" variant="light" mt="sm" p="sm" role="alert">
          <Group justify="space-between">
            <Text size="sm">{words.short(money(missing))}</Text>
            <PageButton to="/balance" size="compact-md" variant="light" color="seal">
              {words.topUp}
            </PageButton>
          </Group>
        </Alert>
      )}
    </div>
  );
}
