import { expect, it } from 'vitest';
import { nextTryMs } from './picture-delay.ts';

const at = (tries: number, share = 0) => ({ tries, share });

it('a picture that is not made yet is asked for again, and never before it is told', () => {
  expect(nextTryMs({ status: 429, retryAfter: '5' }, at(0))).toBe(5000);
  expect(nextTryMs({ status: 503, retryAfter: null }, at(0))).toBe(1000);
  expect(nextTryMs({ status: 0, retryAfter: null }, at(2))).toBe(4000);
  // Those who were refused together don't come back together.
  expect(nextTryMs({ status: 429, retryAfter: '5' }, at(0, 0.5))).toBe(7500);
  expect(nextTryMs({ status: 429, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }, at(1))).toBe(2000);
});

it('a picture that there is none of is not asked for again, and none without end', () => {
  for (const status of [400, 401, 403, 404, 422, 500])
    expect(nextTryMs({ status, retryAfter: null }, at(0))).toBeUndefined();
  expect(nextTryMs({ status: 200, retryAfter: null }, at(0))).toBe(0);
  const waits = Array.from({ length: 9 }, (_, tries) =>
    nextTryMs({ status: 503, retryAfter: null }, at(tries)),
  );
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, undefined]);
  expect(nextTryMs({ status: 200, retryAfter: null }, at(8))).toBeUndefined();
});
