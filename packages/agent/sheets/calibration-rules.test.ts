import { calibrationMarks, ladderLines, ladderStepHmm } from '@platen/imaging/sheet/calibration-mark-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CalibrationReadings,
  calibrationOf,
  calibrationOfOverspray,
  faultOfReadings,
} from './calibration-rules.ts';

const size = { widthHmm: 10_160, heightHmm: 15_240 };
interface Printer {
  offsetXHmm: number;
  offsetYHmm: number;
  scaleX: number;
  scaleY: number;
}

/** The lowest ladder line of which anything is on the paper, and 0 where all are. */
function lowest(edgePlace: (depth: number) => number): number {
  for (let line = 0; line < ladderLines; line += 1) if (edgePlace(line * ladderStepHmm) >= 0) return line;
  return ladderLines - 1;
}

/** Reads the page that this printer would print, to a tenth of a millimetre as a person does. */
function read({ offsetXHmm, offsetYHmm, scaleX, scaleY }: Printer): CalibrationReadings {
  const marks = calibrationMarks(size);
  const x = (told: number) => offsetXHmm + scaleX * told;
  const y = (told: number) => offsetYHmm + scaleY * told;
  const mm = (hmm: number) => Math.round(hmm / 10) / 10;
  return {
    leftCrossMm: mm(x(marks.leftXHmm)),
    rightCrossMm: mm(x(marks.rightXHmm)),
    topCrossMm: mm(y(marks.topYHmm)),
    bottomCrossMm: mm(y(marks.bottomYHmm)),
    ladders: {
      left: lowest((depth) => x(depth)),
      right: lowest((depth) => size.widthHmm - x(size.widthHmm - depth)),
      top: lowest((depth) => y(depth)),
      bottom: lowest((depth) => size.heightHmm - y(size.heightHmm - depth)),
    },
  };
}

describe('calibration', () => {
  it('of a printer that is right is none', () => {
    const right = { offsetXHmm: 0, offsetYHmm: 0, scaleX: 1, scaleY: 1 };
    const { oversprayHmm, ...correction } = calibrationOf(read(right), size);
    expect(correction).toEqual(right);
    expect(oversprayHmm).toEqual({ top: 0, right: 0, bottom: 0, left: 0 });
  });

  it('finds what a printer does from what a person reads, to a quarter of a millimetre', () => {
    const offset = fc.integer({ min: -300, max: 300 });
    const scale = fc.double({ min: 0.97, max: 1.025, noNaN: true });
    fc.assert(
      fc.property(offset, offset, scale, scale, (offsetXHmm, offsetYHmm, scaleX, scaleY) => {
        const printer = { offsetXHmm, offsetYHmm, scaleX, scaleY };
        const readings = read(printer);
        fc.pre(faultOfReadings(readings, size) === undefined);
        const found = calibrationOf(readings, size);
        for (const at of [0, 0.25, 0.5, 1]) {
          const [x, y] = [at * size.widthHmm, at * size.heightHmm];
          expect(Math.abs(found.offsetXHmm + found.scaleX * x - (offsetXHmm + scaleX * x))).toBeLessThan(25);
          expect(Math.abs(found.offsetYHmm + found.scaleY * y - (offsetYHmm + scaleY * y))).toBeLessThan(25);
        }
      }),
    );
  });

  it('knows overspray from the ladders where crosses can not show it', () => {
    const printer = { offsetXHmm: -200, offsetYHmm: -150, scaleX: 1.035, scaleY: 1.02 };
    const { oversprayHmm } = calibrationOf(read(printer), size);
    expect(oversprayHmm.left).toBeGreaterThan(180);
    expect(oversprayHmm.left).toBeLessThan(220);
    expect(Math.abs(oversprayHmm.right - (-200 + 1.035 * 10_160 - 10_160))).toBeLessThan(20);
  });

  it('of overspray alone enlarges evenly', () => {
    const calibration = calibrationOfOverspray({ left: 100, right: 200, top: 0, bottom: 300 }, size);
    expect(calibration).toMatchObject({ offsetXHmm: -100, scaleX: 10_460 / 10_160, scaleY: 15_540 / 15_240 });
    expect(Math.abs(calibration.offsetYHmm)).toBe(0);
  });

  const good = read({ offsetXHmm: 0, offsetYHmm: 0, scaleX: 1, scaleY: 1 });
  it.each([
    ['not-a-number', { leftCrossMm: Number.NaN }],
    ['cross-off-sheet', { rightCrossMm: 860 }],
    ['cross-off-sheet', { topCrossMm: -1 }],
    ['crosses-swapped', { leftCrossMm: good.rightCrossMm, rightCrossMm: good.leftCrossMm }],
    ['ladder-number', { ladders: { left: 25, right: 0, top: 0, bottom: 0 } }],
    ['ladder-number', { ladders: { left: 1.5, right: 0, top: 0, bottom: 0 } }],
    ['too-far-off', { leftCrossMm: 15, rightCrossMm: 40 }],
  ] as const)('%s', (fault, change) => {
    expect(faultOfReadings({ ...good, ...change }, size)).toBe(fault);
  });
});
