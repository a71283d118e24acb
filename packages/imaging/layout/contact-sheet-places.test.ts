import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseGrid, type GridQuestion } from './contact-grid-rules.ts';
import { captionsOf, pictureInCell, placeContactSheet } from './contact-sheet-places.ts';
import type { PixelArea } from './photo-layout.ts';
import { captionInk } from './sheet-cells.ts';

const overlap = (a: PixelArea, b: PixelArea): boolean =>
  a.leftPx < b.leftPx + b.widthPx &&
  b.leftPx < a.leftPx + a.widthPx &&
  a.topPx < b.topPx + b.heightPx &&
  b.topPx < a.topPx + a.heightPx;

const papers = [
  { widthHmm: 10_160, heightHmm: 15_240 },
  { widthHmm: 21_000, heightHmm: 29_700 },
  { widthHmm: 8_900, heightHmm: 8_900 },
];
const landscape = { widthPx: 3000, heightPx: 2000 };
const placed = (
  pictures: (typeof landscape)[],
  more: Partial<Omit<GridQuestion, 'aspects' | 'paper'>> = {},
  paper = papers[0]!,
) => {
  const aspects = pictures.map(({ widthPx, heightPx }) => widthPx / heightPx);
  const grid = chooseGrid({ aspects, paper, gapHmm: 300, hasCaptions: true, ...more });
  return grid && placeContactSheet(grid, pictures);
};

describe('places on a contact sheet', () => {
  it('have even gaps in the middle of the sheet where all pictures have one shape', () => {
    const photos = Array.from({ length: 24 }, () => landscape);
    const { cells, widthPx, heightPx, dpi } = placed(photos, { orientation: 'portrait' })!;
    expect([widthPx, heightPx, dpi, cells.length]).toEqual([1200, 1800, 300, 24]);
    const [first, second] = [cells[0]!, cells[1]!];
    expect(second.leftPx - first.leftPx - first.widthPx).toBe(35);
    const below = cells.find(({ topPx }) => topPx > first.topPx)!;
    // Three millimetres and the line of the caption.
    expect(below.topPx - first.topPx - first.heightPx).toBe(35 + 47);
    expect(first.widthPx / first.heightPx).toBeCloseTo(1.5, 1);
    const [last] = cells.slice(-1);
    const margins = [first.leftPx, widthPx - last!.leftPx - last!.widthPx];
    expect(Math.abs(margins[0]! - margins[1]!)).toBeLessThanOrEqual(1);
    const above = first.topPx - (heightPx - last!.topPx - last!.heightPx - 47);
    expect(Math.abs(above)).toBeLessThanOrEqual(1);
  });

  it('keep every picture whole, in its shape, apart from the others, their captions and the edge', () => {
    const side = fc.integer({ min: 1, max: 9000 });
    const cases = fc.record({
      pictures: fc.array(fc.record({ widthPx: side, heightPx: side }), { minLength: 2, maxLength: 30 }),
      paper: fc.constantFrom(...papers),
      gapHmm: fc.integer({ min: 0, max: 800 }),
      hasCaptions: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ pictures, paper, gapHmm, hasCaptions }) => {
        const sheet = placed(pictures, { gapHmm, hasCaptions }, paper);
        if (!sheet) return;
        const { widthPx, heightPx, cells, dpi } = sheet;
        const used = pictures.slice(0, cells.length);
        const areas = used.map((size, index) => pictureInCell(size, cells[index]!));
        const kind = hasCaptions ? 'number' : 'none';
        const names = used.map(() => 'A.JPG');
        const { texts, dot } = captionsOf(names, { kind, cellWidthPx: cells[0]!.widthPx, dpi });
        const ink = texts.flatMap((text, index) => captionInk(cells[index]!, text, dot));
        const edgePx = 59;
        for (const [index, area] of areas.entries()) {
          expect(area.leftPx >= edgePx - 1 && area.topPx >= edgePx - 1).toBe(true);
          expect(area.leftPx + area.widthPx).toBeLessThanOrEqual(widthPx - edgePx + 1);
          expect(area.topPx + area.heightPx).toBeLessThanOrEqual(heightPx - edgePx + 1);
          expect(areas.slice(index + 1).filter((other) => overlap(other, area))).toEqual([]);
          expect(ink.filter((mark) => overlap(mark, area))).toEqual([]);
          const shape = used[index]!.widthPx / used[index]!.heightPx;
          const off = Math.abs(area.widthPx - area.heightPx * shape);
          // Half a pixel of each side; a line is at least one pixel wide.
          expect(off <= 0.51 * (1 + shape) || Math.min(area.widthPx, area.heightPx) === 1).toBe(true);
        }
        for (const mark of ink) expect(mark.topPx + mark.heightPx).toBeLessThanOrEqual(heightPx);
      }),
      { numRuns: 100, seed: 3 },
    );
  });

  it('are bounded on the largest paper', () => {
    const banner = { widthHmm: 60_000, heightHmm: 250_000 };
    const sheet = placed([landscape, landscape], {}, banner)!;
    expect(Math.max(sheet.widthPx, sheet.heightPx)).toBeLessThanOrEqual(6000);
    expect(sheet.dpi).toBe(60);
  });
});

describe('captions', () => {
  const texts = (names: string[], cellWidthPx = 250, kind: 'number' | 'filename' | 'none' = 'filename') =>
    captionsOf(names, { kind, cellWidthPx, dpi: 300 });

  it('are names without their ending as they are written, in any plain script', () => {
    const names = [
      'IMG_0412.JPG',
      'beach, 3 (best).jpeg',
      '外婆.jpg',
      'Zoe\u0308.png',
      'Łódź.png',
      'Привет.tif',
    ];
    const written = ['IMG_0412', 'beach, 3 (best)', '外婆', 'Zoë', 'Łódź', 'Привет'];
    expect(texts(names, 500)).toMatchObject({ texts: written, gaps: written.map(() => undefined) });
    expect(texts(['龍鳳.jpg', 'さくら.jpg', '가족.jpg', 'Ἀθῆναι.jpg', 'a.b.tiff'], 500).texts).toEqual([
      '龍鳳',
      'さくら',
      '가족',
      'Ἀθῆναι',
      'a.b',
    ]);
    expect(texts(names, 500, 'number').texts).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(texts(names, 500, 'none').texts).toEqual(['', '', '', '', '', '']);
  });

  it('are numbers where a name would come out wrong, and say so', () => {
    const names = ['שלום.jpg', 'مرحبا.jpg', 'नमस्ते.jpg', 'สวัสดี.jpg', '😀.jpg', 'a\u202eb.jpg', '.jpg'];
    expect(texts(names, 500)).toMatchObject({
      texts: ['1', '2', '3', '4', '5', '6', '7'],
      gaps: [...Array.from({ length: 6 }, () => 'characters'), 'empty'],
    });
  });

  it('are shortened in the middle by their width, and give way where nothing would be left', () => {
    expect(texts(['PXL_20260714_123456789.JPG']).texts).toEqual(['PXL_202…3456789']);
    expect(texts(['外婆家的院子里的樱花树下.jpg']).texts).toEqual(['外婆家的…花树下']);
    const small = texts(['PXL_20260714_123456789.JPG', 'a.jpg'], 100);
    expect(small).toMatchObject({ texts: ['1', 'a'], gaps: ['room', undefined] });
  });
});
