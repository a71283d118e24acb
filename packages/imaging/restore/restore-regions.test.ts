import { describe, expect, it } from 'vitest';
import type { Plane8 } from '../kernels/kernel-planes.ts';
import {
  assignRegions,
  type DamageKind,
  firstMark,
  framedBoxOf,
  kindCodeOf,
  leftValueOf,
  type MarkedPlanes,
} from './restore-regions.ts';

const size = { widthPx: 600, heightPx: 400 };
const plane = ({ widthPx, heightPx } = size): Plane8 => ({
  samples: new Uint8Array(widthPx * heightPx),
  widthPx,
  heightPx,
});
const emptyPlanes = (of = size): MarkedPlanes => ({ mask: plane(of), chances: plane(of) });

type Area = readonly [left: number, top: number, width: number, height: number];
/** Marks a rectangle. */
function mark(
  planes: MarkedPlanes,
  [left, top, width, height]: Area,
  kind: DamageKind,
  chance: number,
  isOffered = false,
): void {
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      const at = y * planes.mask.widthPx + x;
      planes.chances.samples[at] = Math.round(255 * chance);
      planes.mask.samples[at] = (isOffered ? 0 : firstMark) + kindCodeOf(kind);
    }
  }
}
const valueAt = ({ mask }: MarkedPlanes, x: number, y: number) => mask.samples[y * mask.widthPx + x];

describe('assignRegions', () => {
  it('makes one region of a scratch with gaps, and another of the one that runs elsewhere', () => {
    const planes = emptyPlanes();
    for (const top of [20, 90, 160, 235]) mark(planes, [100, top, 2, 50], 'scratch', 0.7);
    mark(planes, [300, 200, 120, 2], 'scratch', 0.7);
    const regions = assignRegions(planes);
    expect(regions).toHaveLength(2);
    const [first, second] = regions;
    expect(first).toMatchObject({ id: 254, kind: 'scratch', count: 1, chance: 0.7, isSure: false });
    expect(first!.box).toEqual({ left: 0.1667, top: 0.05, width: 0.0033, height: 0.6625 });
    expect(first!.share).toBeCloseTo(400 / 240_000, 5);
    expect(second).toMatchObject({ id: 253, kind: 'scratch' });
    expect([valueAt(planes, 100, 25), valueAt(planes, 101, 284), valueAt(planes, 300, 200)]).toEqual([
      254, 254, 253,
    ]);
    expect(valueAt(planes, 100, 75)).toBe(0);
  });

  it('takes specks together, the sure ones and the doubtful ones, with their number', () => {
    const planes = emptyPlanes();
    for (let i = 0; i < 12; i++) mark(planes, [20 + 45 * i, 30 + ((i * 97) % 300), 3, 3], 'dust', 0.95);
    for (let i = 0; i < 5; i++) mark(planes, [40 + 90 * i, 350, 3, 3], 'dust', 0.6);
    expect(assignRegions(planes)).toMatchObject([
      { id: 254, kind: 'dust', count: 5, isSure: false },
      { id: 1, kind: 'dust', count: 12, isSure: true },
    ]);
    expect([valueAt(planes, 20, 30), valueAt(planes, 40, 350)]).toEqual([255, 254]);
  });

  it('never joins what only force found with the rest, whatever touches', () => {
    const planes = emptyPlanes();
    mark(planes, [100, 50, 2, 100], 'scratch', 0.95);
    mark(planes, [100, 150, 2, 100], 'scratch', 0.5);
    expect(assignRegions(planes)).toMatchObject([
      { id: 254, isSure: false, chance: 0.5 },
      { id: 1, isSure: true, chance: 0.95 },
    ]);
    expect([valueAt(planes, 100, 149), valueAt(planes, 100, 150)]).toEqual([255, 254]);
  });

  it('asks about 24 at most, the largest, and joins the others with the nearest of their kind', () => {
    const planes = emptyPlanes({ widthPx: 800, heightPx: 800 });
    let marked = 0;
    for (let i = 0; i < 60; i++) {
      const side = 4 + (i % 20);
      mark(planes, [20 + 95 * (i % 8), 20 + 95 * Math.floor(i / 8), side, side], 'stain', 0.7);
      marked += side * side;
    }
    mark(planes, [700, 760, 2, 2], 'loss', 0.7);
    const regions = assignRegions(planes);
    expect(regions).toHaveLength(24);
    expect(regions.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, i) => 254 - i));
    expect(regions.reduce((sum, { count }) => sum + count, 0)).toBe(61);
    expect(regions.filter(({ kind }) => kind === 'loss')).toHaveLength(1);
    const values = planes.mask.samples.filter((value) => value > 127);
    expect(values).toHaveLength(marked + 4);
    expect(new Set(values)).toEqual(new Set(regions.map(({ id }) => id)));
  });

  it('offers what is only offered beside the rest, with a value that nobody takes for marked', () => {
    const planes = emptyPlanes();
    mark(planes, [100, 50, 2, 100], 'scratch', 0.95);
    mark(planes, [100, 150, 2, 100], 'scratch', 0.4, true);
    mark(planes, [300, 50, 2, 100], 'scratch', 0.7);
    mark(planes, [400, 50, 20, 20], 'loss', 0.4, true);
    // Specks at two places are two questions.
    for (const left of [20, 30, 40, 540]) mark(planes, [left, 350, 3, 3], 'dust', 0.4, true);
    expect(assignRegions(planes)).toMatchObject([
      { id: 254, isSure: false, isOffered: false, isRefused: false },
      { id: 230, kind: 'loss', isSure: false, isOffered: true, isRefused: true },
      { id: 229, kind: 'scratch', chance: 0.4, isOffered: true },
      { id: 228, kind: 'dust', count: 3, isOffered: true },
      { id: 227, kind: 'dust', count: 1, isOffered: true },
      { id: 1, isSure: true, isOffered: false },
    ]);
    expect([230, 229].map(leftValueOf)).toEqual([102, 101]);
    const places = [
      [100, 149],
      [100, 150],
      [300, 50],
      [400, 50],
      [20, 350],
      [540, 350],
    ] as const;
    expect(places.map(([x, y]) => valueAt(planes, x, y))).toEqual([255, 101, 254, 102, 100, 99]);
  });

  it('offers so many that there are 24 questions, the most likely and largest, and the specks left over as one', () => {
    const planes = emptyPlanes({ widthPx: 800, heightPx: 800 });
    for (let i = 0; i < 20; i++)
      mark(planes, [20 + 75 * (i % 10), 20 + 75 * Math.floor(i / 10), 6, 6], 'stain', 0.7);
    for (let i = 0; i < 6; i++) mark(planes, [20 + 110 * i, 300, 10 + i, 10], 'loss', 0.4, true);
    for (let i = 0; i < 7; i++) mark(planes, [20 + 100 * i, 500, 3, 3], 'dust', 0.4, true);
    const regions = assignRegions(planes);
    expect(regions.map(({ isOffered }) => isOffered)).toEqual([
      ...Array(20).fill(false),
      ...Array(4).fill(true),
    ]);
    expect(regions.slice(20)).toMatchObject([
      { kind: 'loss' },
      { kind: 'loss' },
      { kind: 'loss' },
      { kind: 'dust', count: 7 },
    ]);
    // What is not offered is nowhere.
    expect([valueAt(planes, 570, 300), valueAt(planes, 20, 300)]).toEqual([leftValueOf(230), 0]);
    const values = new Set(planes.mask.samples.filter((value) => value > 0 && value <= 127));
    expect(values).toEqual(new Set([102, 101, 100, 99]));
  });

  it('offers ten places at most', () => {
    const planes = emptyPlanes({ widthPx: 800, heightPx: 800 });
    for (let i = 0; i < 30; i++)
      mark(planes, [20 + 75 * (i % 10), 20 + 75 * Math.floor(i / 10), 8 + (i % 5), 8], 'loss', 0.4, true);
    expect(assignRegions(planes)).toHaveLength(10);
  });

  it('is the same in a scan of twenty megapixels as in a small one', () => {
    const large = emptyPlanes({ widthPx: 5400, heightPx: 3600 });
    for (const top of [180, 810, 1440]) mark(large, [900, top, 18, 450], 'crack', 0.8);
    const [region, ...others] = assignRegions(large);
    expect(others).toEqual([]);
    expect(region!.box.left).toBeCloseTo(1 / 6, 2);
    expect(region!.box.height).toBeCloseTo(1710 / 3600, 2);
  });

  it('names nothing where nothing is marked', () => {
    expect(assignRegions(emptyPlanes())).toEqual([]);
  });
});

describe('framedBoxOf', () => {
  const box = { left: 0.4, top: 0.2, width: 0.1, height: 0.2 };
  const straight = { degrees: 0, left: 0, top: 0, right: 0, bottom: 0 };

  it('leaves what was not framed where it is, and counts from what was cut off', () => {
    const same = framedBoxOf(box, size, straight);
    for (const [name, value] of Object.entries(box))
      expect(same[name as keyof typeof box]).toBeCloseTo(value, 9);
    const cut = framedBoxOf(box, size, { ...straight, left: 0.1, right: 0.1, top: 0.3 });
    expect(cut.left).toBeCloseTo(0.3 / 0.8, 9);
    expect(cut.top).toBe(0);
    expect(cut.height).toBeCloseTo(0.1 / 0.7, 9);
  });

  it('follows a turn: what was at the left is at the top after a quarter', () => {
    const turned = framedBoxOf({ left: 0, top: 0.4, width: 0.1, height: 0.2 }, size, {
      ...straight,
      degrees: 90,
    });
    expect(turned.top).toBeCloseTo(0, 9);
    expect(turned.left).toBeCloseTo(0.4, 9);
    expect(turned.height).toBeCloseTo(0.1, 9);
  });
});
