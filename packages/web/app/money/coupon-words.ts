/** What a coupon is good for and for how long, in a few words of the reader's language. Pure. */
import type { ListItem } from '../../kit/api-types.ts';
import { moneyText, timeText } from '../../kit/formats.ts';
import { type Language, wordsIn } from '../../kit/language.ts';
import { balanceWords } from './balance-words.ts';

export type Coupon = ListItem<'GET /api/user/coupons'>;

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
