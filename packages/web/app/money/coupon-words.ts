/** What a coupon is worth, in a few words of the reader's language. Pure. */
import type { ListItem } from '../../kit/api-types.ts';
import { moneyText, percentText, timeText } from '../../kit/formats.ts';
import { type Language, wordsIn } from '../../kit/language.ts';
import { balanceWords } from './balance-words.ts';

export type Coupon = ListItem<'GET /api/user/coupons'>;

/** `¥5.00 off`, `20% off, ¥10.00 at most`, `Free shipping`. */
export function couponWorth(coupon: Coupon, language: Language): string {
  const { coupons } = wordsIn(balanceWords, language);
  const { amount, percent, cap, currency } = coupon;
  const money = (value: number) => moneyText(value, currency, language);
  const capText = cap === null ? '' : `${language === 'zh' ? '，' : ', '}${coupons.capped(money(cap))}`;
  if (amount !== null) return coupons.off(money(amount)) + capText;
  if (percent !== null) return coupons.percent(percentText(percent / 100, language)) + capText;
  // A kind that came after this page has the service's own words.
  return coupon.kind === 'free_shipping' ? coupons.shipping : coupon.description;
}

/** What it is good for, from which amount on, and for how long. */
export function couponTerms(coupon: Coupon, language: Language, now: number): string[] {
  const { coupons } = wordsIn(balanceWords, language);
  const { scope, min_amount, currency, valid_from, expires_at } = coupon;
  const date = (time: string) => timeText(time, language, 'date');
  return [
    coupons.scopes[scope],
    min_amount > 0 ? coupons.from(moneyText(min_amount, currency, language)) : coupons.any,
    ...(valid_from && Date.parse(valid_from) > now ? [coupons.notBefore(date(valid_from))] : []),
    expires_at ? coupons.until(date(expires_at)) : coupons.forever,
  ];
}
