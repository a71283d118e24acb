/**
 * Owns telling lines that people made from lines that damage made: fences, boards, windows and ladders have their like
 * beside them, which begins and ends where they do. Pure; scratches never line up.
 */

/** The box around a group of pixels, in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Shorter ones line up by chance. */
const minExtentPx = 10;
/** Ends meet within this, and within this share of the extent. */
const tolerancePx = 3;
const toleranceShare = 0.1;
/** The like stand at most so many of their extents apart. */
const reach = 1.5;
const minLike = 2;

export function boxOf(pixels: Int32Array, widthPx: number): Box {
  const box = { left: widthPx, top: Number.MAX_SAFE_INTEGER, right: 0, bottom: 0 };
  for (const at of pixels) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** Whether the other lies beside it along one axis, and has the same ends on the other. */
function isLike(box: Box, other: Box): boolean {
  const [wide, high] = [box.right - box.left + 1, box.bottom - box.top + 1];
  const isLevel = wide >= high;
  const extent = isLevel ? wide : high;
  const near = tolerancePx + toleranceShare * extent;
  const starts = isLevel ? box.left - other.left : box.top - other.top;
  const ends = isLevel ? box.right - other.right : box.bottom - other.bottom;
  const apart = isLevel ? box.top - other.top : box.left - other.left;
  return Math.abs(starts) <= near && Math.abs(ends) <= near && Math.abs(apart) <= reach * extent;
}

/** Per box, whether at least two others are its like. */
export function repeatedOf(boxes: readonly Box[]): boolean[] {
  const long = boxes
    .map((box, index) => ({ box, index, extent: Math.max(box.right - box.left, box.bottom - box.top) + 1 }))
    .filter(({ extent }) => extent >= minExtentPx);
  const repeated = new Array<boolean>(boxes.length).fill(false);
  for (const { box, index } of long) {
    let like = 0;
    for (const other of long) if (other.index !== index && isLike(box, other.box)) like++;
    repeated[index] = like >= minLike;
  }
  return repeated;
}
