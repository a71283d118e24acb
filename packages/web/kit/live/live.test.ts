/** When what is shown is old: by the stream, and by each topic's own word. */
import { expect, it } from 'vitest';
import { isStale } from './live.ts';
import { silenceMs } from './live-reader.ts';

const nowMs = 1_000_000;
const longAgo = nowMs - silenceMs - 1;

it.each([
  ['heard and fresh', 'live', nowMs, nowMs, false],
  ['heard, of a topic that has not come yet', 'live', nowMs, undefined, false],
  ['heard, of a topic that the host has not been able to read for three beats', 'live', nowMs, longAgo, true],
  ['not heard for three beats', 'away', longAgo, longAgo, true],
  ['broken a moment ago', 'away', nowMs - 1000, nowMs - 1000, false],
  ['never heard', 'connecting', undefined, undefined, true],
  ['shut out', 'ended', nowMs, nowMs, true],
] as const)('%s', (_, link, heardAtMs, freshAtMs, isOld) => {
  expect(isStale({ link, heardAtMs }, { freshAtMs, nowMs })).toBe(isOld);
});
