/** /balance: how much there is, topping it up, what happened on it, and what else lowers a price. The tab stands in the address. */
import { Grid, Paper, Tabs, Text, Title } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import { useRead } from '../../kit/api-hooks.ts';
import { moneyText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { balanceWords } from './balance-words.ts';
import { CouponList } from './coupon-list.tsx';
import { LedgerList, TopupList } from './ledger-list.tsx';
import { ReferralCard } from './referral-card.tsx';
import { TopupForm } from './topup-form.tsx';

const tabs = ['ledger', 'topups', 'coupons', 'referral'] as const;

export function BalancePage() {
  const words = useWords(balanceWords);
  const language = useLanguage();
  const [{ tab, topup }, setAddress] = useAddress({ tab: 'ledger', topup: '', page: 1, code: '' });
  const balance = useRead('GET /api/user/balance', {});
  const shown = tabs.find((each) => each === tab) ?? 'ledger';
  const setTopup = (topupId: string) => setAddress({ topup: topupId }, { push: true });
  return (
    <>
      <PageTitle title={words.title} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }} order={{ base: 1, md: 2 }}>
          <Paper withBorder p="lg">
            <Text c="dimmed">{words.now}</Text>
            {balance.isPending && <LoadingLines lines={1} heightPx={44} />}
            <ErrorNote error={balance.error} retry={() => void balance.refetch()} />
            {balance.data && (
              <>
                <Text fz="2.2rem" fw={650} lh={1.2} mb="lg" className="platen-numbers" data-balance>
                  {moneyText(balance.data.balance, balance.data.currency, language)}
                </Text>
                <Title order={2} mb="sm">
                  {words.topUp.title}
                </Title>
                <TopupForm currency={balance.data.currency} topupId={topup} onTopup={setTopup} />
              </>
            )}
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }} order={{ base: 2, md: 1 }}>
          <Tabs
            value={shown}
            keepMounted={false}
            onChange={(next) => setAddress({ tab: next ?? 'ledger', page: 1, code: '' }, { push: true })}
          >
            <Tabs.List mb="md">
              {tabs.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {words.tabs[each]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="ledger">
              <LedgerList />
            </Tabs.Panel>
            <Tabs.Panel value="topups">
              <TopupList onPay={setTopup} />
            </Tabs.Panel>
            <Tabs.Panel value="coupons">
              <CouponList />
            </Tabs.Panel>
            <Tabs.Panel value="referral">
              <ReferralCard />
            </Tabs.Panel>
          </Tabs>
        </Grid.Col>
      </Grid>
    </>
  );
}
