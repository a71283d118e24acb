/** ID photos cut by the head: whatever the portrait, the head as high as the rule says, whole and in the middle, or a reason why not. */
import { idPhotoRuleOf, idPhotoSizeNames } from '@platen/contracts/print-layout';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PhotoMeasures } from '../quality/measures-version.ts';
import { judgeQuality } from '../quality/quality-rules.ts';
import { sharpMeasures } from '../testing/measure-samples.ts';
import { chooseIdPhotoCrop, type IdPhotoRule } from './id-photo-crop-rules.ts';

const ruleOf = (name: (typeof idPhotoSizeNames)[number]): IdPhotoRule => {
  const { width_hmm, height_hmm, head } = idPhotoRuleOf(name);
  return {
    widthMm: width_hmm / 100,
    heightMm: height_hmm / 100,
    headMm: { min: head.head_min_hmm / 100, max: head.head_max_hmm / 100 },
    crownMm: { min: head.crown_min_hmm / 100, max: head.crown_max_hmm / 100 },
  };
};
const rules = idPhotoSizeNames.map((name) => [name, ruleOf(name)] as const);

/** A face in the middle of a photo of 3000 x 4000. */
const photo = (height: number, more: Partial<{ left: number; top: number }> = {}) => ({
  widthPx: 3000,
  heightPx: 4000,
  faces: [{ left: 0.5 - height / 2, top: 0.35, width: height, height, score: 1, ...more }],
});

describe('chooseIdPhotoCrop', () => {
  it.each(rules)('cuts %s with the head as high as its rule says, whole, in the middle', (_name, rule) => {
    const found = chooseIdPhotoCrop(photo(0.2), rule);
    if (typeof found === 'string') throw new Error(found);
    const { crop, headMm } = found;
    expect(headMm).toBeGreaterThanOrEqual(rule.headMm.min);
    expect(headMm).toBeLessThanOrEqual(rule.headMm.max);
    const [wide, high] = [crop.width * 3000, crop.height * 4000];
    expect(wide / high).toBeCloseTo(rule.widthMm / rule.heightMm, 2);
    expect(crop.left + crop.width / 2).toBeCloseTo(0.5, 2);
    // Some way above the detector's box, and the chin below it, inside.
    expect(0.35 - crop.top).toBeGreaterThan(0.3 * 0.2);
    expect(crop.top + crop.height).toBeGreaterThan(0.35 + 0.91 * 0.2);
  });

  it('stays in the photo and keeps to the rule, wherever the face is', () => {
    const face = fc.record({
      left: fc.double({ min: 0, max: 0.9, noNaN: true }),
      top: fc.double({ min: 0, max: 0.9, noNaN: true }),
      width: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
      height: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
    });
    const side = fc.integer({ min: 50, max: 9000 });
    fc.assert(
      fc.property(side, side, face, fc.constantFrom(...rules), (widthPx, heightPx, one, [, rule]) => {
        const found = chooseIdPhotoCrop({ widthPx, heightPx, faces: [one] }, rule);
        if (typeof found === 'string') return;
        const { crop, headMm } = found;
        expect(crop.left).toBeGreaterThanOrEqual(0);
        expect(crop.top).toBeGreaterThanOrEqual(0);
        expect(crop.left + crop.width).toBeLessThanOrEqual(1 + 1 / widthPx);
        expect(crop.top + crop.height).toBeLessThanOrEqual(1 + 1 / heightPx);
        expect(headMm).toBeGreaterThanOrEqual(rule.headMm.min - 1e-9);
        expect(headMm).toBeLessThanOrEqual(rule.headMm.max + 1e-9);
        const aside = Math.abs(one.left + one.width / 2 - crop.left - crop.width / 2);
        expect(aside).toBeLessThanOrEqual(0.07 * crop.width + 1 / widthPx);
        expect(one.top).toBeGreaterThanOrEqual(crop.top - 1e-9);
      }),
    );
  });

  it('says why there is none: no face, several, a head at the edge, too little around it', () => {
    const rule = ruleOf('35x45');
    expect(chooseIdPhotoCrop({ widthPx: 300, heightPx: 400 }, rule)).toBe('no_face');
    const two = {
      ...photo(0.2),
      faces: [...photo(0.2).faces, { left: 0.1, top: 0.4, width: 0.15, height: 0.15, score: 1 }],
    };
    expect(chooseIdPhotoCrop(two, rule)).toBe('several_faces');
    const onTheWall = {
      ...two,
      faces: [two.faces[0]!, { left: 0.1, top: 0.4, width: 0.05, height: 0.05, score: 1 }],
    };
    expect(typeof chooseIdPhotoCrop(onTheWall, rule)).toBe('object');
    expect(chooseIdPhotoCrop(photo(0.2, { top: 0 }), rule)).toBe('head_cut');
    expect(chooseIdPhotoCrop(photo(0.2, { top: 0.04 }), rule)).toBe('head_cut');
    expect(chooseIdPhotoCrop(photo(0.6), rule)).toBe('no_room');
    expect(chooseIdPhotoCrop(photo(0.2, { left: 0.02 }), rule)).toBe('no_room');
  });
});

const measures: PhotoMeasures = { ...sharpMeasures, widthPx: 3000, heightPx: 4000 };

describe('judgeQuality of an ID photo', () => {
  const rule = ruleOf('35x45');
  const judge = (facts: Partial<PhotoMeasures>) =>
    judgeQuality(
      { ...measures, ...facts },
      { widthMm: rule.widthMm, heightMm: rule.heightMm, fit: 'fill', isBorderless: true, idPhoto: rule },
    );

  it('judges what is cut by the head, at its resolution', () => {
    const good = judge(photo(0.2));
    expect(good).toMatchObject({ verdict: 'good', suggestedFit: 'fill' });
    expect(good.placed.crop.widthPx / good.placed.crop.heightPx).toBeCloseTo(35 / 45, 2);
    expect(good.findings.map(({ name }) => name)).toEqual(['id_head_height']);
    const small = judge(photo(0.02, { left: 0.49 }));
    expect(small.findings[0]).toMatchObject({ name: 'low_resolution' });
    expect(small.verdict).not.toBe('good');
  });

  it('calls what has no such part unprintable, with the reason in two languages', () => {
    const cases: [Partial<PhotoMeasures>, string][] = [
      [{ faces: [] }, 'id_no_face'],
      [
        {
          faces: [...photo(0.2).faces, { ...photo(0.2).faces[0]!, left: 0.1 }].map((one) => ({
            ...one,
            score: 1,
          })),
        },
        'id_several_faces',
      ],
      [photo(0.2, { top: 0 }), 'id_head_cut'],
      [photo(0.6), 'id_no_room'],
    ];
    for (const [facts, name] of cases) {
      const { verdict, findings } = judge(facts);
      expect([verdict, findings[0]!.name]).toEqual(['unprintable', name]);
      expect(findings[0]!.sentence.zh).toMatch(/\p{Script=Han}/u);
    }
  });
});

describe('a suggested crop', () => {
  const square = { widthMm: 100, heightMm: 100, fit: 'fill', isBorderless: true } as const;
  const couple = (apart: number) => ({
    widthPx: 6000,
    heightPx: 4000,
    faces: [0.5 - apart / 2, 0.5 + apart / 2].map((middle) => ({
      left: middle - 0.06,
      top: 0.4,
      width: 0.12,
      height: 0.2,
      score: 1,
    })),
  });

  it('never cuts a second face: both whole where they fit, else the whole photo with a border', () => {
    for (let apart = 0.15; apart <= 0.86; apart += 0.01) {
      const facts = { ...measures, ...couple(apart) };
      const { suggestedCrop: crop, suggestedFit } = judgeQuality(facts, square);
      for (const face of facts.faces) {
        expect(face.left * 6000).toBeGreaterThanOrEqual(crop.leftPx - 1);
        expect((face.left + face.width) * 6000).toBeLessThanOrEqual(crop.leftPx + crop.widthPx + 1);
      }
      const fits = (apart + 0.12) * 6000 <= 4000 - 2;
      if (fits) expect([apart, suggestedFit, crop.widthPx]).toEqual([apart, 'fill', 4000]);
      else if (suggestedFit === 'fit')
        expect(crop).toMatchObject({ leftPx: 0, widthPx: 6000, heightPx: 4000 });
    }
  });
});
