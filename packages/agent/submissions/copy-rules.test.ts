import { describe, expect, it } from 'vitest';
import {
  copyStates,
  countCopies,
  judgeCounts,
  judgeGrowingCounts,
  type PrinterCounting,
  type SetShape,
} from './copy-rules.ts';

const unseen: PrinterCounting = { impressions: undefined, sheets: undefined };
const right: PrinterCounting = { impressions: 'right', sheets: 'right' };
const shape = (more: Partial<SetShape> = {}): SetShape => ({
  copies: 5,
  pages: 1,
  isTwoSided: false,
  isCollated: true,
  ...more,
});
const counts = (impressionsCompleted?: number, sheetsCompleted?: number) => ({
  impressionsCompleted,
  sheetsCompleted,
});

describe('how many copies came out', () => {
  it.each([
    ['none', counts(0, 0), shape(), right, { copies: 0, certainty: 'proven', isCut: false }],
    ['two of five', counts(2, 2), shape(), right, { copies: 2, certainty: 'proven', isCut: false }],
    ['more than asked for', counts(9, 9), shape(), right, { copies: 5, certainty: 'proven', isCut: false }],
    [
      'the third cut after two of three pages',
      counts(8, 8),
      shape({ pages: 3 }),
      right,
      { copies: 2, certainty: 'proven', isCut: true },
    ],
    [
      'a side printed whose sheet is still inside',
      counts(3, 2),
      shape(),
      right,
      { copies: 2, certainty: 'proven', isCut: true },
    ],
    [
      'a printer that nobody has seen counting',
      counts(2),
      shape(),
      unseen,
      { copies: 2, certainty: 'claimed' },
    ],
    ['a 0 of a printer that nobody has seen counting', counts(0), shape(), unseen, { certainty: 'untold' }],
    [
      'a 0 of one that fills in its number at the end',
      counts(0),
      shape(),
      { impressions: 'at-end', sheets: 'at-end' } as const,
      { certainty: 'untold' },
    ],
    ['a counter that it does not have', counts(3, 0), shape(), unseen, { copies: 3, certainty: 'claimed' }],
    [
      'two-sided, by sheets: three pages are two',
      counts(undefined, 5),
      shape({ pages: 3, isTwoSided: true }),
      right,
      { copies: 2, certainty: 'proven', isCut: true },
    ],
    [
      'two-sided with a blank side: impressions say nothing',
      counts(8),
      shape({ pages: 3, isTwoSided: true }),
      right,
      { copies: 0, certainty: 'untold' },
    ],
    [
      'page by page, not copy by copy: no number says how many are whole',
      counts(7),
      shape({ pages: 2, isCollated: false }),
      right,
      { copies: 0, certainty: 'untold' },
    ],
    [
      'page by page, but nothing came out',
      counts(0),
      shape({ pages: 2, isCollated: false }),
      right,
      { copies: 0, certainty: 'proven' },
    ],
    ['it does not tell', counts(), shape(), right, { copies: 0, certainty: 'untold', isCut: true }],
    [
      'it has told wrong numbers before',
      counts(2, 2),
      shape(),
      { impressions: 'wrong', sheets: 'wrong' } as const,
      { copies: 0, certainty: 'untold' },
    ],
    [
      'only one of its counters is right',
      counts(0, 3),
      shape(),
      { impressions: 'wrong', sheets: 'right' } as const,
      { copies: 3, certainty: 'proven' },
    ],
  ])('%s', (_name, told, set, counting, wanted) => {
    expect(countCopies(told, set, counting)).toMatchObject(wanted);
  });
});

describe('what a completed set says of the printer', () => {
  const atEnd: PrinterCounting = { impressions: 'at-end', sheets: 'at-end' };
  const underWay: PrinterCounting = { impressions: 'under-way', sheets: 'under-way' };
  it('right numbers are believed once it was seen to count while it printed, in whichever order', () => {
    expect(judgeCounts(counts(5, 5), shape(), unseen)).toEqual(atEnd);
    expect(judgeGrowingCounts(counts(1, 1), shape(), atEnd)).toEqual(right);
    expect(judgeGrowingCounts(counts(1, 1), shape(), unseen)).toEqual(underWay);
    expect(judgeGrowingCounts(counts(0, 0), shape(), unseen)).toEqual(unseen);
    expect(judgeCounts(counts(5, 5), shape(), underWay)).toEqual(right);
    expect(judgeCounts(counts(5, 5), shape(), right)).toEqual(right);
  });
  it('a counter that stays at 0, or counts too much, is wrong, and stays so', () => {
    const wrong = judgeCounts(counts(0, 5), shape(), right);
    expect(wrong).toEqual({ impressions: 'wrong', sheets: 'right' });
    expect(judgeCounts(counts(5, 5), shape(), wrong).impressions).toBe('wrong');
    expect(judgeGrowingCounts(counts(2, 6), shape(), wrong)).toEqual({
      impressions: 'wrong',
      sheets: 'wrong',
    });
  });
  it('what is not told, or may be counted either way, proves nothing', () => {
    expect(judgeCounts(counts(), shape(), unseen)).toEqual(unseen);
    const blank = shape({ copies: 1, pages: 3, isTwoSided: true });
    expect(judgeCounts(counts(4, 2), blank, unseen)).toEqual({ impressions: undefined, sheets: 'at-end' });
  });
});

describe('copies one by one', () => {
  const set = (state: Parameters<typeof copyStates>[0][number]['state'], more = {}) => ({
    state,
    copies: 2,
    copiesDone: 0,
    isCut: false,
    ...more,
  });
  it('are printed, cut, waiting', () => {
    const sets = [
      set('void'),
      set('completed', { copiesDone: 2 }),
      set('aborted', { copiesDone: 1, isCut: true }),
    ];
    expect(copyStates(sets, { copies: 6, isOver: false })).toEqual([
      'printed',
      'printed',
      'printed',
      'cut',
      'waiting',
      'waiting',
    ]);
  });
  it('a cut one that was printed again is no longer cut', () => {
    const sets = [
      set('aborted', { copiesDone: 1, isCut: true }),
      set('completed', { copies: 1, copiesDone: 1 }),
    ];
    expect(copyStates(sets, { copies: 2, isOver: true })).toEqual(['printed', 'printed']);
  });
  it('may have come out, are at the printer, were not printed', () => {
    expect(copyStates([set('unknown')], { copies: 3, isOver: true })).toEqual([
      'maybe',
      'maybe',
      'not-printed',
    ]);
    expect(copyStates([set('sent')], { copies: 2, isOver: false })).toEqual(['at-printer', 'at-printer']);
  });
});
