import { describe, expect, it } from 'vitest';
import { listedPausesMs, nextPauseMs, type RetryPauseName, retryPauses } from './retry-pauses.ts';

const names = Object.keys(retryPauses) as RetryPauseName[];

describe('pauses', () => {
  it.each(names)('%s grows by its factor up to its longest', (name) => {
    const { firstMs, factor, maxMs } = retryPauses[name];
    let exactMs: number = firstMs;
    for (let before = 0; before < 40; before++) {
      expect(nextPauseMs(name, before, 1)).toBe(Math.round(exactMs));
      exactMs = Math.min(exactMs * factor, maxMs);
    }
  });

  it.each(names)('%s stays within its bounds however often it was tried, whatever chance says', (name) => {
    const { firstMs, factor, maxMs, jitter, why } = retryPauses[name];
    expect([firstMs > 0, factor >= 1, maxMs >= firstMs, jitter >= 0 && jitter < 1]).not.toContain(false);
    expect(why).toMatch(/^[A-Z].*\.$/);
    for (const before of [0, 1, 5, 50, 5000])
      for (const random of [0, 0.5, 1]) {
        const pauseMs = nextPauseMs(name, before, random);
        expect(pauseMs).toBeGreaterThanOrEqual(Math.floor(firstMs * (1 - jitter)));
        expect(pauseMs).toBeLessThanOrEqual(maxMs);
      }
    expect(nextPauseMs(name, 0, 0)).toBe(Math.round(firstMs * (1 - jitter)));
  });

  it('that are listed grow too', () => {
    for (const list of Object.values(listedPausesMs))
      expect([...list].toSorted((one, other) => one - other)).toEqual([...list]);
  });
});
