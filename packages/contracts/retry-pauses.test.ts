import { describe, expect, it } from 'vitest';
import { listedPausesMs, nextPauseMs, type RetryPauseName, retryPauses } from './retry-pauses.ts';

const names = Object.keys(retryPauses) as RetryPauseName[];

describe('pauses', () => {
  it('grow by their factor up to their longest', () => {
    const series = (name: RetryPauseName) =>
      Array.from({ length: 8 }, (_, before) => nextPauseMs(name, before, 1));
    expect(series('link')).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 15_000]);
    expect(series('prepare').slice(0, 2)).toEqual([1000, 4000]);
    expect(series('consolePin')).toEqual(
      [30, 60, 120, 240, 480, 900, 900, 900].map((seconds) => seconds * 1000),
    );
    expect(new Set(series('enrolmentRefused'))).toEqual(new Set([60_000]));
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
