import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFaded, measureTones, percentileOf, planTones, type ToneFacts } from './restore-tone.ts';

/** A print whose black is grey and whose white is yellow. */
const faded: ToneFacts = {
  black: [52, 46, 38],
  white: [212, 196, 168],
  blackLuma: 46.7,
  whiteLuma: 197.4,
  medianLuma: 110,
  isToned: false,
};
const wish = { fade: true, cast: true, contrast: true, amount: 1 };
const auto = { isFaded: true, isForced: false };

describe('isFaded', () => {
  it.each<[string, boolean, Partial<ToneFacts>]>([
    ['a print whose black is grey and whose white is dark', true, {}],
    ['a photo with a true black', false, { black: [8, 6, 5], blackLuma: 6.4 }],
    ['a photo with a true white', false, { white: [250, 248, 240], whiteLuma: 248 }],
    ['a photo with enough between', false, { blackLuma: 30, whiteLuma: 220 }],
    ['a scene whose darkest parts are red wood', false, { black: [60, 21, 17], blackLuma: 29 }],
    ['a scene whose darkest parts are colourful', false, { black: [110, 70, 52], blackLuma: 77 }],
    ['a field of snow', false, { medianLuma: 180 }],
    ['a sepia print, which has no blue in its black', true, { black: [42, 32, 0], isToned: true }],
  ])('tells of %s: %s', (_, expected, facts) => {
    expect(isFaded({ ...faded, ...facts })).toBe(expected);
  });
});

describe('planTones', () => {
  it('brings each channel from its black and white to nearly the whole range', () => {
    const { curves, ...steps } = planTones(faded, wish, auto);
    expect(steps).toEqual({ fade: true, cast: true, contrast: false });
    curves.forEach((curve, channel) => {
      expect([curve[faded.black[channel]!], curve[faded.white[channel]!]]).toEqual([2, 253]);
    });
  });

  it('leaves what is not faded, unless it is forced', () => {
    const { curves, ...steps } = planTones(faded, wish, { isFaded: false, isForced: false });
    expect(steps).toEqual({ fade: false, cast: false, contrast: false });
    for (const curve of curves) expect([...curve]).toEqual(Array.from({ length: 256 }, (_, value) => value));
    expect(planTones(faded, wish, { isFaded: false, isForced: true })).toMatchObject({
      fade: true,
      cast: true,
    });
  });

  it('keeps the tint of a toned print: all channels have one curve', () => {
    const { curves, cast } = planTones({ ...faded, isToned: true }, wish, auto);
    expect(cast).toBe(false);
    expect(curves[0]).toEqual(curves[1]);
    expect(curves[1]).toEqual(curves[2]);
  });

  it('takes the tint alone away when only that is wanted: the range stays', () => {
    const { curves, ...steps } = planTones(faded, { ...wish, fade: false, contrast: false }, auto);
    expect(steps).toEqual({ fade: false, cast: true, contrast: false });
    const ends = curves.map((curve, i) => [curve[faded.black[i]!], curve[faded.white[i]!]]);
    for (const [black, white] of ends) {
      expect(Math.abs(black! - faded.blackLuma)).toBeLessThanOrEqual(1);
      expect(Math.abs(white! - faded.whiteLuma)).toBeLessThanOrEqual(1);
    }
  });

  it('never turns tones around, and does less for less', () => {
    const value = fc.integer({ min: 0, max: 255 });
    const facts = fc
      .record({
        black: fc.tuple(value, value, value),
        white: fc.tuple(value, value, value),
        medianLuma: value,
      })
      .map((it) => ({ ...it, blackLuma: it.black[1], whiteLuma: it.white[1], isToned: false }));
    fc.assert(
      fc.property(facts, fc.double({ min: 0, max: 1, noNaN: true }), (it, amount) => {
        const [some, whole] = [amount, 1].map((share) =>
          planTones(it, { ...wish, amount: share }, { isFaded: true, isForced: true }),
        );
        some!.curves.forEach((curve, channel) => {
          for (let i = 1; i < 256; i++) expect(curve[i]).toBeGreaterThanOrEqual(curve[i - 1]!);
          for (let i = 0; i < 256; i++) {
            const max = Math.abs(whole!.curves[channel]![i]! - i);
            expect(Math.abs(curve[i]! - i)).toBeLessThanOrEqual(max + 1);
          }
        });
      }),
      { seed: 5, numRuns: 60 },
    );
  });
});

describe('measureTones', () => {
  it('reads black, white and middle past the few pixels beyond them', () => {
    const counts = new Uint32Array(256);
    counts[0] = 2;
    counts.fill(10, 40, 200);
    counts[255] = 2;
    const tones = measureTones(
      { red: counts, green: counts, blue: counts },
      { isToned: true, endShare: 0.002 },
    );
    expect(tones).toMatchObject({ black: [40, 40, 40], white: [199, 199, 199], isToned: true });
    expect(Math.abs(tones.medianLuma - 120)).toBeLessThanOrEqual(1);
  });

  it('is the last value when all is counted', () => {
    expect(percentileOf(Uint32Array.of(1, 1, 1, 1), 1)).toBe(3);
  });
});
