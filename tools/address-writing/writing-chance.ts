/** Chance that comes again: the same seed makes the same choices on every machine. Pure. */

export interface Chance {
  /** A whole number from 0 up to, and without, `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in this share of calls. */
  often(share: number): boolean;
  /** So many digits. */
  digits(count: number): string;
}

/** mulberry32: 32 bits of state, good enough to shuffle words. */
export function startChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    often: (share) => next() < share,
    digits: (count) => Array.from({ length: count }, () => below(10)).join(''),
  };
}
