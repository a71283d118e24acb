/** The observer of chaos sees what is wrong: an observer who never does would prove nothing. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { nameOf, planFaults } from './chaos-plan.ts';
import { type JournalRow, type JudgedOrder, type JudgedSheet, judgePaper, justify } from './chaos-verdict.ts';
import { isWholeDocument, makeNumberedPicture, readNumberedPicture } from './picture-identity.ts';

const order = (state: string, more: Partial<JudgedOrder> = {}): JudgedOrder => ({
  orderNo: 'A',
  kind: 'photo',
  copies: 2,
  number: 7,
  jobs: [{ id: 'j', state, reason: 'none', message: '', copiesPrinted: 0 }],
  ...more,
});
const sheet = (more: Partial<JudgedSheet> = {}): JudgedSheet => ({
  printer: 'P',
  orderNo: 'A',
  copies: 2,
  isWhole: true,
  isBroken: false,
  number: 7,
  ...more,
});
const broken = { copies: 1, isWhole: false, isBroken: true, number: undefined };

describe('paper', () => {
  it.each([
    ['printed once', [order('printed')], [sheet()], undefined],
    ['in two sets', [order('printed')], [sheet({ copies: 1 }), sheet({ copies: 1 })], undefined],
    ['unknown and printed', [order('unknown')], [sheet()], undefined],
    ['unknown and broken off', [order('unknown')], [sheet(broken)], undefined],
    [
      'cut by its printer, which counts, and printed again',
      [order('printed')],
      [sheet({ isWhole: false }), sheet()],
      undefined,
    ],
    ['printed twice', [order('printed')], [sheet(), sheet({ copies: 1 })], /^TWICE/],
    ['unknown and printed twice', [order('unknown')], [sheet(), sheet()], /^TWICE/],
    ['said to be printed', [order('printed')], [sheet({ copies: 1 })], /^NOT WHOLE/],
    ['printed behind a sheet that broke off', [order('printed')], [sheet(broken), sheet()], /^WASTED/],
    ['forgotten', [order('held')], [], /^LOST/],
    ['under way for ever', [order('printing')], [sheet()], /^LOST/],
    ['without a job', [order('printed', { jobs: [] })], [sheet()], /has 0 jobs/],
    ['of somebody else', [order('printed')], [sheet({ number: 8 })], /^ANOTHER PICTURE/],
    ['of nobody', [order('printed')], [sheet(), sheet({ orderNo: undefined })], /^STRAY/],
  ])('%s', (_name, orders, sheets, expected) => {
    const wrong = judgePaper(orders, sheets);
    if (expected === undefined) expect(wrong).toEqual([]);
    else expect(wrong).toEqual([expect.stringMatching(expected)]);
  });
});

describe('an unknown job', () => {
  const row: JournalRow = {
    jobId: 'j',
    state: 'unknown',
    outcome: '',
    printer: 'P',
    sendingAt: 10_000,
    endedAt: 20_000,
  };
  const fault = (target: string, from: number, to = from) => ({ name: 'f', target, from, to });
  it.each([
    ['whose line broke', row, [fault('P', 15_000)], true],
    ['whose agent was killed', row, [fault('agent', 9000, 10_500)], true],
    ['whose line had broken long before', row, [fault('P', 1000, 2000)], false],
    ['while another printer suffered', row, [fault('Q', 15_000)], false],
    ['of which no byte had left', { ...row, sendingAt: undefined }, [fault('P', 15_000)], false],
    ['that the journal calls otherwise', { ...row, state: 'completed' }, [fault('P', 15_000)], false],
  ])('%s', (_name, journal, faults, isExplained) => {
    expect(justify('j', [journal], faults) !== undefined).toBe(isExplained);
  });
});

describe('a plan', () => {
  it('is the same for the same seed, and has every kind within a minute', () => {
    const parts = { printers: 4, clouds: 2 };
    const plan = planFaults(1, 60_000, parts);
    expect(planFaults(1, 60_000, parts)).toEqual(plan);
    expect(planFaults(2, 60_000, parts)).not.toEqual(plan);
    const kinds = new Set(plan.map(({ fault }) => fault.do));
    expect([...kinds].toSorted()).toEqual(
      ['child', 'clock', 'disk', 'document', 'door', 'freeze', 'kill', 'line', 'printer', 'stop'].toSorted(),
    );
    for (const { fault } of plan) expect(nameOf(fault)).toMatch(/^[a-z]+ [a-z-]+$/);
  });
});

describe('a numbered picture', () => {
  it.each([0, 1, 4242, 65_535])('%i is read again, also turned, small and saved anew', async (number) => {
    const picture = await makeNumberedPicture(number, 600);
    expect(await readNumberedPicture(picture)).toBe(number);
    for (const turn of [90, 180, 270]) {
      const other = await sharp(picture).rotate(turn).resize(300, 300, { fit: 'inside' }).jpeg().toBuffer();
      expect(await readNumberedPicture(other)).toBe(number);
    }
  });

  it('is whole with its end, and not without', async () => {
    const picture = await makeNumberedPicture(5, 300);
    expect(isWholeDocument(picture)).toBe(true);
    expect(isWholeDocument(picture.subarray(0, picture.length - 20))).toBe(false);
    expect(await readNumberedPicture(Buffer.from('no picture'))).toBeUndefined();
  });
});
