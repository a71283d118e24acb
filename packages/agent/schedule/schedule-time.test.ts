/** Runs and windows against clocks that jump: properties over zones and years, and node-cron's own reading as the reference. */
import { compileCron, lastRun, nextRun } from '@platen/contracts/schedule/schedule-cron';
import {
  isTimeZone,
  minuteMs,
  momentOf,
  offsetAt,
  wallAt,
} from '@platen/contracts/schedule/schedule-wall-clock';
import {
  dailyWindow,
  firstMoment,
  isOpen,
  nextChange,
  type Window,
} from '@platen/contracts/schedule/schedule-windows';
import fc from 'fast-check';
import { createTask } from 'node-cron';
import { describe, expect, it } from 'vitest';
import { readCron } from './cron-reader.ts';

const cron = (expression: string) => {
  const fields = readCron(expression);
  if (typeof fields === 'string') throw new Error(fields);
  return compileCron(fields);
};
const at = (text: string) => Date.parse(text);
const utc = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
const next = (expression: string, zone: string, after: string) =>
  utc(nextRun(cron(expression), zone, at(after)));

const zones = [
  'UTC',
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Asia/Tehran',
  'Africa/Cairo',
  'Pacific/Chatham',
  'America/Havana',
  'Antarctica/Troll',
  'Asia/Gaza',
  'America/Asuncion',
  'Europe/Dublin',
  'Pacific/Kiritimati',
  'Asia/Pyongyang',
];
const zone = fc.constantFrom(...zones);
const moment = fc
  .integer({ min: at('2008-01-01T00:00:00Z') / minuteMs, max: at('2034-01-01T00:00:00Z') / minuteMs })
  .map((minutes) => minutes * minuteMs);
/** Half of the moments lie near a change of some clock, where mistakes are. */
const transitions = zones.flatMap((name) => {
  const found: { name: string; atMs: number }[] = [];
  let before = offsetAt(name, at('2008-01-01T00:00:00Z'));
  for (let ms = at('2008-01-01T00:00:00Z'); ms < at('2034-01-01T00:00:00Z'); ms += 86_400_000) {
    const now = offsetAt(name, ms);
    if (now !== before) found.push({ name, atMs: ms });
    before = now;
  }
  return found;
});
const place = fc.oneof(
  fc.record({ name: zone, atMs: moment }),
  fc
    .record({ near: fc.constantFrom(...transitions), minutes: fc.integer({ min: -2000, max: 600 }) })
    .map(({ near, minutes }) => ({ name: near.name, atMs: near.atMs + minutes * minuteMs })),
);
const simpleCron = fc
  .record({
    minute: fc.constantFrom('0', '30', '*/15', '5,50', '*', '10-20/5'),
    hour: fc.constantFrom('*', '2', '0', '1-3', '*/2', '23', '22-2'),
    day: fc.constantFrom('*', '*', '*', '1', 'L', '29-31', '15W'),
    month: fc.constantFrom('*', '*', 'mar,oct', 'feb', '4-11'),
    weekday: fc.constantFrom('*', '*', 'sun', 'mon-fri', '7', '1#1', '5L'),
  })
  .map((one) => `${one.minute} ${one.hour} ${one.day} ${one.month} ${one.weekday}`)
  .filter((expression) => typeof readCron(expression) !== 'string');

describe('runs', () => {
  it('that do not exist happen once, at the first minute that does', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00.
    expect(next('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(next('30 2 * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:30:00.000Z');
    // Each quarter of the lost hour is the same run as the one at its end.
    expect(next('*/15 * * * *', 'Europe/Berlin', '2026-03-29T00:45:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(next('*/15 * * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z')).toBe('2026-03-29T01:15:00.000Z');
    // Cairo loses midnight itself: 24 April 2026, 00:00 becomes 01:00.
    expect(next('0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00:00Z')).toBe('2026-04-23T22:00:00.000Z');
    // Lord Howe loses half an hour: 4 October 2026, 02:00 becomes 02:30.
    expect(next('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T10:00:00Z')).toBe(
      '2026-10-03T15:30:00.000Z',
    );
    // Sydney, southern spring: 4 October 2026.
    expect(next('30 2 * * *', 'Australia/Sydney', '2026-10-03T10:00:00Z')).toBe('2026-10-03T16:00:00.000Z');
  });

  it('that come twice happen the first time', () => {
    expect(next('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(next('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
    expect(next('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T10:00:00Z')).toBe(
      '2026-04-04T14:45:00.000Z',
    );
    expect(next('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z')).toBe(
      '2026-04-05T15:15:00.000Z',
    );
    const second = at('2026-10-25T01:10:00Z');
    expect(
      utc(lastRun(cron('30 2 * * *'), 'Europe/Berlin', { atMs: second, sinceMs: second - 86_400_000 })),
    ).toBe('2026-10-25T00:30:00.000Z');
  });

  it('have none on a day that the calendar leaves out', () => {
    // Apia went from 29 to 31 December 2011.
    expect(next('0 9 * * *', 'Pacific/Apia', '2011-12-29T12:00:00Z')).toBe('2011-12-29T19:00:00.000Z');
    expect(next('0 9 * * *', 'Pacific/Apia', '2011-12-29T19:00:00Z')).toBe('2011-12-30T19:00:00.000Z');
    expect(momentOf('Pacific/Apia', at('2011-12-30T09:00:00Z'))).toBeUndefined();
  });

  it('keep leap days, last days and nearest weekdays', () => {
    expect(next('0 12 29 2 *', 'UTC', '2026-01-01T00:00:00Z')).toBe('2028-02-29T12:00:00.000Z');
    expect(next('0 12 29 feb *', 'UTC', '2097-01-01T00:00:00Z')).toBe('2104-02-29T12:00:00.000Z');
    expect(next('0 12 L 2 *', 'UTC', '2028-02-01T00:00:00Z')).toBe('2028-02-29T12:00:00.000Z');
    expect(next('0 12 1W * *', 'UTC', '2026-08-01T00:00:00Z')).toBe('2026-08-03T12:00:00.000Z');
    expect(next('@daily', 'Asia/Shanghai', '2026-11-21T10:00:00Z')).toBe('2026-11-21T16:00:00.000Z');
  });

  it('match what node-cron matches, minute by minute, where the clock does not jump', () => {
    fc.assert(
      fc.property(simpleCron, moment, (expression, startMs) => {
        const task = createTask(expression, () => {}, { timezone: 'UTC' });
        try {
          const foundMs = nextRun(cron(expression), 'UTC', startMs);
          if (foundMs === undefined) return;
          expect(task.match(new Date(foundMs))).toBe(true);
          for (const early of [1, 2, 7, 59, 60, 61, 719, 1439]) {
            const between = foundMs - early * minuteMs;
            if (between > startMs) expect(task.match(new Date(between))).toBe(false);
          }
        } finally {
          void task.destroy();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('in any zone and year: ascending, none left out, each wall time once', () => {
    fc.assert(
      fc.property(simpleCron, place, (expression, { name, atMs: startMs }) => {
        const compiled = cron(expression);
        const fields = readCron(expression);
        if (typeof fields === 'string') return;
        let before = startMs;
        for (let i = 0; i < 6; i += 1) {
          const run = nextRun(compiled, name, before);
          if (run === undefined) return;
          expect(run).toBeGreaterThan(before);
          const wall = wallAt(name, run);
          const matches =
            compiled.matchesDay(wall - (wall % 86_400_000)) &&
            compiled.minutesOfDay.includes((wall % 86_400_000) / minuteMs);
          // Else it stands for one that fell into a gap, and the clock has just jumped.
          if (!matches) expect(offsetAt(name, run)).toBeGreaterThan(offsetAt(name, run - minuteMs));
          // The wall time was never shown before: it is no repeat.
          for (const back of [30, 60, 120, 180]) {
            if (matches) expect(wallAt(name, run - back * minuteMs)).not.toBe(wall);
          }
          expect(lastRun(compiled, name, { atMs: run, sinceMs: before + 1 })).toBe(run);
          expect(lastRun(compiled, name, { atMs: run - 1, sinceMs: before + 1 })).toBeUndefined();
          before = run;
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('windows', () => {
  const windowOf = (opens: string, minutes: number): Window => ({
    opens: cron(opens),
    lengthMs: minutes * minuteMs,
  });

  it('over midnight belong to the day on which they begin', () => {
    const friday = dailyWindow({ days: [5], from: '22:00', to: '06:00' });
    expect(isOpen(friday, 'Asia/Shanghai', at('2026-11-20T13:59:59Z'))).toBe(false);
    expect(isOpen(friday, 'Asia/Shanghai', at('2026-11-20T14:00:00Z'))).toBe(true);
    expect(isOpen(friday, 'Asia/Shanghai', at('2026-11-20T21:59:59Z'))).toBe(true);
    expect(isOpen(friday, 'Asia/Shanghai', at('2026-11-20T22:00:00Z'))).toBe(false);
    expect(isOpen(friday, 'Asia/Shanghai', at('2026-11-21T15:00:00Z'))).toBe(false);
    const always = dailyWindow({ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' });
    expect(isOpen(always, 'Europe/Berlin', at('2026-03-29T01:30:00Z'))).toBe(true);
  });

  it('that an hour left out swallows open behind it', () => {
    const short = windowOf('15 2 * * *', 30);
    const opensAt = at('2026-03-29T01:00:00Z');
    expect(isOpen(short, 'Europe/Berlin', opensAt - 1)).toBe(false);
    expect(isOpen(short, 'Europe/Berlin', opensAt)).toBe(true);
    expect(isOpen(short, 'Europe/Berlin', opensAt + 30 * minuteMs)).toBe(false);
  });

  it('follow the wall clock in any zone and year', () => {
    const window = fc.record({ opens: simpleCron, minutes: fc.integer({ min: 1, max: 1440 }) });
    fc.assert(
      fc.property(window, place, ({ opens, minutes }, { name, atMs }) => {
        const one = windowOf(opens, minutes);
        const wall = wallAt(name, atMs);
        let expected = false;
        for (let back = 0; back < minutes && !expected; back += 1) {
          const opening = wall - back * minuteMs;
          const day = Math.floor(opening / 86_400_000) * 86_400_000;
          expected = one.opens.minutesOfDay.includes((opening - day) / minuteMs) && one.opens.matchesDay(day);
        }
        const open = isOpen(one, name, atMs);
        if (expected) expect(open).toBe(true);
        // Only a window that lay in a gap may be open against the wall clock, and a gap is near then.
        else if (open)
          expect(offsetAt(name, atMs)).toBeGreaterThan(offsetAt(name, atMs - one.lengthMs - minuteMs));
      }),
      { numRuns: 1500 },
    );
  });

  it('change only when they say so', () => {
    const window = fc.record({
      opens: simpleCron.filter((expression) => !expression.startsWith('*')),
      minutes: fc.integer({ min: 1, max: 1440 }),
    });
    fc.assert(
      fc.property(window, place, ({ opens, minutes }, { name, atMs }) => {
        const one = windowOf(opens, minutes);
        const now = isOpen(one, name, atMs);
        const change = nextChange(one, name, atMs) ?? Number.POSITIVE_INFINITY;
        expect(change).toBeGreaterThan(atMs);
        for (let minute = 1; minute <= 3000; minute += 7) {
          const later = atMs + minute * minuteMs;
          if (later >= change) break;
          expect(isOpen(one, name, later)).toBe(now);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('that never open are not looked for for ever', () => {
    const never = { windows: [windowOf('0 12 29 2 *', 5)], zone: 'UTC', holds: () => false };
    expect(firstMoment(at('2026-01-01T00:00:00Z'), never)).toBeUndefined();
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(isTimeZone('Asia/Shanghai')).toBe(true);
  });
});
