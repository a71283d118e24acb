/** How often a page asks: never a storm, however the answers come. */
import { expect, it } from 'vitest';
import { nextPauseMs } from './look-again-rules.ts';

const still = { isChanged: false };
const evenly = () => 0.5;

it('asks less and less often while nothing changes, once a minute at least, and soon again when something does', () => {
  let look = { pauseMs: nextPauseMs(undefined, still, evenly) };
  const pauses = [look.pauseMs];
  for (let at = 0; at < 20; at += 1) {
    look = { pauseMs: nextPauseMs(look, still, evenly) };
    pauses.push(look.pauseMs);
  }
  expect(pauses[0]).toBe(4000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(60_000);
  expect(nextPauseMs(look, { isChanged: true }, evenly)).toBe(4000);
});

it('never asks sooner than it was told, nor sooner than it may, whatever chance says', () => {
  for (const random of [() => 0, () => 0.999]) {
    expect(nextPauseMs({ pauseMs: 0 }, { isChanged: false, retryAfterSeconds: 90 }, random)).toBe(90_000);
    for (const before of [undefined, { pauseMs: 0 }, { pauseMs: 1 }, { pauseMs: 60_000 }]) {
      const pause = nextPauseMs(before, still, random);
      expect(pause).toBeGreaterThanOrEqual(3600);
      expect(pause).toBeLessThanOrEqual(66_000);
    }
  }
});
