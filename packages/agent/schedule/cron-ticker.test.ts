/** node-cron at work, on a clock that the test turns. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCronTicker, type Ticker } from './cron-ticker.ts';

describe('ticks of node-cron', () => {
  let ticks: string[] = [];
  let ticker: Ticker;
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T09:59:30.500Z') });
    ticks = [];
    ticker = openCronTicker(() => ticks.push(new Date().toISOString()));
  });
  afterEach(() => {
    ticker.stop();
    vi.useRealTimers();
  });
  const exact = () => ticks.filter((at) => !at.endsWith('30.500Z'));

  it('come at the minute of an expression in its zone, besides the pulse', async () => {
    ticker.set([
      { expression: '0 18 * * *', zone: 'Asia/Shanghai' },
      { expression: '0 18 * * *', zone: 'Asia/Shanghai' },
      { expression: '5 11 * * sat', zone: 'Europe/Berlin' },
    ]);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(exact()).toEqual(['2026-11-21T10:00:00.000Z', '2026-11-21T10:05:00.000Z']);
    expect(ticks.length - exact().length).toBe(10);
  });

  it('end with the schedule that they belonged to, and with the ticker', async () => {
    ticker.set([{ expression: '* * * * *', zone: 'UTC' }]);
    ticker.set([{ expression: '2 10 * * *', zone: 'UTC' }]);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(exact()).toEqual(['2026-11-21T10:02:00.000Z']);
    ticker.stop();
    ticks = [];
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(ticks).toEqual([]);
  });
});
