/**
 * What the readings of a calibration page say about a printer. Pure; lengths are hundredths of millimetres on the sheet as it is
 * fed, unless a name says otherwise.
 *
 * The printer puts what it is told to put at x on `offset + scale * x` of the paper. Crosses give two points of that line, a
 * ladder at an edge a third: the line that lies on the edge itself. With more than two points it is the line of least squares.
 */

import type { SheetCorrection } from '@platen/imaging/layout/sheet-geometry';
import { calibrationMarks, ladderLines, ladderStepHmm } from '@platen/imaging/sheet/calibration-mark-rules';

/** In millimetres, as read with a ruler from the left and the top edge of the sheet. */
export interface CalibrationReadings {
  leftCrossMm: number;
  rightCrossMm: number;
  topCrossMm: number;
  bottomCrossMm: number;
  /** Borderless pages alone: the lowest number of each ladder that is still on the paper. */
  ladders?: { left: number; right: number; top: number; bottom: number } | undefined;
}

/** How far pixels land beyond each edge of the sheet. */
export interface Overspray {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Calibration extends SheetCorrection {
  oversprayHmm: Overspray;
}

export interface SheetSize {
  widthHmm: number;
  heightHmm: number;
}

/** What is wrong with a reading; the sentence is in sheet-admin-text.ts. */
export type ReadingFault =
  | 'not-a-number'
  | 'cross-off-sheet'
  | 'crosses-swapped'
  | 'ladder-number'
  | 'too-far-off';

/** Beyond this it was a slip of the ruler, or the page was scaled by a driver: printers are off by a few per cent at most. */
const maxScaleError = 0.1;
const maxOffsetHmm = 1000;

interface Point {
  told: number;
  paper: number;
}

/** The line of least squares through at least two different points. */
function lineThrough(points: Point[]): { offset: number; scale: number } {
  const mean = (pick: (point: Point) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const told = mean((point) => point.told);
  const paper = mean((point) => point.paper);
  const spread = points.reduce((sum, point) => sum + (point.told - told) ** 2, 0);
  const common = points.reduce((sum, point) => sum + (point.told - told) * (point.paper - paper), 0);
  const scale = common / spread;
  return { offset: paper - scale * told, scale };
}

/** The lowest line still seen was drawn `line` steps in, and lies at the edge: half a step is lost on average. */
const ladderPlace = (line: number): number => Math.max(0, line - 0.5) * ladderStepHmm;

function axis(
  size: number,
  crosses: [Point, Point],
  ladder: { near: number; far: number } | undefined,
): { offset: number; scale: number } {
  // Line 0 is seen also when nothing is lost, or when the print falls short of the edge, the last one may stand for any
  // larger loss: neither is a point of the line.
  const isPoint = (line: number) => line > 0 && line < ladderLines - 1;
  const near = ladder && isPoint(ladder.near) ? [{ told: ladderPlace(ladder.near), paper: 0 }] : [];
  const far = ladder && isPoint(ladder.far) ? [{ told: size - ladderPlace(ladder.far), paper: size }] : [];
  return lineThrough([...crosses, ...near, ...far]);
}

/** The first reading that can't be right, or undefined. */
export function faultOfReadings(readings: CalibrationReadings, size: SheetSize): ReadingFault | undefined {
  const { leftCrossMm, rightCrossMm, topCrossMm, bottomCrossMm, ladders } = readings;
  const crosses = [leftCrossMm, rightCrossMm, topCrossMm, bottomCrossMm];
  if (!crosses.every(Number.isFinite)) return 'not-a-number';
  const isOn = (mm: number, lengthHmm: number) => mm > 0 && mm * 100 < lengthHmm;
  if (!isOn(leftCrossMm, size.widthHmm) || !isOn(rightCrossMm, size.widthHmm)) return 'cross-off-sheet';
  if (!isOn(topCrossMm, size.heightHmm) || !isOn(bottomCrossMm, size.heightHmm)) return 'cross-off-sheet';
  if (leftCrossMm >= rightCrossMm || topCrossMm >= bottomCrossMm) return 'crosses-swapped';
  const isLine = (line: number) => Number.isInteger(line) && line >= 0 && line < ladderLines;
  if (ladders && !Object.values(ladders).every(isLine)) return 'ladder-number';
  const { offsetXHmm, offsetYHmm, scaleX, scaleY } = calibrationOf(readings, size);
  const isFar = [scaleX, scaleY].some((scale) => Math.abs(scale - 1) > maxScaleError);
  return isFar || Math.max(Math.abs(offsetXHmm), Math.abs(offsetYHmm)) > maxOffsetHmm
    ? 'too-far-off'
    : undefined;
}

/** The calibration that these readings mean. Check them first. */
export function calibrationOf(readings: CalibrationReadings, size: SheetSize): Calibration {
  const marks = calibrationMarks(size);
  const { ladders } = readings;
  const x = axis(
    size.widthHmm,
    [
      { told: marks.leftXHmm, paper: readings.leftCrossMm * 100 },
      { told: marks.rightXHmm, paper: readings.rightCrossMm * 100 },
    ],
    ladders && { near: ladders.left, far: ladders.right },
  );
  const y = axis(
    size.heightHmm,
    [
      { told: marks.topYHmm, paper: readings.topCrossMm * 100 },
      { told: marks.bottomYHmm, paper: readings.bottomCrossMm * 100 },
    ],
    ladders && { near: ladders.top, far: ladders.bottom },
  );
  const correction = { offsetXHmm: x.offset, offsetYHmm: y.offset, scaleX: x.scale, scaleY: y.scale };
  return { ...correction, oversprayHmm: oversprayOf(correction, size) };
}

/** What of the sheet's pixels lands beyond its edges. */
function oversprayOf(correction: SheetCorrection, size: SheetSize): Overspray {
  const { offsetXHmm, offsetYHmm, scaleX, scaleY } = correction;
  return {
    left: Math.max(0, -offsetXHmm),
    top: Math.max(0, -offsetYHmm),
    right: Math.max(0, offsetXHmm + scaleX * size.widthHmm - size.widthHmm),
    bottom: Math.max(0, offsetYHmm + scaleY * size.heightHmm - size.heightHmm),
  };
}

/** The calibration of a printer of which nothing but its overspray is known: it enlarges evenly. */
export function calibrationOfOverspray(oversprayHmm: Overspray, size: SheetSize): Calibration {
  const { left, right, top, bottom } = oversprayHmm;
  return {
    offsetXHmm: -left,
    scaleX: (size.widthHmm + left + right) / size.widthHmm,
    offsetYHmm: -top,
    scaleY: (size.heightHmm + top + bottom) / size.heightHmm,
    oversprayHmm,
  };
}
