/** The coupon of an order: those that fit, the best first, and the code of a voucher. */
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { moneyText, numberText } from '../../kit/formats.ts';
import { defineWords, useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { RefusalNote } from '../basket/refusal-note.tsx';
import { checkoutWords } from './checkout-words.ts';

type Coupon = ApiOutput<'GET /api/user/coupons/available'>['items'][number];

const kindWords = defineWords({
  en: {
    amount: (amount: string) => `${amount} off`,
    percent: (percent: string) => `${percent} % off`,
    free_shipping: () => 'Free delivery',
    from: (amount: string) => ` from ${amount}`,
  },
  zh: {
    amount: (amount) => `减 ${amount}`,
    percent: (percent) => `优惠 ${percent}%`,
    free_shipping: () => '免配送费',
    from: (amount) => `（满 ${amount}）`,
  },
});

export interface CouponChoiceProps {
  subtotal: number | undefined;
  scope: 'photo' | 'document' | 'all';
  couponId: string;
  onChange(couponId: string): void;
  refusal: string | undefined;
}

export function CouponChoice({ subtotal, scope, couponId, onChange, refusal }: CouponChoiceProps) {
  const words = useWords(checkoutWords);
  const kinds = useWords(kindWords);
  const language = useLanguage();
  const [code, setCode] = useState('');
  const input = { scope, ...(subtotal !== undefined && { amount: subtotal }) };
  const coupons = useRead('GET /api/user/coupons/available', input, { keepsPrevious: true });
  const redeem = useAct('POST /api/user/coupons/redeem', {
    changes: ['GET /api/user/coupons/available', 'GET /api/user/coupons'],
    onDone(coupon) {
      setCode('');
      onChange(coupon.coupon_id);
      showToast({ text: words.redeemed });
    },
  });
  const nameOf = (coupon: Omit<Coupon, 'discount'>): string => {
    const money = (amount: number) => moneyText(amount, coupon.currency, language);
    const name =
      coupon.kind === 'amount'
        ? kinds.amount(money(coupon.amount ?? 0))
        : coupon.kind === 'percent'
          ? kinds.percent(numberText(coupon.percent ?? 0, language))
          : kinds.free_shipping();
    return coupon.min_amount > 0 ? name + kinds.from(money(coupon.min_amount)) : name;
  };
  const data = [
    { value: '', label: words.noCoupon },
    ...(coupons.data?.items ?? []).map((coupon) => ({
      value: coupon.coupon_id,
      label: coupon.discount
        ? words.couponSaves(nameOf(coupon), moneyText(coupon.discount, coupon.currency, language))
        : nameOf(coupon),
    })),
    ...(coupons.data?.unavailable ?? []).map((coupon) => ({
      value: coupon.coupon_id,
      label: words.couponNot(nameOf(coupon)),
      disabled: coupon.coupon_id !== couponId,
    })),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') redeem.run({ code: code.trim() });
  };
  return (
    <div>
      <NativeSelect
        label={words.coupon}
        value={couponId}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={
          data.some(({ value }) => value === couponId)
            ? data
            : [...data, { value: couponId, label: words.coupon }]
        }
      />
      {refusal !== undefined && <RefusalNote sentence={refusal} field="coupon_id" />}
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs" mt="xs" wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            label={
              <Text size="sm" component="span">
                {words.redeem}
              </Text>
            }
            maxLength={100}
            autoComplete="off"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={redeem.isRunning} disabled={code.trim() === ''}>
            {words.redeemDo}
          </Button>
        </Group>
      </form>
      <ErrorNote error={redeem.error} />
    </div>
  );
}
