/** The judgement as arithmetic on numbers: each finding past its threshold and not before, graver as the defect grows. */
import { describe, expect, it } from 'vitest';
import { sharpMeasures } from '../testing/measure-samples.ts';
import type { PhotoMeasures } from './measures-version.ts';
import type { Verdict } from './quality-finding-rules.ts';
import { messageOf, qualityNames } from './quality-message-rules.ts';
import { goodPpiOf, placeOf, type QualityPaper, type QualityPrinter } from './quality-paper-rules.ts';
import { judgeQuality } from './quality-rules.ts';

const good = sharpMeasures;

/** Edges as a hand that shook leaves them: those that face along its way are so wide. */
const shakenWidths = (wide: number) => [wide, wide * 0.95, wide * 0.7, 2.5, 2, 2.4, wide * 0.7, wide * 0.9];
const card: QualityPaper = { widthMm: 101.6, heightMm: 152.4, fit: 'fill', isBorderless: true };
const page: QualityPaper = { widthMm: 210, heightMm: 297, fit: 'fit', isBorderless: false };
const printer: QualityPrinter = {
  name: 'one',
  takesSize: true,
  isBorderless: true,
  dpi: 300,
  isColour: true,
  marginsMm: { top: 3, right: 3, bottom: 3, left: 3 },
};

const judge = (measures: Partial<PhotoMeasures>, paper: QualityPaper = card) =>
  judgeQuality({ ...good, ...measures }, paper);
const namesOf = (measures: Partial<PhotoMeasures>, paper?: QualityPaper) =>
  judge(measures, paper)
    .findings.map(({ name }) => name)
    .filter((name) => name !== 'turned');

describe('judgeQuality', () => {
  it('finds nothing but a quarter turn in a good photo', () => {
    expect(judge({})).toMatchObject({ verdict: 'good' });
    expect(namesOf({})).toEqual([]);
    expect(namesOf({ widthPx: 4000, heightPx: 6000 })).toEqual([]);
  });

  it('asks for the resolution that eyes can see at the distance of looking', () => {
    const at = (widthMm: number, heightMm: number) => Math.round(goodPpiOf({ widthMm, heightMm }));
    expect([at(102, 152), at(300, 450), at(500, 750)]).toEqual([291, 161, 97]);
  });

  it('leaves night, studio, snow, fog, sunsets, sepia and high key alone', () => {
    const scenes: Record<string, Partial<PhotoMeasures>> = {
      night: { lumaLow: 0, lumaMedian: 12, lumaHigh: 140, lumaPeak: 250, blackShare: 0.4 },
      'black background': { lumaLow: 0, lumaMedian: 2, lumaHigh: 200, lumaPeak: 230, blackShare: 0.45 },
      snow: { lumaLow: 120, lumaMedian: 238, lumaHigh: 250, lumaPeak: 252, whiteShare: 0.04, restLuma: 230 },
      'high key': {
        lumaLow: 30,
        lumaMedian: 250,
        lumaHigh: 255,
        lumaPeak: 255,
        whiteShare: 0.15,
        clippedWhiteShare: 0.3,
        clippedColourShare: 0.03,
        restLuma: 215,
      },
      'a window behind people': { clippedWhiteShare: 0.3, clippedColourShare: 0.08, restLuma: 90 },
      fog: { lumaLow: 110, lumaMedian: 160, lumaHigh: 200, lumaPeak: 205 },
      sunset: { castChroma: 15, castHue: 60 },
      'soft all over': { edgeWidths: [5.2, 5, 4.8, 4.6, 4.4, 4.6, 4.8, 5], blurPx: 1.6 },
      stripes: { edgeWidths: [2, 2.2, null, null, null, null, null, 2.1] },
      'one wide direction that no neighbour bears out': { edgeWidths: [12, 2, 2, 2, 2, 2, 2, 2] },
      'a bud in focus, grass that is not': {
        edgeWidths: shakenWidths(9),
        edgeSwing: { swing: 0.3, sureness: 4, agreement: 0.55 },
      },
      'a bud and nothing else': { edgeWidths: shakenWidths(9), edgeSwing: null },
      'one wall of stripes': {
        edgeWidths: shakenWidths(9),
        edgeSwing: { swing: 0.3, sureness: 1.9, agreement: 1 },
      },
      sepia: { castChroma: 40, castHue: 80, isMonochrome: true },
      texture: { noiseSigma: 14, noiseRoughness: 1.1 },
      'hidden by its size': { noiseSigma: 14, blurPx: 3, jpegQuality: 50, blockStep: 3 },
    };
    for (const [scene, measures] of Object.entries(scenes)) {
      expect([scene, judge(measures).verdict]).toEqual([scene, 'good']);
      expect([scene, namesOf(measures)]).toEqual([scene, []]);
    }
  });

  const fitted = (share: number) => ({
    widthPx: Math.round(6000 * share),
    heightPx: Math.round(4000 * share),
  });
  const sized = fitted(0.3);
  const steps: [string, Partial<PhotoMeasures>[], Verdict[]][] = [
    ['low_resolution', [0.3, 0.12, 0.08, 0.03].map(fitted), ['good', 'acceptable', 'poor', 'unprintable']],
    ['blurred', [1.5, 3, 5].map((blurPx) => ({ ...sized, blurPx })), ['good', 'acceptable', 'poor']],
    ['noisy', [5, 10, 20].map((noiseSigma) => ({ ...sized, noiseSigma })), ['good', 'acceptable', 'poor']],
    [
      'too_dark',
      [200, 100, 40].map((lumaHigh) => ({ lumaHigh, lumaPeak: lumaHigh + 5, lumaMedian: 20, lumaLow: 0 })),
      ['good', 'acceptable', 'poor'],
    ],
    [
      'washed_out',
      [0.1, 0.4, 0.8].map((whiteShare) => ({ whiteShare, lumaLow: 90, lumaMedian: 250, lumaHigh: 255 })),
      ['good', 'acceptable', 'poor'],
    ],
    [
      'low_contrast',
      [120, 60, 30].map((range) => ({ lumaLow: 100, lumaHigh: 100 + range, lumaPeak: 165 + range })),
      ['good', 'acceptable', 'poor'],
    ],
    ['colour_cast', [8, 20].map((castChroma) => ({ castChroma, castHue: 200 })), ['good', 'acceptable']],
    [
      'shaken',
      [2, 7, 12].map((wide) => ({
        ...sized,
        edgeWidths: shakenWidths(wide),
        edgeSwing: { swing: 0.3, sureness: 6, agreement: 0.95 },
      })),
      ['good', 'acceptable', 'poor'],
    ],
    ['enlarged', [1, 11].map((enlargedTimes) => ({ enlargedTimes })), ['good', 'acceptable']],
    ['blotchy', [1.5, 4, 12].map((colourNoise) => ({ colourNoise })), ['good', 'acceptable', 'poor']],
    [
      'overexposed',
      [0.05, 0.3, 0.7].map((clippedWhiteShare) => ({
        clippedWhiteShare,
        clippedColourShare: 0.1,
        restLuma: 180,
      })),
      ['good', 'acceptable', 'poor'],
    ],
    [
      'compressed',
      [60, 40, 10].map((jpegQuality) => ({ ...sized, jpegQuality })),
      ['good', 'acceptable', 'poor'],
    ],
    ['blocking', [1, 3, 6].map((blockStep) => ({ ...sized, blockStep })), ['good', 'acceptable', 'poor']],
    [
      'damaged_data',
      [0, 0.01, 0.2].map((damagedShare) => ({ damagedShare })),
      ['good', 'poor', 'unprintable'],
    ],
    [
      'shifted_colours',
      [0, 0.02, 0.3].map((shiftedShare) => ({ shiftedShare })),
      ['good', 'acceptable', 'poor'],
    ],
    ['truncated', [0.01, 0.3].map((missingShare) => ({ missingShare })), ['good', 'poor']],
    ['few_tones', [8, 4].map((bitDepth) => ({ bitDepth })), ['good', 'acceptable']],
    ['animated', [1, 8].map((frames) => ({ frames })), ['good', 'acceptable']],
    ['more_pages', [1, 3].map((pages) => ({ pages })), ['good', 'acceptable']],
    ['cropped', [6000, 7400, 12000].map((widthPx) => ({ widthPx })), ['good', 'acceptable', 'poor']],
  ];
  it.each(steps)('%s comes past its threshold, and is graver the stronger it is', (name, list, verdicts) => {
    expect(list.map((measures) => judge(measures).verdict)).toEqual(verdicts);
    list.forEach((measures, i) => {
      const found = judge(measures).findings.find((finding) => finding.name === name);
      expect([i, found !== undefined]).toEqual([i, i > 0]);
      expect(found?.sentence.zh ?? '照').toMatch(/\p{Script=Han}/u);
    });
  });

  it('says what it knows of the file without changing the verdict', () => {
    const facts: [string, Partial<PhotoMeasures>][] = [
      ['cmyk', { colourSpace: 'cmyk', hasProfile: true }],
      ['wide_gamut', { wideGamutShare: 0.1 }],
      ['profile_missing', { isColourUntold: true }],
      ['transparent', { transparentShare: 0.3 }],
      ['mirrored', { orientation: 4 }],
      ['clipped_highlights', { whiteShare: 0.4 }],
      ['clipped_shadows', { blackShare: 0.6 }],
    ];
    for (const [name, measures] of facts) {
      expect(namesOf(measures)).toEqual([name]);
      expect(judge(measures).verdict).toBe('good');
    }
    expect(judge({ colourSpace: 'cmyk' }).verdict).toBe('acceptable');
    expect(judge({ transparentShare: 1, whiteShare: 1 }).verdict).toBe('poor');
    expect(namesOf({ lumaLow: 200, lumaMedian: 200, lumaHigh: 200, lumaPeak: 200 })).toContain('blank');
  });

  it('has words for every finding in both languages', () => {
    for (const name of qualityNames) {
      const { sentence, advice } = messageOf(name, { value: 7, threshold: 3 });
      for (const { en, zh } of [sentence, advice]) {
        expect(en).toMatch(/^[A-Z0-9].*\.$/);
        expect(zh).toMatch(/\p{Script=Han}.*。$/u);
      }
    }
  });

  it('costs no more than arithmetic: the same numbers, the same answer', () => {
    expect(judge({})).toEqual(judge({}));
  });
});

describe('where the photo comes to stand', () => {
  it('keeps the trim and the safe zone off the edges of a print to the edge, and of no other', () => {
    const placed = placeOf(good, card);
    expect(placed).toMatchObject({ isTurned: true, trimMm: 2, safeMm: 5, lostShare: 0, whiteShare: 0 });
    expect(placed.crop).toEqual({ leftPx: 0, topPx: 0, widthPx: 6000, heightPx: 4000 });
    expect(placed.kept.leftPx).toBeGreaterThanOrEqual((2 / 152.4) * 6000);
    expect(placed.safe.topPx).toBeGreaterThanOrEqual((5 / 101.6) * 4000);
    expect(placeOf(good, page)).toMatchObject({ trimMm: 0, safeMm: 0, lostShare: 0 });
    expect(placeOf(good, page).whiteShare).toBeCloseTo(1 - 297 / 1.5 / 210, 2);
  });

  it('cuts alike on both sides, and tells what is left for the bleed', () => {
    const placed = placeOf({ widthPx: 5000, heightPx: 5000 }, card);
    expect(placed.crop).toMatchObject({ leftPx: 833, topPx: 0, widthPx: 3333, heightPx: 5000 });
    expect(placed.bleedMm).toBe(0);
  });

  it('survives pictures of one pixel and one line', () => {
    for (const size of [
      { widthPx: 1, heightPx: 1 },
      { widthPx: 1, heightPx: 9000 },
      { widthPx: 9000, heightPx: 2 },
    ]) {
      for (const paper of [card, page]) {
        const { kept, crop } = placeOf(size, paper);
        expect(Math.min(kept.widthPx, kept.heightPx, crop.widthPx, crop.heightPx)).toBeGreaterThanOrEqual(1);
      }
      expect(judge(size).verdict).toBe('unprintable');
    }
  });
});

describe('faces', () => {
  const face = (left: number, top: number, size = 0.2) => ({
    faces: [{ left, top, width: size / 1.5, height: size, score: 1 }],
  });

  it('are named when the crop or the trim cuts them, and when they come too near', () => {
    expect(namesOf(face(0.4, 0.4))).toEqual([]);
    expect(namesOf(face(0.4, 0.03))).toEqual(['face_near_edge']);
    expect(judge(face(0.4, 0.03)).verdict).toBe('good');
    expect(judge(face(0.4, 0.01)).findings[0]).toMatchObject({ name: 'face_cut', severity: 'warning' });
    const square = { ...card, widthMm: 101.6, heightMm: 101.6 };
    expect(judge(face(0.1, 0.4), square).findings[0]).toMatchObject({ name: 'face_cut', severity: 'severe' });
    expect(judge(face(0.1, 0.4), { ...square, fit: 'fit' }).findings.map(({ name }) => name)).not.toContain(
      'face_cut',
    );
  });

  it('that may be windows of a skyline are not spoken of', () => {
    const doubtful = face(0.4, 0.01).faces.map((each) => ({ ...each, score: 0.8 }));
    expect(namesOf({ faces: doubtful })).toEqual([]);
    const beside = [...face(0.4, 0.4, 0.1).faces, ...doubtful];
    expect(namesOf({ faces: beside })).toEqual([]);
  });

  it('in the background do not count', () => {
    const two = { faces: [...face(0.4, 0.3, 0.4).faces, ...face(0.001, 0.001, 0.05).faces] };
    expect(namesOf(two)).toEqual([]);
  });
});

describe('a named printer', () => {
  const withPrinter = (changes: Partial<QualityPrinter>, paper = card): QualityPaper => ({
    ...paper,
    printer: { ...printer, ...changes },
  });

  it('that can do it changes nothing', () => {
    expect(namesOf({}, withPrinter({}))).toEqual([]);
  });

  it("can't print what it has no paper for, nor to an edge that it doesn't reach", () => {
    expect(judge({}, withPrinter({ takesSize: false }))).toMatchObject({ verdict: 'unprintable' });
    const bordered = judge({}, withPrinter({ isBorderless: false }));
    expect(bordered.findings[0]).toMatchObject({ name: 'printer_not_borderless', value: 3, unit: 'mm' });
    expect(bordered.placed.trimMm).toBe(0);
  });

  it('leaves its own margins, and the resolution counts inside them', () => {
    const wide = { marginsMm: { top: 20, right: 10, bottom: 20, left: 10 } };
    const judged = judge({}, withPrinter(wide, page));
    expect(judged.placed.ppi).toBeGreaterThan(judge({}, page).placed.ppi);
    expect(judged.findings.map(({ name }) => name)).toContain('printer_margins');
    expect(namesOf({}, withPrinter({}, page))).not.toContain('printer_margins');
  });

  it('asks for no more pixels than it has dots, and is named when it is coarse or grey', () => {
    expect(judge(fitted150, withPrinter({ dpi: 203 })).goodPpi).toBe(203);
    expect(namesOf({}, withPrinter({ dpi: 90 }))).toContain('printer_resolution');
    expect(namesOf({}, withPrinter({ isColour: false }))).toEqual(['printer_monochrome']);
    expect(namesOf({ isMonochrome: true }, withPrinter({ isColour: false }))).toEqual([]);
  });
});

const fitted150 = { widthPx: 900, heightPx: 600 };

describe('a frame of its own', () => {
  it('is named where the trim would make it uneven', () => {
    const pxPerMm = 6000 / 152.4;
    const framed = (mm: number) => {
      const px = Math.round(mm * pxPerMm);
      return { ownBorder: { left: px, top: px, right: px, bottom: px } };
    };
    expect(namesOf(framed(0.5))).toEqual([]);
    expect(namesOf(framed(3))).toEqual(['own_border']);
    expect(namesOf(framed(15))).toEqual([]);
    expect(namesOf(framed(3), { ...card, isBorderless: false })).toEqual([]);
  });
});
