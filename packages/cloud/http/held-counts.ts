/**
 * How much of something each client holds at this moment, in this process: places, connections, bytes. Owns the counting; who may hold how
 * much is decided by whoever asks. Nothing of a client stays here when it holds nothing.
 */

export interface HeldCounts {
  /** What is held under this key. */
  of(key: string): number;
  /** Holds one more (or `amount`) under each of these keys. Returns what gives it back, once however often it is called. */
  take(keys: readonly string[], amount?: number): () => void;
}

export function createHeldCounts(): HeldCounts {
  const held = new Map<string, number>();
  const change = (keys: readonly string[], by: number) => {
    for (const key of keys) {
      const count = (held.get(key) ?? 0) + by;
      if (count > 0) held.set(key, count);
      else held.delete(key);
    }
  };
  return {
    of: (key) => held.get(key) ?? 0,
    take(keys, amount = 1) {
      let isHeld = true;
      change(keys, amount);
      return () => {
        if (isHeld) change(keys, -amount);
        isHeld = false;
      };
    },
  };
}
