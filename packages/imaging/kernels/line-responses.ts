/**
 * Owns the search for thin lines (scratches, hairs) in a plane: per pixel the direction, of 16, in which a line stands out
 * most from what lies beside it, and what is needed to tell a line from a dot, an edge or texture.
 */
import { layOut } from './kernel-memory.ts';
import { checkPlane, checkWhole, type Plane8, stripRows, writePaddedRows } from './kernel-planes.ts';

export interface LineOptions {
  /** How long a line is looked for, 3 to 127; on the diagonals fewer pixels make this length. */
  lengthPx: number;
  /** How wide lines may be, 1 to 9 each: what all of them need is worked out once. */
  thicknessesPx: readonly number[];
  /** Lines lighter than both of their sides, or darker. */
  polarity: 'bright' | 'dark';
  /** From how many levels over both sides a pixel supports the line, 1 to 255. */
  supportLevel: number;
}

/** Of one thickness, per pixel; direction `d` is `d` / 16 of half a turn, from the x axis towards the y axis (down). */
export interface LineResponses {
  widthPx: number;
  heightPx: number;
  /** The line's mean over the higher of its sides (under the lower when dark), in quarters of a level, 0 to 255. */
  strength: Uint8Array;
  /** 0 to 15. */
  direction: Uint8Array;
  /** The strength in the best direction at least three away: near `strength` for dots, crossings and texture. */
  second: Uint8Array;
  /** How many pixels along the line stand out by themselves, of 255: low for a dot or a short edge. */
  support: Uint8Array;
}

const directions = 16;
/** Bytes per pixel of a strip: source, means, marks, and for each thickness contrasts and supports of 16 directions and four results. */
const bytesPerPx = 1 + 2 + 1;
const bytesPerThickness = 2 * directions + 4;

type Step = [x: number, y: number];

const angleOf = (index: number): [cos: number, sin: number] => {
  const angle = (index * Math.PI) / directions;
  return [Math.cos(angle), Math.sin(angle)];
};

/** Steps in pixels along a line through the origin, in direction `index` of 16. */
function stepsAlong(index: number, lengthPx: number): Step[] {
  const [cos, sin] = angleOf(index);
  const isFlat = Math.abs(cos) >= Math.abs(sin);
  const half = Math.round(((lengthPx - 1) / 2) * Math.max(Math.abs(cos), Math.abs(sin)));
  return Array.from({ length: 2 * half + 1 }, (_, at) => {
    const i = at - half;
    return isFlat ? [i, Math.round((i * sin) / cos)] : [Math.round((i * cos) / sin), i];
  });
}

/** One pixel lies between a line and its sides: no line ends sharply. */
const reachOf = (thicknessPx: number): number => Math.floor(thicknessPx / 2) + 2;

/** Steps across a line, to each of its parallels and then to both of its sides. */
function stepsAcross(index: number, thicknessPx: number): Step[] {
  const [cos, sin] = angleOf(index);
  const before = Math.floor((thicknessPx - 1) / 2);
  const parallels = Array.from({ length: thicknessPx }, (_, i) => i - before);
  return [...parallels, -before - 2, reachOf(thicknessPx)].map((step) => [
    Math.round(-step * sin),
    Math.round(step * cos),
  ]);
}

/** How sums of `count` samples become means in 64ths: shifted as far as 16 bits allow, then times `factor` / 32768. */
function scaleOf(count: number): { shift: number; factor: number } {
  const shift = Math.floor(Math.log2(128 / count));
  return { shift, factor: Math.round((32768 * 64) / (count * 2 ** shift)) };
}

function check(plane: Plane8, { lengthPx, thicknessesPx, supportLevel }: LineOptions): void {
  checkPlane(plane);
  checkWhole('lengthPx', lengthPx, [3, 127]);
  for (const thicknessPx of thicknessesPx) checkWhole('thicknessesPx', thicknessPx, [1, 9]);
  checkWhole('supportLevel', supportLevel, [1, 255]);
}

/** For each count of pixels its share of `max`, of 255. */
const sharesOf = (max: number): Uint8Array =>
  Uint8Array.from({ length: max + 1 }, (_, count) => Math.round((count * 255) / max));

interface Strip {
  top: number;
  rows: number;
}

/** Finds the lines of one strip and writes them into the responses, one for each thickness. */
function respond(
  plane: Plane8,
  { lengthPx, thicknessesPx, polarity, supportLevel }: LineOptions,
  { top, rows }: Strip,
  into: readonly LineResponses[],
): void {
  const { widthPx } = plane;
  const reach = Math.max(...thicknessesPx.map(reachOf));
  const half = stepsAlong(0, lengthPx).length >> 1;
  const pad = half + reach;
  const stride = widthPx + 2 * pad;
  const places = stride * (rows + 2 * pad);
  const targetStride = Math.ceil(widthPx / 16) * 16;
  const planeBytes = targetStride * rows;
  const directionBytes = planeBytes * directions;
  const { kernels, at, bytes, integers } = layOut({
    source: places,
    means: places * 2,
    marks: places,
    contrasts: directionBytes * into.length,
    supports: directionBytes * into.length,
    results: planeBytes * 4,
    along: 512,
    across: 64,
  });
  writePaddedRows(plane, { top, rows, padPx: pad }, bytes.subarray(at.source, at.source + places));
  if (polarity === 'dark') kernels.invert(at.source, places);
  const placeOf = ([x, y]: Step) => y * stride + x;
  const corner = (distance: number) => (pad - distance) * (stride + 1);
  const inner = [stride, widthPx, rows] as const;
  for (let index = 0; index < directions; index++) {
    const along = stepsAlong(index, lengthPx).map(placeOf);
    integers.set(along, at.along / 4);
    const { shift, factor } = scaleOf(along.length);
    const [wide, high] = [widthPx + 2 * reach, rows + 2 * reach];
    const means = [at.source + corner(reach), at.means + 2 * corner(reach), stride, wide, high] as const;
    kernels.lineMeans(...means, at.along, along.length, shift, factor);
    for (const [which, thicknessPx] of thicknessesPx.entries()) {
      const across = stepsAcross(index, thicknessPx).map(placeOf);
      integers.set(across, at.across / 4);
      const [left, right] = across.slice(-2) as [number, number];
      const marks = [at.source + corner(half), at.marks + corner(half), stride] as const;
      kernels.lineCrossings(...marks, widthPx + 2 * half, rows + 2 * half, left, right, supportLevel);
      const offset = which * directionBytes + index * planeBytes;
      kernels.lineSupport(at.marks + corner(0), at.supports + offset, ...inner, at.along, along.length);
      const share = Math.floor(32768 / thicknessPx);
      const centre = at.means + 2 * corner(0);
      kernels.lineContrasts(centre, at.contrasts + offset, ...inner, at.across, thicknessPx, share);
    }
  }
  const results = [0, 1, 2, 3].map((i) => at.results + i * planeBytes);
  for (const [which, { strength, direction, second, support }] of into.entries()) {
    const offset = which * directionBytes;
    kernels.lineStrongest(
      at.contrasts + offset,
      at.supports + offset,
      planeBytes,
      ...(results as [number, number, number, number]),
    );
    const planes = [strength, direction, second, support];
    results.forEach((result, i) => {
      for (let y = 0; y < rows; y++) {
        const from = result + y * targetStride;
        planes[i]!.set(bytes.subarray(from, from + widthPx), (top + y) * widthPx);
      }
    });
  }
}

/** The lines of a plane, thickness by thickness; at the edges it goes on with copies of them. Throws RangeError for options out of bounds. */
export function lineResponses(plane: Plane8, options: LineOptions): LineResponses[] {
  check(plane, options);
  const { widthPx, heightPx, samples } = plane;
  const into = options.thicknessesPx.map(() => ({
    widthPx,
    heightPx,
    strength: new Uint8Array(samples.length),
    direction: new Uint8Array(samples.length),
    second: new Uint8Array(samples.length),
    support: new Uint8Array(samples.length),
  }));
  const rowsPerStrip = stripRows(widthPx * (bytesPerPx + into.length * bytesPerThickness), heightPx);
  for (let top = 0; top < heightPx; top += rowsPerStrip) {
    respond(plane, options, { top, rows: Math.min(rowsPerStrip, heightPx - top) }, into);
  }
  // Counts of pixels become shares: diagonals have fewer pixels to their length.
  const shares = Array.from({ length: directions }, (_, index) =>
    sharesOf(stepsAlong(index, options.lengthPx).length),
  );
  for (const { support, direction } of into)
    for (let i = 0; i < support.length; i++) support[i] = shares[direction[i]!]![support[i]!]!;
  return into;
}
