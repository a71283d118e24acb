/**
 * Owns where the marks of the calibration page stand, for who draws them and for who reads them. Pure; lengths are hundredths
 * of millimetres from the top left of the sheet as it is fed.
 */

/** The page is printed as it is: no correction, no scaling. */
export interface CalibrationMarks {
  /** Crosses left and right on one line, top and bottom on another: their distances from the left and the top edge are measured. */
  leftXHmm: number;
  rightXHmm: number;
  topYHmm: number;
  bottomYHmm: number;
  middleXHmm: number;
  middleYHmm: number;
}

/** Far enough from the edge for any margin, on small sheets a quarter of the way. */
const crossInsetHmm = 1500;

export function calibrationMarks({
  widthHmm,
  heightHmm,
}: {
  widthHmm: number;
  heightHmm: number;
}): CalibrationMarks {
  const insetX = Math.min(crossInsetHmm, Math.round(widthHmm / 4));
  const insetY = Math.min(crossInsetHmm, Math.round(heightHmm / 4));
  return {
    leftXHmm: insetX,
    rightXHmm: widthHmm - insetX,
    middleXHmm: Math.round(widthHmm / 2),
    topYHmm: insetY,
    bottomYHmm: heightHmm - insetY,
    middleYHmm: Math.round(heightHmm / 2),
  };
}

/** Ladder lines stand so far apart, from the edge of the sheet's pixels inwards; line n is n steps in. */
export const ladderStepHmm = 25;
/** 0 to 6 mm. */
export const ladderLines = 25;
