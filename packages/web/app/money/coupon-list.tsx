/** Coupons: redeeming a code, those that can be used, and apart from them what was used or has expired. */

import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import { couponWorth } from '../../kit/coupon-worth.ts';
import { TagIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { balanceWords } from './balance-words.ts';
import { type Coupon, couponTerms } from './coupon-words.ts';
import classes from './money.module.css';

export function CouponList() {
  const { coupons } = useWords(balanceWords);
  const [{ page }, setAddress] = useAddress({ page: 1 });
  const unused = useRead('GET /api/user/coupons', { status: 'unused', page: 1, page_size: 100 });
  const all = useRead('GET /api/user/coupons', { page, page_size: 50 }, { keepsPrevious: true });
  const past = all.data?.items.filter(({ status }) => status !== 'unused') ?? [];
  return (
    <Stack gap="lg">
      <RedeemForm />
      <ErrorNote error={unused.error} retry={() => void unused.refetch()} />
      {unused.isPending && <LoadingLines lines={3} heightPx={60} />}
      {unused.data?.total === 0 && (
        <EmptyState icon={<TagIcon size={40} />} title={coupons.empty} hint={coupons.emptyHint} />
      )}
      {unused.data && unused.data.total > 0 && <Coupons title={coupons.unused} items={unused.data.items} />}
      {past.length > 0 && <Coupons title={coupons.past} items={past} />}
      {all.data && <Pager list={all.data} onPage={(next) => setAddress({ page: next }, { push: true })} />}
    </Stack>
  );
}

function RedeemForm() {
  const { coupons } = useWords(balanceWords);
  const [code, setCode] = useState('');
  const redeem = useAct('POST /api/user/coupons/redeem', {
    changes: ['GET /api/user/coupons', 'GET /api/user/coupons/available'],
    onDone() {
      setCode('');
      showToast({ text: coupons.redeemed });
    },
  });
  const isWrong = redeem.error?.status === 404;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') redeem.run({ code: code.trim() });
  };
  return (
    <Stack gap="sm" component="form" onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={coupons.redeem}
          description={coupons.redeemHint}
          value={code}
          maxLength={100}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          error={isWrong ? coupons.wrong : undefined}
          style={{ flex: '1 1 14rem' }}
          maw={360}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          onChange={(event) => {
            redeem.reset();
            setCode(event.currentTarget.value);
          }}
        />
        <Button type="submit" loading={redeem.isRunning} disabled={code.trim() === ''}>
          {coupons.redeemNow}
        </Button>
      </Group>
      {!isWrong && <ErrorNote error={redeem.error} />}
    </Stack>
  );
}

function Coupons({ title, items }: { title: string; items: readonly Coupon[] }) {
  return (
    <section aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {items.map((coupon) => (
          <CouponCard key={coupon.coupon_id} coupon={coupon} />
        ))}
      </SimpleGrid>
    </section>
  );
}

function CouponCard({ coupon }: { coupon: Coupon }) {
  const { coupons } = useWords(balanceWords);
  const language = useLanguage();
  const { status, note, order_id, order_no } = coupon;
  const isPast = status !== 'unused';
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      className={classes.coupon!}
      {...(isPast && { 'data-past': true })}
    >
      <Group justify="space-between" gap="xs">
        <Text fw={650} size="lg" className="platen-numbers" {...(isPast && { c: 'dimmed' })}>
          {couponWorth(coupon, language)}
        </Text>
        {isPast && (
          <Badge variant="light" color="gray">
            {coupons[status]}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {couponTerms(coupon, language, Date.now()).join(' · ')}
      </Text>
      {note !== '' && <Text size="sm">{note}</Text>}
      {order_id !== null && order_no !== null && (
        <PageLink to="/orders/$id" params={{ id: order_id }} size="sm">
          {coupons.toOrder(order_no)}
        </PageLink>
      )}
    </Paper>
  );
}
