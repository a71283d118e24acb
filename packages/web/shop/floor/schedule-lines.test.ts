/** Lines that people type, to schedules and back. */
import type { ScheduleContent } from '@platen/contracts/schedule/schedule-document';
import { contentOf, firstSchedule, scheduleContent } from '@platen/contracts/schedule/schedule-document';
import { describe, expect, it } from 'vitest';
import {
  daysText,
  planText,
  quietText,
  readDays,
  readTyped,
  type TypedSchedule,
  typedOf,
} from './schedule-lines.ts';

const before = contentOf(firstSchedule);
const read = (fields: Record<string, string>) =>
  readTyped({
    ...typedOf(before),
    time_zone: 'Asia/Shanghai',
    outage_limit_minutes: '',
    ...fields,
  } as TypedSchedule);

describe('days', () => {
  it.each([
    ['', 'every day'],
    ['mon-fri', 'mon tue wed thu fri'],
    ['sat sun', 'sat sun'],
    ['mon wed-fri sun', 'mon wed thu fri sun'],
  ])('"%s" comes back as it was', (text, meaning) => {
    const days = readDays(text === '' ? [] : text.split(' '));
    expect(daysText(days)).toBe(text);
    if (text !== '') expect(days.join(' ')).toBe(meaning);
    else expect(days).toHaveLength(7);
  });

  it('may go over the end of the week', () => {
    expect(readDays(['fri-mon'])).toEqual(['fri', 'sat', 'sun', 'mon']);
  });
});

describe('a schedule', () => {
  it('of windows, by days and by cron, comes back as it was', () => {
    const lines = 'mon-fri 18:00-20:00\n22:00-02:00\n0 12 * * sat +90';
    const content = scheduleContent.parse(read({ mode: 'windows', lines, quiet: 'sat sun 00:00-09:00' }));
    expect(content.plan).toEqual({
      mode: 'windows',
      windows: [
        { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '18:00', to: '20:00' },
        { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '22:00', to: '02:00' },
        { opens: '0 12 * * sat', minutes: 90 },
      ],
    });
    expect(planText(content.plan)).toBe(lines);
    expect(quietText(content)).toBe('sat sun 00:00-09:00');
  });

  it('of runs; minutes that are left empty are none', () => {
    const content = scheduleContent.parse(
      read({ mode: 'runs', lines: '0 12 * * *\n\n 0 18 * * mon-fri ', deadline_minutes: '30' }),
    );
    expect(content.plan).toEqual({ mode: 'runs', runs: ['0 12 * * *', '0 18 * * mon-fri'] });
    expect([content.promise_minutes, content.deadline_minutes, content.outage_limit_minutes]).toEqual([
      null,
      30,
      null,
    ]);
  });

  it('keeps the rules that were made elsewhere', () => {
    const rules: ScheduleContent['rules'] = [
      { id: 'a', name: 'A', match: { order_type: 'photo' }, plan: { mode: 'immediate' } },
    ];
    expect(readTyped(typedOf({ ...before, rules }))).toMatchObject({ rules });
  });

  it('that nobody has touched is the same', () => {
    expect(readTyped(typedOf(before))).toEqual(before);
  });

  it.each([
    [{ mode: 'windows', lines: 'someday 18:00-20:00' }],
    [{ mode: 'windows', lines: '18-20' }],
    [{ mode: 'windows', lines: '' }],
    [{ mode: 'runs', lines: 'every noon' }],
    [{ mode: 'never' }],
    [{ mode: 'immediate', quiet: '25:00-26:00' }],
    [{ mode: 'immediate', outage_limit_minutes: 'long' }],
  ])('that is none is left for its shape to refuse: %j', (fields) => {
    expect(scheduleContent.safeParse(read(fields)).success).toBe(false);
  });
});
