/** What a coupon is worth, in a few words of the reader's language. Pure. */
import { moneyText, percentText } from './formats.ts';
import { defineWords, type Language, wordsIn } from './language.ts';

export interface CouponWorth {
  kind: string;
  amount: number | null;
  percent: number | null;
  /** At most so much. */
  cap: number | null;
  currency: string;
  /** The service's own words. */
  description: string;
}

const worthWords = defineWords({
  en: {
    off: (amount: string) => `${amount} off`,
    percent: (percent: string) => `${percent} off`,
    capped: (amount: string) => `, ${amount} at most`,
    shipping: 'Free shipping',
    from: (amount: string) => `from ${amount} on`,
    scopes: { photo: 'photo prints', document: 'document prints', all: 'all prints' },
  },
  zh: {
    off: (amount) => `立减 ${amount}`,
    percent: (percent) => `减 ${percent}`,
    capped: (amount) => `，最多减 ${amount}`,
    shipping: '免运费',
    from: (amount) => `满 ${amount} 可用`,
    scopes: { photo: '照片冲印', document: '文档打印', all: '全部可用' },
  },
});

/** `¥5.00 off`, `20% off, ¥10.00 at most`, `Free shipping`. */
export function couponWorth(coupon: CouponWorth, language: Language): string {
  const words = wordsIn(worthWords, language);
  const { amount, percent, cap, currency } = coupon;
  const money = (value: number) => moneyText(value, currency, language);
  const capText = cap === null ? '' : words.capped(money(cap));
  if (amount !== null) return words.off(money(amount)) + capText;
  if (percent !== null) return words.percent(percentText(percent / 100, language)) + capText;
  // A kind that came after this page has the service's own words.
  return coupon.kind === 'free_shipping' ? words.shipping : coupon.description;
}

/** The same with what it is good for, in one line. */
export function couponLine(
  coupon: CouponWorth & { min_amount: number; scope: 'photo' | 'document' | 'all' },
  language: Language,
): string {
  const words = wordsIn(worthWords, language);
  const from =
    coupon.min_amount > 0 ? [words.from(moneyText(coupon.min_amount, coupon.currency, language))] : [];
  return [couponWorth(coupon, language), ...from, words.scopes[coupon.scope]].join(' · ');
}
