/** The fields by which a coupon is described, and how they become what the cloud takes. */
import type { FormField, FormValues } from '../parts/record-form.tsx';
import { choicesOf } from '../state-words.ts';
import type { couponAdminWords } from './coupon-admin-words.ts';

type CouponWords = (typeof couponAdminWords)['zh'];

export type TermName = 'free_shipping' | 'amount' | 'percent' | 'cap' | 'min_amount' | 'scope' | 'valid_from';

/** `free_shipping` holds which of the three kinds it is, until it is sent. */
export function termFields(words: CouponWords): FormField<TermName>[] {
  const kindOf = (values: FormValues) => String(values.free_shipping || 'amount');
  return [
    { name: 'free_shipping', label: words.kind, kind: 'choice', options: choicesOf(words.kinds) },
    {
      name: 'amount',
      label: words.amount,
      kind: 'amount',
      min: 0.01,
      isRequired: true,
      when: (values) => kindOf(values) === 'amount',
    },
    {
      name: 'percent',
      label: words.percent,
      kind: 'whole',
      min: 1,
      max: 100,
      suffix: ' %',
      isRequired: true,
      when: (values) => kindOf(values) === 'percent',
    },
    {
      name: 'cap',
      label: words.cap,
      kind: 'amount',
      min: 0.01,
      when: (values) => kindOf(values) !== 'amount',
    },
    { name: 'min_amount', label: words.minAmount, kind: 'amount', min: 0 },
    { name: 'scope', label: words.scope, kind: 'choice', options: choicesOf(words.scopes) },
    { name: 'valid_from', label: words.validFrom, kind: 'moment' },
  ];
}

export const firstTerms = { free_shipping: 'amount', scope: 'all' };

/** The kind goes as the field that it is. */
export function withKind(values: FormValues): FormValues {
  const { free_shipping, ...rest } = values;
  return free_shipping === 'free_shipping' ? Object.assign(rest, { free_shipping: true }) : rest;
}
