/** What is wrong with a typed schedule, held against what the hosts take; and plans in each other's way, against which of them holds. */
import { contentOf, firstSchedule, scheduleContent } from '@platen/contracts/schedule/schedule-document';
import { compileSchedule, ruleFor } from '@platen/contracts/schedule/schedule-rules';
import { describe, expect, it } from 'vitest';
import { listConflicts, listFaults } from './schedule-faults.ts';
import { emptyRule, readTyped, type TypedRule, type TypedSchedule, typedOf } from './schedule-lines.ts';

const plain = typedOf(contentOf(firstSchedule));
const typed = (fields: Partial<TypedSchedule>): TypedSchedule => ({ ...plain, ...fields });
const rule = (fields: Partial<TypedRule>): TypedRule => ({ ...emptyRule('r1'), name: 'One', ...fields });
const codes = (schedule: TypedSchedule) => listFaults(schedule).map(({ field, code }) => `${field} ${code}`);

describe('a plan as it is typed', () => {
  it.each<[string, Partial<TypedSchedule>, string[]]>([
    ['at once', {}, []],
    ['windows without any', { mode: 'windows', lines: ' \n' }, ['lines lines-missing']],
    ['days and hours', { mode: 'windows', lines: 'mon-fri, sun 18:00-20:00\n22:00–02:00' }, []],
    ['an hour that is none', { mode: 'windows', lines: '18:00-24:00' }, ['lines line-unreadable']],
    ['a day that is none', { mode: 'windows', lines: 'funday 18:00-20:00' }, ['lines line-unreadable']],
    ['cron and minutes', { mode: 'windows', lines: '0 18 * * mon-fri +120' }, []],
    ['cron for days on end', { mode: 'windows', lines: '0 18 * * * +1441' }, ['lines line-unreadable']],
    ['runs', { mode: 'runs', lines: '0 12 * * *\n@daily' }, []],
    ['four fields', { mode: 'runs', lines: '0 12 * *' }, ['lines line-unreadable']],
    ['too many', { mode: 'runs', lines: '0 12 * * *\n'.repeat(21) }, ['lines too-many-lines']],
    ['quiet hours', { quiet: 'sat sun 00:00-09:00' }, []],
    ['a quiet cron', { quiet: '0 18 * * * +120' }, ['quiet line-unreadable']],
    ['no zone', { time_zone: '' }, ['time_zone zone-unknown']],
    ['a zone on the moon', { time_zone: 'Moon/Crater' }, ['time_zone zone-unknown']],
    ['half a minute', { promise_minutes: '1.5' }, ['promise_minutes minutes']],
    ['too short an outage', { outage_limit_minutes: '4' }, ['outage_limit_minutes minutes']],
    ['plan for nothing', { rules: [rule({})] }, ['match match-missing']],
    ['plan without a name', { rules: [rule({ name: ' ', size: '4x6' })] }, ['name name-missing']],
    [
      'faults in a plan',
      { rules: [rule({ size: '4x6', mode: 'runs', hasQuiet: true, quiet: 'x', time_zone: 'x y' })] },
      ['lines lines-missing', 'quiet line-unreadable', 'time_zone zone-unknown'],
    ],
    ['what is not its own', { rules: [rule({ size: '4x6', quiet: 'x', deadline_minutes: 'x' })] }, []],
  ])('%s', (_name, fields, expected) => {
    const schedule = typed(fields);
    expect(codes(schedule)).toEqual(expected);
    // What is found nothing wrong with, the hosts can read; what is, they refuse.
    const read = scheduleContent.safeParse(readTyped(schedule));
    const hasZone = codes(schedule).some((code) => code.startsWith('time_zone'));
    if (expected.length === 0) expect(read.error).toBeUndefined();
    else if (!hasZone) expect(read.success).toBe(false);
  });
});

it("a plan comes back as it was: what is its own, and what is the shop's", () => {
  const rules = [
    rule({ size: '4x6', mode: 'windows', lines: 'mon-fri 18:00-20:00', hasQuiet: true, quiet: '' }),
    rule({ id: 'r2', printer_id: 'p', hasDeadline: true, deadline_minutes: '', missed_runs: 'skip' }),
    rule({
      id: 'r3',
      order_type: 'document',
      hasDeadline: true,
      deadline_minutes: '30',
      time_zone: 'Asia/Tokyo',
    }),
  ];
  const content = scheduleContent.parse(readTyped(typed({ rules })));
  expect(typedOf(content).rules).toEqual(rules);
  expect(content.rules[0]).toMatchObject({ quiet_hours: [] });
  expect(content.rules[1]).toMatchObject({ deadline_minutes: null });
  expect(content.rules[0]).not.toHaveProperty('deadline_minutes');
});

describe("plans in each other's way", () => {
  const conflictOf = (one: Partial<TypedRule>, other: Partial<TypedRule>) =>
    listConflicts([rule(one), rule({ ...other, id: 'r2', name: 'Two' })]).map(({ kind }) => kind)[0];

  it.each<[Partial<TypedRule>, Partial<TypedRule>, string | undefined]>([
    [{ size: '4x6' }, { size: '4x6' }, 'same'],
    [{ size: '4x6' }, { size: '5x7' }, undefined],
    [{ size: '4x6' }, { media_type: 'photographic-glossy' }, 'tie'],
    [{ size: '4x6' }, { printer_id: 'p' }, undefined],
    [{ printer_id: 'p', size: '4x6' }, { printer_id: 'p', order_type: 'photo' }, 'tie'],
    [{ printer_id: 'p' }, { printer_id: 'q' }, undefined],
    [{ size: '4x6', order_type: 'photo' }, { size: '4x6' }, undefined],
  ])('%j and %j', (one, other, expected) => {
    expect(conflictOf(one, other)).toBe(expected);
    if (expected === undefined) return;
    // Of the two the first holds, as it is said.
    const rules = [rule(one), rule({ ...other, id: 'r2', name: 'Two' })];
    const compiled = compileSchedule(scheduleContent.parse(readTyped(typed({ rules }))), () => 'none');
    if (typeof compiled === 'string') throw new Error(compiled);
    const product = { sizes: ['4x6'], mediaType: 'photographic-glossy', orderType: 'photo' } as const;
    expect(ruleFor(compiled, product, 'p').id).toBe('r1');
  });
});
