import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureTones, percentileOf, planTones, type ToneCurve, type ToneFinding } from './restore-tone.ts';

const curveOf = (black: number, white: number, gamma = 1): ToneCurve => ({
  black: black / 255,
  white: white / 255,
  blackTo: 2 / 255,
  whiteTo: 253 / 255,
  gamma,
});
/** A print whose black is grey and whose white is yellow. */
const faded: ToneFinding = {
  chance: 0.99,
  curves: [curveOf(52, 212), curveOf(46, 196), curveOf(38, 168)],
  isToned: false,
};
const wish = { fade: true, cast: true, contrast: true, amount: 1 };
const auto = { isForced: false, odds: 0 };
const untouched = Array.from({ length: 256 }, (_, value) => value);

describe('planTones', () => {
  it('brings each channel from its black and white to where the finding says', () => {
    const { curves, ...steps } = planTones(faded, wish, auto);
    expect(steps).toEqual({ fade: true, cast: true, contrast: false });
    curves.forEach((curve, channel) => {
      const { black, white } = faded.curves[channel]!;
      expect([curve[Math.round(255 * black)], curve[Math.round(255 * white)]]).toEqual([2, 253]);
      expect([curve[0], curve[255]]).toEqual([0, 255]);
    });
  });

  it('leaves what is hardly faded, unless it is forced', () => {
    const { curves, ...steps } = planTones({ ...faded, chance: 0.3 }, wish, auto);
    expect(steps).toEqual({ fade: false, cast: false, contrast: false });
    for (const curve of curves) expect([...curve]).toEqual(untouched);
    const forced = planTones({ ...faded, chance: 0.3 }, wish, { ...auto, isForced: true });
    expect(forced).toEqual(planTones(faded, wish, auto));
  });

  it('halves the correction, the cast with it, when a fade is only possible', () => {
    const possible = planTones({ ...faded, chance: 0.8 }, wish, auto);
    const sure = planTones(faded, wish, auto);
    expect(possible).toMatchObject({ fade: true, cast: true });
    const castOf = ([red, , blue]: typeof sure.curves, value: number) => blue[value]! - red[value]!;
    for (const value of [60, 100, 150]) {
      const ratio = castOf(possible.curves, value) / castOf(sure.curves, value);
      expect(ratio).toBeGreaterThan(0.44);
      expect(ratio).toBeLessThan(0.56);
    }
  });

  it('takes other damage for a sign that the tones faded too', () => {
    const finding = { ...faded, chance: 0.8 };
    const [alone, old] = [0, 2].map((odds) => planTones(finding, wish, { ...auto, odds }));
    expect(old!.curves[2][100]! - 100).toBeGreaterThan(1.8 * (alone!.curves[2][100]! - 100));
    const never = planTones({ ...faded, chance: 0.1 }, wish, { ...auto, odds: 2 });
    expect(never.fade).toBe(false);
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
    const ends = curves.map((curve, i) => {
      const { black, white } = faded.curves[i]!;
      return [curve[Math.round(255 * black)]!, curve[Math.round(255 * white)]!];
    });
    for (const [black, white] of ends) {
      expect(Math.abs(black! - 46.7)).toBeLessThanOrEqual(1);
      expect(Math.abs(white! - 197.4)).toBeLessThanOrEqual(1);
    }
  });

  it('bends the middle only when contrast is wanted', () => {
    const bent = { ...faded, curves: faded.curves.map((curve) => ({ ...curve, gamma: 0.8 })) };
    const finding = bent as unknown as ToneFinding;
    const [on, off] = [true, false].map((contrast) => planTones(finding, { ...wish, contrast }, auto));
    expect([on!.contrast, off!.contrast]).toEqual([true, false]);
    expect(on!.curves[1][120]!).toBeGreaterThan(off!.curves[1][120]! + 5);
  });

  it('never turns tones around, and does less for less', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const curve = fc.record({
      black: fc.double({ min: 0, max: 0.6, noNaN: true }),
      range: fc.double({ min: 0.02, max: 0.4, noNaN: true }),
      down: fc.double({ min: 0, max: 0.98, noNaN: true }),
      up: fc.double({ min: 0, max: 0.98, noNaN: true }),
      gamma: fc.double({ min: 0.45, max: 2.2, noNaN: true }),
    });
    const drawn = fc.tuple(curve, curve, curve).map((three) =>
      three.map(({ black, range, down, up, gamma }) => {
        const white = black + range;
        return { black, white, blackTo: black * (1 - down), whiteTo: white + (1 - white) * up, gamma };
      }),
    );
    fc.assert(
      fc.property(drawn, share, (curves, amount) => {
        const finding = { chance: 1, curves, isToned: false } as unknown as ToneFinding;
        const [some, whole] = [amount, 1].map((part) => planTones(finding, { ...wish, amount: part }, auto));
        some!.curves.forEach((made, channel) => {
          const moves = [...made].map((value, i) => Math.abs(value - i));
          const max = [...whole!.curves[channel]!].map((value, i) => Math.abs(value - i) + 1);
          expect(made.findIndex((value, i) => value < (made[i - 1] ?? 0))).toBe(-1);
          expect(moves.findIndex((move, i) => move > max[i]!)).toBe(-1);
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
    const tones = measureTones({ red: counts, green: counts, blue: counts }, 0.002);
    expect(tones).toMatchObject({ black: [40, 40, 40], white: [199, 199, 199] });
    expect(Math.abs(tones.medianLuma - 120)).toBeLessThanOrEqual(1);
  });

  it('is the last value when all is counted', () => {
    expect(percentileOf(Uint32Array.of(1, 1, 1, 1), 1)).toBe(3);
  });
});
