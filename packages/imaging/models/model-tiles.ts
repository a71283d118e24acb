/**
 * Owns a picture in tiles that overlap, and the picture put together again from what a model made of them: where tiles overlap,
 * one fades into the other. Arithmetic on arrays; must never run a model.
 */

/** Interleaved 8-bit sRGB. */
export interface ModelPixels {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** How a picture is cut: tiles of exactly this size, whose neighbours share `overlapPx`. */
export interface TileGrid {
  widthPx: number;
  heightPx: number;
  overlapPx: number;
}

/** Where tiles begin along a side: every point is in one, and the last ends with the picture where that is long enough. */
export function tileStarts(lengthPx: number, tilePx: number, overlapPx: number): number[] {
  const starts = [0];
  while (starts.at(-1)! + tilePx < lengthPx)
    starts.push(Math.min(starts.at(-1)! + tilePx - overlapPx, lengthPx - tilePx));
  return starts;
}

/** A tile as planes of 0 to 1; beyond the picture its last row and column go on. `into` has three planes of the tile's size. */
export function readTile(
  { rgb, widthPx, heightPx }: ModelPixels,
  { left, top }: { left: number; top: number },
  { into, grid }: { into: Float32Array; grid: TileGrid },
): void {
  const plane = grid.widthPx * grid.heightPx;
  for (let y = 0; y < grid.heightPx; y++) {
    const row = Math.min(heightPx - 1, top + y) * widthPx;
    for (let x = 0; x < grid.widthPx; x++) {
      const from = (row + Math.min(widthPx - 1, left + x)) * 3;
      const to = y * grid.widthPx + x;
      into[to] = rgb[from]! / 255;
      into[plane + to] = rgb[from + 1]! / 255;
      into[2 * plane + to] = rgb[from + 2]! / 255;
    }
  }
}

/** How much a place counts: rising over the overlap on sides where there is a neighbour. */
function weightsOf(lengthPx: number, ramp: { before: number; after: number }): Float32Array {
  return Float32Array.from({ length: lengthPx }, (_, at) => {
    const rising = ramp.before > 0 ? Math.min(1, (at + 0.5) / ramp.before) : 1;
    const falling = ramp.after > 0 ? Math.min(1, (lengthPx - at - 0.5) / ramp.after) : 1;
    return Math.min(rising, falling);
  });
}

/** Where a tile of the result goes: in pixels of the result. */
export interface PlacedTile {
  samples: Float32Array;
  widthPx: number;
  heightPx: number;
  left: number;
  top: number;
  hasNeighbour: { left: boolean; right: boolean; above: boolean; below: boolean };
  overlapPx: number;
}

/**
 * Takes tiles row by row and gives the finished picture. Only the rows that a further tile may still touch stand in floating point.
 * `add` returns false when the tile holds a value that is no number.
 */
export function createMosaic(
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  tileHeightPx: number,
) {
  const rgb = Buffer.alloc(widthPx * heightPx * 3);
  const sums = new Float32Array(widthPx * tileHeightPx * 3);
  const weights = new Float32Array(widthPx * tileHeightPx);
  let firstRow = 0;

  /** Rows above `row` are final: written, and their place in the sums is given to what follows. */
  function finishUpTo(row: number): void {
    const rows = Math.min(row, heightPx) - firstRow;
    if (rows <= 0) return;
    const to = firstRow * widthPx;
    for (let i = 0; i < rows * widthPx; i++) {
      const weight = weights[i]!;
      for (let channel = 0; channel < 3; channel++) {
        const value = (sums[i * 3 + channel]! / weight) * 255;
        rgb[(to + i) * 3 + channel] = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
      }
    }
    sums.copyWithin(0, rows * widthPx * 3);
    sums.fill(0, sums.length - rows * widthPx * 3);
    weights.copyWithin(0, rows * widthPx);
    weights.fill(0, weights.length - rows * widthPx);
    firstRow += rows;
  }

  function add(tile: PlacedTile): boolean {
    finishUpTo(tile.top);
    const { hasNeighbour: near, overlapPx } = tile;
    const ramp = (isThere: boolean) => (isThere ? overlapPx : 0);
    const across = weightsOf(tile.widthPx, { before: ramp(near.left), after: ramp(near.right) });
    const down = weightsOf(tile.heightPx, { before: ramp(near.above), after: ramp(near.below) });
    const plane = tile.widthPx * tile.heightPx;
    const [rows, columns] = [
      Math.min(tile.heightPx, heightPx - tile.top),
      Math.min(tile.widthPx, widthPx - tile.left),
    ];
    let isSound = true;
    for (let y = 0; y < rows; y++) {
      const to = (tile.top - firstRow + y) * widthPx + tile.left;
      for (let x = 0; x < columns; x++) {
        const from = y * tile.widthPx + x;
        const weight = across[x]! * down[y]!;
        weights[to + x]! += weight;
        for (let channel = 0; channel < 3; channel++) {
          const value = tile.samples[channel * plane + from]!;
          if (!Number.isFinite(value)) isSound = false;
          // What is out of bounds must not pull its neighbour along.
          sums[(to + x) * 3 + channel]! += weight * Math.min(1, Math.max(0, value));
        }
      }
    }
    return isSound;
  }

  return {
    add,
    finish(): ModelPixels & { rgb: Buffer } {
      finishUpTo(heightPx);
      return { rgb, widthPx, heightPx };
    },
  };
}
