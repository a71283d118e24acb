/** What closing an account does with its money, and what stands against it. Pure: rows are handed in. */

/** A top-up that arrived, and what of it was paid back before. */
export interface Topup<T> {
  payment: T & { amount_minor: number };
  refundedMinor: number;
}

export interface Split<T> {
  /** To where it came from: of which top-ups how much, the newest first. */
  back: Array<{ payment: T; amountMinor: number }>;
  /** What came to the balance in another way, such as a refund or a gift, and has nowhere to go. */
  restMinor: number;
}

/** Divides a balance over the top-ups that it came from. No top-up gives back more than is left of it. */
export function splitBalance<T>(balanceMinor: number, topups: ReadonlyArray<Topup<T>>): Split<T> {
  const back: Split<T>['back'] = [];
  let restMinor = balanceMinor;
  for (const { payment, refundedMinor } of topups) {
    const amountMinor = Math.min(restMinor, payment.amount_minor - refundedMinor);
    if (amountMinor <= 0) continue;
    back.push({ payment, amountMinor });
    restMinor -= amountMinor;
  }
  return { back, restMinor };
}

/** What somebody who closes an account says of its money. */
export interface SaidOfMoney {
  payBack: boolean;
  giveUp: boolean;
}

/** Why it can't be closed with this said of its money; texts are amounts in words. */
export function refuseMoneyLeft(
  { backMinor, restMinor }: { backMinor: number; restMinor: number },
  { payBack, giveUp }: SaidOfMoney,
  moneyOf: (minor: number) => string,
): string | undefined {
  if (backMinor + restMinor === 0 || giveUp) return undefined;
  if (!payBack) {
    return `${moneyOf(backMinor + restMinor)} is on the balance: spend it first, or send pay_back to have it paid back, or give_up to leave it.`;
  }
  if (restMinor === 0) return undefined;
  return `Of the balance only ${moneyOf(backMinor)} came by top-ups and can be paid back; send give_up too to leave the other ${moneyOf(restMinor)}, or spend it first.`;
}
