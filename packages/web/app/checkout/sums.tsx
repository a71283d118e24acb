/** What an order or a basket comes to, line by line. */
import { useWords } from '../../kit/language.ts';
import { Money } from '../../kit/parts/money.tsx';
import classes from './checkout.module.css';
import { checkoutWords } from './checkout-words.ts';

export interface SumsProps {
  sums: { subtotal: number; discount: number; shipping: number; total: number; currency: string };
  /** Before it is known how it is delivered. */
  withoutShipping?: boolean;
}

export function Sums({ sums, withoutShipping = false }: SumsProps) {
  const words = useWords(checkoutWords);
  const { subtotal, discount, shipping, total, currency } = sums;
  return (
    <dl className={classes.sums}>
      <dt>{words.subtotal}</dt>
      <dd>
        <Money amount={subtotal} currency={currency} />
      </dd>
      {discount > 0 && (
        <>
          <dt>{words.discount}</dt>
          <dd>
            −<Money amount={discount} currency={currency} />
          </dd>
        </>
      )}
      {!withoutShipping && (
        <>
          <dt>{words.shipping}</dt>
          <dd>{shipping === 0 ? words.free : <Money amount={shipping} currency={currency} />}</dd>
        </>
      )}
      <dt className={classes.total}>{words.total}</dt>
      <dd className={classes.total}>
        <Money amount={total} currency={currency} />
      </dd>
    </dl>
  );
}
