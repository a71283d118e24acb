/** Papers by kind, as a person looks for them. */
import type { FloorPaper } from '@platen/contracts/floor/shop-floor';
import { expect, it } from 'vitest';
import { groupPapers } from './paper-groups.ts';

const paper = (
  printer: string,
  [x, y]: [number, number],
  more: Partial<FloorPaper> & { type?: string | null; borderless?: boolean } = {},
): FloorPaper => {
  const { type = 'stationery', borderless = false, ...rest } = more;
  return {
    id: `${printer} ${x} ${type}`,
    agent_id: '00000000-0000-4000-8000-000000000001',
    printer: { id: printer, name: printer },
    media: { x_dimension: x, y_dimension: y, media_type: type, borderless },
    loaded: true,
    calibration: null,
    calibration_version: 0,
    profile: null,
    profile_version: 0,
    as_of: null,
    ...rest,
  };
};
const profile = { name: 'Glossy', by: 'Mei', at: null, intent: 'relative' } as const;

it('puts one size of all printers together, and what lies nowhere last', () => {
  const [group] = groupPapers([
    paper('B', [21_000, 29_700]),
    paper('A', [21_000, 29_700]),
    paper('A', [10_160, 15_240], { loaded: false }),
    paper('A', [14_800, 21_000]),
  ]);
  expect(group!.papers.map(({ printer, media }) => `${printer.name} ${media.x_dimension}`)).toEqual([
    'A 14800',
    'A 21000',
    'B 21000',
    'A 10160',
  ]);
});

it('shows the kinds first of which something is set, with borders or without apart, each with a name for the page', () => {
  const groups = groupPapers([
    paper('A', [1, 2], { type: 'a b' }),
    paper('A', [3, 4], { type: 'a b' }),
    paper('A', [1, 2], { type: 'glossy', borderless: true, profile }),
    paper('A', [1, 2], { type: 'glossy' }),
    paper('A', [1, 2], { type: null }),
  ]);
  expect(
    groups.map(({ key, papers, calibrated, profiled }) => [key, papers.length, calibrated, profiled]),
  ).toEqual([
    ['glossy.borderless', 1, 0, 1],
    ['a_b.bordered', 2, 0, 0],
    ['glossy.bordered', 1, 0, 0],
    ['unknown.bordered', 1, 0, 0],
  ]);
});
