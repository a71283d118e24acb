/**
 * The kinds of coupons. Owns all that tells one kind from another, as a table: pricing, what an admin gives, what is answered
 * and the words of it are loops over it. Pure. Must never know a coupon's dates, scope or minimum: those are the same for all.
 */

/** What `value` is: minor units, whole percent, or nothing. */
export type CouponUnit = 'money' | 'percent' | 'none';

interface CouponKindEntry {
  unit: CouponUnit;
  /** What comes off the prints is known before the shipping fee, which depends on it. */
  takesFrom: 'prints' | 'shipping';
  /** Whether an admin may say how much comes off at most. */
  isCapped: boolean;
  /** What an admin gives: an amount off, say. */
  summary: string;
  /** Describes the field of its name. */
  field: string;
  /** Tells people what comes off; `value` is written in its unit: "5.00 CNY", "20 %". */
  inWords(value: string): string;
  /** Minor units off `amountMinor`, of the prints that it is good for or of the shipping fee; more than there is counts as all. */
  off(value: number, amountMinor: number): number;
}

/** By the name under which admins give it and clients see it. */
export const couponKinds = {
  amount: {
    unit: 'money',
    takesFrom: 'prints',
    isCapped: false,
    summary: 'an amount off',
    field: 'Off, in major units',
    inWords: (value) => `${value} off`,
    off: (value) => value,
  },
  percent: {
    unit: 'percent',
    takesFrom: 'prints',
    isCapped: true,
    summary: 'a percentage with an optional cap',
    field: 'Off, in percent',
    inWords: (value) => `${value} off`,
    // BigInt: amount times percent may pass 2^53. Rounded down.
    off: (value, amountMinor) => Number((BigInt(amountMinor) * BigInt(value)) / 100n),
  },
  free_shipping: {
    unit: 'none',
    takesFrom: 'shipping',
    isCapped: true,
    summary: 'free shipping',
    field: 'Takes the shipping fee off',
    inWords: () => 'Free shipping',
    off: (_value, amountMinor) => amountMinor,
  },
} satisfies Record<string, CouponKindEntry>;

export type CouponKind = keyof typeof couponKinds;

export const couponKindNames = Object.keys(couponKinds) as CouponKind[];

/** All that is known of a kind. */
export const couponKindOf = (kind: CouponKind): CouponKindEntry => couponKinds[kind];

/** Minor units that a coupon of these terms takes off: never more than its cap and than there is. */
export function amountOff(
  { kind, value, cap_minor }: { kind: CouponKind; value: number; cap_minor: number | null },
  amountMinor: number,
): number {
  const { off, isCapped } = couponKindOf(kind);
  const max = isCapped && cap_minor !== null ? Math.min(cap_minor, amountMinor) : amountMinor;
  return Math.min(off(value, amountMinor), max);
}
