/** Owns where the pixels of one thing lie and how they spread: its middle and its second moments, in pixels. Pure. */

export interface PieceMoments {
  x: number;
  y: number;
  varX: number;
  varY: number;
  /** Covariance. */
  both: number;
}

/** `piece`: the places of its pixels in a picture that is so wide. */
export function momentsOf(piece: ArrayLike<number>, widthPx: number): PieceMoments {
  const n = piece.length;
  let [sumX, sumY, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const at = piece[i]!;
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    sumX += x;
    sumY += y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const [x, y] = [sumX / n, sumY / n];
  return { x, y, varX: xx / n - x * x, varY: yy / n - y * y, both: xy / n - x * y };
}
