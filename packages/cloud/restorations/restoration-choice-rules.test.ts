import type { RestoreRegion } from '@platen/contracts/restore-task';
import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  choicesAfter,
  isLeftOffer,
  refuseChoices,
  refusedOf,
  undecidedOf,
} from './restoration-choice-rules.ts';
import { wordsOfPlace, wordsOfRegions } from './restoration-region-rules.ts';

const box = (left: number, top: number, width = 0.1, height = 0.1) => ({ left, top, width, height });
const region = (id: number, more: Partial<RestoreRegion> = {}): RestoreRegion => ({
  id,
  kind: 'scratch',
  box: box(0.8, 0.45),
  share: 0.001,
  count: 1,
  chance: id >= 128 ? 0.6 : 0.95,
  is_sure: id < 128,
  is_offered: false,
  is_refused: false,
  ...more,
});

describe('choices', () => {
  const regions = [region(254), region(253), region(1)];

  it('are refused for what is not doubtful, not there, or both accepted and refused', () => {
    const ask = (accept: number[], refuse: number[]) => refuseChoices(regions, { accept, refuse });
    expect(ask([254], [253])).toBeUndefined();
    expect(ask([], [253, 200])).toBe('refuse[1]: there is no region 200; the doubtful ones are 254, 253.');
    expect(ask([1], [])).toMatch(/^accept\[0\]: region 1 is sure/);
    expect(ask([254], [254])).toMatch(/^refuse: region 254 is in accept too/);
    expect(refuseChoices([region(1)], { accept: [], refuse: [1] })).toMatch(/no doubtful regions/);
  });

  it('add to those before, and the later word holds', () => {
    const before = { decided: [254, 253], refused: [254] };
    expect(choicesAfter(before, { accept: [250], refuse: [253, 251] })).toEqual({
      decided: [254, 253, 251, 250],
      refused: [254, 253, 251],
    });
    expect(choicesAfter(before, { accept: [254], refuse: [] })).toEqual({
      decided: [254, 253],
      refused: [],
    });
  });

  it('are undecided until somebody says a word, and then what the picture shows', () => {
    const all = [
      region(254),
      region(253, { is_refused: true }),
      region(230, { is_offered: true, is_refused: true }),
      region(229, { is_offered: true, is_refused: true }),
      region(228, { is_offered: true }),
      region(1),
    ];
    const decided = [253, 229, 228];
    expect(all.map((it) => choiceOf(it, decided))).toEqual([
      'undecided',
      'refused',
      'undecided',
      'refused',
      'accepted',
      'accepted',
    ]);
    expect(undecidedOf(all, decided).map(({ id }) => id)).toEqual([254, 230]);
    expect(refusedOf(all)).toEqual([253, 230, 229]);
    expect(all.filter(isLeftOffer).map(({ id }) => id)).toEqual([230, 229]);
  });
});

describe('places', () => {
  it.each([
    [box(0.05, 0.8), 'at the lower left', '左下'],
    [box(0.45, 0.05), 'at the top', '上方'],
    [box(0.45, 0.45), 'in the middle', '中央'],
    [box(0.85, 0.85), 'at the lower right', '右下'],
    [box(0, 0.7, 1, 0.02), 'across the bottom', '横贯下部'],
    [box(0.9, 0.1, 0.02, 0.8), 'down the right side', '纵贯右侧'],
    [box(0.1, 0.1, 0.8, 0.8), 'all over', '全图'],
  ])('%o is %s', (area, en, zh) => {
    expect(wordsOfPlace(area)).toEqual({ en, zh });
  });

  it('are told with what is there: by kind, in numbers, the largest by name', () => {
    const dust = region(1, { kind: 'dust', count: 40, box: box(0, 0, 1, 1), share: 0.003 });
    const fold = region(2, { kind: 'fold', box: box(0.1, 0.8), share: 0.002 });
    expect(wordsOfRegions([fold, dust, region(254), region(253), region(252)])).toEqual({
      en: 'dust all over, 3 scratches at the right and a fold at the lower left',
      zh: '全图灰尘、右侧 3 道划痕、左下 1 道折痕',
    });
    expect(wordsOfRegions([fold]).en).toBe('a fold at the lower left');
    const many = Array.from({ length: 9 }, (_, i) =>
      region(254 - i, {
        kind: 'stain',
        box: box((i % 3) * 0.4, Math.floor(i / 3) * 0.4),
        share: 0.009 - i / 1000,
      }),
    );
    expect(wordsOfRegions(many).en).toBe(
      'a stain at the upper left, a stain at the top, a stain at the upper right, a stain at the left and 5 more places',
    );
  });
});
