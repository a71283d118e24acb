/** Suggested crops: whatever the photo, the sheet and the faces, inside the photo, in shape, and with the faces whole. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centredCrop,
  facesInCrop,
  lyingAspect,
  type SalienceGrid,
  type ShareRect,
  suggestCrop,
  suggestCropOfSize,
} from './crop-rules.ts';

const side = fc.integer({ min: 1, max: 12_000 });
const aspect = fc.double({ min: 0.1, max: 10, noNaN: true });
const share = fc.integer({ min: 0, max: 1000 }).map((value) => value / 1000);
const face = fc.tuple(share, share, share, share).map(([left, top, width, height]) => ({
  left,
  top,
  width: width * (1 - left),
  height: height * (1 - top),
}));
const faces = fc.array(face, { maxLength: 8 });
const digits = '0123456789abcdef';
const salience = fc
  .array(fc.integer({ min: 0, max: 15 }), { minLength: 64, maxLength: 64 })
  .map((cells): SalienceGrid => ({ columns: 8, rows: 8, cells: cells.map((v) => digits[v]).join('') }));
const facts = fc.record({
  widthPx: side,
  heightPx: side,
  faces,
  salience: fc.option(salience, { nil: undefined }),
});

const pixelsOf = (photo: { widthPx: number; heightPx: number }, crop: ShareRect) => ({
  leftPx: crop.left * photo.widthPx,
  topPx: crop.top * photo.heightPx,
  widthPx: crop.width * photo.widthPx,
  heightPx: crop.height * photo.heightPx,
});
const isWhole = (one: ShareRect, crop: ShareRect) =>
  facesInCrop([one], crop, { across: 0, along: 0 }).every(({ place }) => place === 'inside');
const uniform: SalienceGrid = { columns: 2, rows: 2, cells: '1111' };

describe('every crop', () => {
  it('is whole pixels inside the photo, of the shape within a pixel, and as large as can be', () => {
    fc.assert(
      fc.property(facts, aspect, (photo, wanted) => {
        const crop = pixelsOf(photo, suggestCrop(photo, wanted));
        const lying = lyingAspect(photo, wanted);
        for (const value of Object.values(crop)) {
          expect(Math.abs(value - Math.round(value))).toBeLessThan(1e-6);
          expect(value).toBeGreaterThanOrEqual(0);
        }
        expect(crop.leftPx + crop.widthPx).toBeLessThanOrEqual(photo.widthPx + 1e-6);
        expect(crop.topPx + crop.heightPx).toBeLessThanOrEqual(photo.heightPx + 1e-6);
        const [width, height] = [Math.round(crop.widthPx), Math.round(crop.heightPx)];
        expect(width === photo.widthPx || height === photo.heightPx).toBe(true);
        const off = Math.min(Math.abs(width - height * lying), Math.abs(height - width / lying));
        expect(off <= 0.5 + 1e-6 || width === 1 || height === 1).toBe(true);
      }),
    );
  });

  it('shows every face whole when all fit', () => {
    fc.assert(
      fc.property(facts, aspect, (photo, wanted) => {
        const crop = suggestCrop(photo, wanted);
        const seen = photo.faces.filter(({ width, height }) => width > 1e-6 && height > 1e-6);
        const [left, top] = [Math.min(...seen.map((it) => it.left)), Math.min(...seen.map((it) => it.top))];
        const right = Math.max(...seen.map((it) => it.left + it.width));
        const bottom = Math.max(...seen.map((it) => it.top + it.height));
        // Whole pixels: one to spare on each side.
        const isRoom =
          (right - left) * photo.widthPx + 2 <= crop.width * photo.widthPx + 1e-6 || crop.width === 1;
        const isRoomAlong =
          (bottom - top) * photo.heightPx + 2 <= crop.height * photo.heightPx + 1e-6 || crop.height === 1;
        if (!(isRoom && isRoomAlong)) return;
        for (const one of seen) expect(isWhole(one, crop)).toBe(true);
      }),
    );
  });

  it('keeps no less of the faces whole when the sheet comes nearer to the shape of the photo', () => {
    const square = fc.record({ widthPx: fc.constant(3000), heightPx: fc.constant(3000), faces, salience });
    const narrow = fc.tuple(
      fc.double({ min: 1, max: 5, noNaN: true }),
      fc.double({ min: 1, max: 5, noNaN: true }),
    );
    fc.assert(
      fc.property(square, narrow, (photo, wanted) => {
        const weightAt = (at: number) => {
          const crop = suggestCrop(photo, at);
          return photo.faces
            .filter((one) => isWhole(one, crop))
            .reduce((sum, { width, height }) => sum + width * height, 0);
        };
        const [near, far] = [Math.min(...wanted), Math.max(...wanted)];
        expect(weightAt(near)).toBeGreaterThanOrEqual(weightAt(far) - 2e-3);
      }),
    );
  });

  it('is the same for the mirrored photo, mirrored, but for a pixel', () => {
    fc.assert(
      fc.property(faces, (found) => {
        const photo = { widthPx: 6000, heightPx: 4000 };
        const mirrored = found.map((one) => ({ ...one, left: 1 - one.left - one.width }));
        const crop = suggestCrop({ ...photo, faces: found }, 1);
        const other = suggestCrop({ ...photo, faces: mirrored }, 1);
        const weightOf = (all: readonly ShareRect[], at: ShareRect) =>
          all.filter((one) => isWhole(one, at)).reduce((sum, { width, height }) => sum + width * height, 0);
        expect(weightOf(mirrored, other)).toBeCloseTo(weightOf(found, crop), 2);
      }),
    );
  });
});

describe('without anything to keep', () => {
  it('is the centred crop, as the layout cuts it', () => {
    fc.assert(
      fc.property(side, side, aspect, (widthPx, heightPx, wanted) => {
        const { by, ...crop } = suggestCrop({ widthPx, heightPx }, wanted);
        expect(by).toBe('centre');
        expect(crop).toEqual(centredCrop({ widthPx, heightPx }, wanted));
      }),
    );
  });

  it('stays centred when all of the photo draws the eye alike', () => {
    const { by } = suggestCrop({ widthPx: 6000, heightPx: 4000, salience: uniform }, 1);
    expect(by).toBe('centre');
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses an aspect of %s', (wanted) => {
    expect(() => suggestCrop({ widthPx: 10, heightPx: 10 }, wanted)).toThrow(RangeError);
    expect(() => centredCrop({ widthPx: 10, heightPx: 10 }, wanted)).toThrow(RangeError);
  });
});

describe('faces', () => {
  const photo = { widthPx: 6000, heightPx: 4000 };

  it('in a corner are whole, with what room the photo has', () => {
    for (const [left, top] of [
      [0, 0],
      [0.9, 0],
      [0, 0.85],
      [0.9, 0.85],
    ] as const) {
      const one = { left, top, width: 0.1, height: 0.15 };
      const crop = suggestCrop({ ...photo, faces: [one] }, 1);
      expect(isWhole(one, crop)).toBe(true);
      expect(crop.by).toBe('faces');
      expect(crop.left).toBeCloseTo(left === 0 ? 0 : 1 - crop.width, 3);
    }
  });

  it('have room above the head', () => {
    const upright = { widthPx: 4000, heightPx: 6000 };
    const head = { left: 0.4, top: 0.2, width: 0.2, height: 0.2 };
    const crop = suggestCrop({ ...upright, faces: [head] }, 1);
    expect(head.top - crop.top).toBeGreaterThanOrEqual(0.099);
    expect(crop.top).toBeLessThanOrEqual(0.1);
  });

  it('that fill the photo more than the crop show their middle', () => {
    const huge = { left: 0.05, top: 0, width: 0.9, height: 1 };
    const crop = suggestCrop({ ...photo, faces: [huge] }, 1);
    expect(crop.left + crop.width / 2).toBeCloseTo(0.5, 3);
  });

  it('that do not fit together: the larger one is whole', () => {
    const far = { left: 0.02, top: 0.3, width: 0.05, height: 0.08 };
    const near = { left: 0.7, top: 0.2, width: 0.25, height: 0.5 };
    const crop = suggestCrop({ ...photo, faces: [far, near] }, 0.8);
    expect(isWhole(near, crop)).toBe(true);
    expect(isWhole(far, crop)).toBe(false);
  });

  it('by the thousand are answered, and nothing that is no rectangle disturbs', () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({
      left: (i % 100) / 100,
      top: Math.floor(i / 100) / 50,
      width: 0.01,
      height: 0.02,
    }));
    const odd = [
      { left: Number.NaN, top: 0, width: 1, height: 1 },
      { left: 0.5, top: 0.5, width: 0, height: 0 },
      { left: -3, top: -3, width: 1, height: 1 },
    ];
    expect(suggestCrop({ ...photo, faces: many }, 1).width).toBeCloseTo(2 / 3, 3);
    expect(suggestCrop({ ...photo, faces: odd }, 1).by).toBe('centre');
  });

  it('a crop of a size that was decided moves along the longer cut alone', () => {
    const one = { left: 0.02, top: 0.3, width: 0.1, height: 0.2 };
    const crop = suggestCropOfSize({ ...photo, faces: [one] }, { widthPx: 4000, heightPx: 3999 });
    expect(crop).toMatchObject({ topPx: 0, by: 'faces' });
    expect(crop.leftPx).toBeLessThanOrEqual(0.02 * 6000);
  });
});

describe('what draws the eye', () => {
  it('moves the crop towards it, and faces come first', () => {
    const right: SalienceGrid = { columns: 4, rows: 1, cells: '000f' };
    const photo = { widthPx: 6000, heightPx: 4000, salience: right };
    const crop = suggestCrop(photo, 1);
    expect(crop.by).toBe('salience');
    expect(crop.left + crop.width).toBeGreaterThan(0.95);
    const one = { left: 0, top: 0.4, width: 0.1, height: 0.15 };
    expect(isWhole(one, suggestCrop({ ...photo, faces: [one] }, 1))).toBe(true);
  });

  it('of a photo that lies across is looked for along its longer side', () => {
    const low: SalienceGrid = { columns: 1, rows: 4, cells: '000f' };
    const crop = suggestCrop({ widthPx: 4000, heightPx: 6000, salience: low }, 4 / 3);
    // The sheet is turned with the photo: 3:4.
    expect(crop.height * 6000).toBeCloseTo(4000 / 0.75, -1);
    expect(crop.top + crop.height).toBeGreaterThan(0.9);
  });
});

describe('faces in a crop', () => {
  const crop = { left: 0.2, top: 0, width: 0.6, height: 1 };
  const safe = { across: 0.1, along: 0.05 };
  const at = (left: number, width = 0.1) => ({ left, top: 0.4, width, height: 0.2 });

  it('are inside, near the edge, cut or outside', () => {
    const found = facesInCrop([at(0.4), at(0.22), at(0.15), at(0.05), at(0.7)], crop, safe);
    expect(found.map(({ place }) => place)).toEqual(['inside', 'near', 'cut', 'outside', 'near']);
    expect(found[2]!.shown).toBeCloseTo(0.5, 6);
  });

  it('of the suggested crop are cut only where they can not be whole', () => {
    fc.assert(
      fc.property(face, (one) => {
        fc.pre(one.width > 1e-3 && one.height > 1e-3 && one.width < 0.6);
        const suggested = suggestCrop({ widthPx: 6000, heightPx: 4000, faces: [one] }, 1);
        expect(facesInCrop([one], suggested, { across: 0, along: 0 })[0]!.place).toBe('inside');
      }),
    );
  });
});
