import { expect, it } from 'vitest';
import { refuseSize } from './restore-limits.ts';

it.each<[width: number, height: number, factor: 1 | 2 | 3 | 4, refusal: RegExp | undefined]>([
  [6000, 6000, 1, undefined],
  [8000, 6000, 1, /40 megapixels at most/],
  [8000, 6000, 2, /40 megapixels at most/],
  [3000, 4000, 3, undefined],
  [5000, 5000, 3, /15000 x 15000 pixels, and 120 megapixels is the most; 2 is the largest factor/],
  [6000, 6000, 2, /large enough to be printed/],
])('%i x %i pixels enlarged %i times: %s', (widthPx, heightPx, factor, refusal) => {
  const said = refuseSize({ widthPx, heightPx }, factor);
  if (refusal) expect(said).toMatch(refusal);
  else expect(said).toBeUndefined();
});
