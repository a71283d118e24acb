import { describe, expect, it } from 'vitest';
import { longText, patienceMs, usualMs } from './printing-time-rules.ts';

const minuteMs = 60_000;
const speed = (pagesPerMinute: number, jobs = 5) => ({ mediaKind: 'A4', pagesPerMinute, jobs, asOfMs: 0 });
const job = { pages: 1, speed: undefined, isPending: false, waits: 0 };

describe('how long a job may print before somebody should look', () => {
  it.each([
    ['one page, nothing known', job, 12],
    ['a hundred pages, nothing known', { ...job, pages: 100 }, 210],
    ['two jobs measured say nothing', { ...job, speed: speed(60, 2) }, 12],
    ['one page of a quick printer', { ...job, speed: speed(60) }, 3],
    ['100 pages of a printer of 10 a minute', { ...job, pages: 100, speed: speed(10) }, 40],
    ['a photo printer of a page in two minutes', { ...job, speed: speed(0.5) }, 8],
    ['behind jobs of others', { ...job, speed: speed(60), isPending: true }, 30],
    ['one that somebody said to wait for', { ...job, speed: speed(60), waits: 1 }, 6],
    ['and again', { ...job, speed: speed(60), waits: 2 }, 12],
    ['for ever, nearly', { ...job, speed: speed(60), waits: 600 }, 192],
  ])('%s', (_name, given, minutes) => {
    expect(patienceMs(given)).toBe(minutes * minuteMs);
  });

  it('is always more than it takes', () => {
    for (const pages of [1, 7, 500])
      for (const perMinute of [0.1, 1, 30, 600])
        expect(patienceMs({ ...job, pages, speed: speed(perMinute) })).toBeGreaterThan(
          2 * usualMs(pages, speed(perMinute))!,
        );
  });

  it('is said in words', () => {
    const said = { printer: 'P', silentMs: 7 * minuteMs, usualMs: 45_000, isPending: false };
    expect(longText(said)).toBe(
      'P has been printing this for 7 minutes without a sign of progress; it usually takes a minute. Look at the printer.',
    );
    expect(longText({ ...said, usualMs: undefined, isPending: true })).toBe(
      'P has had this job in its queue for 7 minutes without beginning it. Look at the printer.',
    );
  });
});
