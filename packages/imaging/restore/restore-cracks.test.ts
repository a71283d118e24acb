import { describe, expect, it } from 'vitest';
import { detectCracks } from './restore-cracks.ts';
import { type CrackPiece, strokeOf, unlikenessOf } from './restore-strokes.ts';

const size = { widthPx: 200, heightPx: 100 };

/** A level strip 2 px high as a piece. */
function strip(left: number, right: number, top: number, chance = 0.3): CrackPiece {
  const pixels = [0, 1].flatMap((row) =>
    Array.from({ length: right - left }, (_, i) => (top + row) * size.widthPx + left + i),
  );
  return {
    candidate: { pixels: Int32Array.from(pixels), features: [], isLight: true },
    chance,
    scale: 1,
    widthPx: size.widthPx,
  };
}

/** Grey above and below row 50, with light rows 50 and 51 between. */
function picture(above: number, below: number) {
  const rgb = new Uint8Array(3 * size.widthPx * size.heightPx);
  for (let y = 0; y < size.heightPx; y++) {
    rgb.fill(y < 50 ? above : y < 52 ? 220 : below, 3 * y * size.widthPx, 3 * (y + 1) * size.widthPx);
  }
  return { rgb, ...size };
}

describe('unlikenessOf', () => {
  it.each([
    [90, 90, 0],
    [60, 100, 0.25],
    [40, 200, 0.89],
  ])('is for a light line between %d and %d about %d', (above, below, unlikeness) => {
    const piece = strip(20, 120, 50);
    expect(unlikenessOf(piece, strokeOf(piece), picture(above, below))).toBeCloseTo(unlikeness, 1);
  });

  it('is unknown where one side is not in the picture', () => {
    const piece = strip(20, 120, 0);
    expect(unlikenessOf(piece, strokeOf(piece), picture(90, 90))).toBeUndefined();
  });
});

describe('detectCracks', () => {
  it('joins pieces that follow each other to one, and makes them more likely', () => {
    const pieces = [strip(10, 40, 50), strip(46, 90, 50), strip(100, 150, 50)];
    const [crack, ...others] = detectCracks(pieces, picture(90, 90));
    expect(others).toEqual([]);
    expect(crack).toMatchObject({ box: { left: 10, right: 149, top: 50, bottom: 51 }, area: 248 });
    const [alone] = detectCracks(pieces.slice(0, 1), picture(90, 90));
    expect(crack!.score).toBeGreaterThan(alone!.score + 2);
  });

  it('leaves apart what lies beside or further away', () => {
    const pieces = [strip(10, 60, 50), strip(70, 120, 60), strip(180, 199, 50)];
    const boxes = detectCracks(pieces, picture(90, 90)).map(({ box }) => box.right);
    expect(boxes.sort((a, b) => a - b)).toEqual([59, 119]);
  });

  it('finds the light along an edge less likely than a crack', () => {
    const [crack] = detectCracks([strip(20, 120, 50)], picture(90, 90));
    const [edge] = detectCracks([strip(20, 120, 50)], picture(40, 200));
    expect(crack!.score - edge!.score).toBeGreaterThan(2);
  });

  it('leaves out dark lines, and what is as wide as long', () => {
    const dark = strip(20, 120, 50);
    dark.candidate.isLight = false;
    const rows = Array.from({ length: 20 }, (_, row) => Array.from(strip(20, 50, 40 + row).candidate.pixels));
    const block = strip(20, 50, 40);
    block.candidate.pixels = Int32Array.from(new Set(rows.flat()));
    expect(detectCracks([dark, block], picture(90, 90))).toEqual([]);
  });
});
