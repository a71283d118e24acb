/** Owns the seeded numbers of the samples and benches: the same on every machine for the same seed. */

export interface SampleRandom {
  /** From 0 up to, not including, 1. */
  share(): number;
  /** Evenly between the two. */
  between(from: number, to: number): number;
  /** Normal, mean 0, deviation 1. */
  normal(): number;
  chance(share: number): boolean;
}

/** Mulberry32: 32 bits of state. */
export function createSampleRandom(seed: number): SampleRandom {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    share,
    between: (from, to) => from + (to - from) * share(),
    normal: () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
    chance: (wanted) => share() < wanted,
  };
}
