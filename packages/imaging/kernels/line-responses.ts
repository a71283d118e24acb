/**
 * Owns the search for thin lines (scratches, hairs) in a plane: per pixel the direction, of 16, in which a line stands out
 * most from what lies beside it, and what is needed to tell a line from a dot, an edge or texture.
 */
import { layOut } from './kernel-memory.ts';
import { checkPlane, checkWhole, type Plane8, stripRows, writePaddedRows } from './kernel-planes.ts';

export interface LineOptions {
  /** How long a line is looked for, 3 to 127; on the diagonals fewer pixels make this length. */
  lengthPx: number;
  /** How wide it is, 1 to 9. */
  thicknessPx: number;
  /** Lines lighter than both of their sides, or darker. */
  polarity: 'bright' | 'dark';
  /** From how many levels over both sides a pixel supports the line, 1 to 255. */
  supportLevel: number;
}

/** Per pixel; direction `d` is `d` / 16 of half a turn, from the x axis towards the y axis (down). */
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
/** Bytes per pixel of a strip: source, means, marks, contrasts and supports of 16 directions, four results. */
const stripBytesPerPx = 1 + 2 + 1 + 2 * directions + 4;

/** Steps in pixels: along a line, across it, and to its sides. */
interface LineShape {
  along: [number, number][];
  across: [number, number][];
  reachPx: number;
}

/** The pixels of a line through the origin, and of its parallels, in direction `index` of 16. */
function shapeOf(index: number, { lengthPx, thicknessPx }: LineOptions): LineShape {
  const angle = (index * Math.PI) / directions;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const isFlat = Math.abs(cos) >= Math.abs(sin);
  const half = Math.round(((lengthPx - 1) / 2) * Math.max(Math.abs(cos), Math.abs(sin)));
  const along: [number, number][] = [];
  for (let i = -half; i <= half; i++) {
    along.push(isFlat ? [i, Math.round((i * sin) / cos)] : [Math.round((i * cos) / sin), i]);
  }
  const before = Math.floor((thicknessPx - 1) / 2);
  const after = Math.floor(thicknessPx / 2);
  const steps = Array.from({ length: thicknessPx }, (_, i) => i - before);
  // One pixel between the line and its sides: no line ends sharply.
  const across = [...steps, -before - 2, after + 2].map((step): [number, number] => [
    Math.round(-step * sin),
    Math.round(step * cos),
  ]);
  return { along, across, reachPx: after + 2 };
}

/** How sums of `count` samples become means in 64ths: shifted as far as 16 bits allow, then times `factor` / 32768. */
function scaleOf(count: number): { shift: number; factor: number } {
  const shift = Math.floor(Math.log2(128 / count));
  return { shift, factor: Math.round((32768 * 64) / (count * 2 ** shift)) };
}

function check(plane: Plane8, { lengthPx, thicknessPx, supportLevel }: LineOptions): void {
  checkPlane(plane);
  checkWhole('lengthPx', lengthPx, [3, 127]);
  checkWhole('thicknessPx', thicknessPx, [1, 9]);
  checkWhole('supportLevel', supportLevel, [1, 255]);
}

/** For each count of pixels its share of `max`, of 255. */
const sharesOf = (max: number): Uint8Array =>
  Uint8Array.from({ length: max + 1 }, (_, count) => Math.round((count * 255) / max));

interface Strip {
  top: number;
  rows: number;
}

/** Finds the lines of one strip and writes them into the responses. */
function respond(plane: Plane8, options: LineOptions, { top, rows }: Strip, into: LineResponses): void {
  const { widthPx } = plane;
  const shapes = Array.from({ length: directions }, (_, index) => shapeOf(index, options));
  const reach = shapes[0]!.reachPx;
  const half = shapes[0]!.along.length >> 1;
  const pad = half + reach;
  const stride = widthPx + 2 * pad;
  const places = stride * (rows + 2 * pad);
  const targetStride = Math.ceil(widthPx / 16) * 16;
  const planeBytes = targetStride * rows;
  const { kernels, at, bytes, integers } = layOut({
    source: places,
    means: places * 2,
    marks: places,
    contrasts: planeBytes * directions,
    supports: planeBytes * directions,
    results: planeBytes * 4,
    along: 512,
    across: 64,
  });
  writePaddedRows(plane, { top, rows, padPx: pad }, bytes.subarray(at.source, at.source + places));
  if (options.polarity === 'dark') kernels.invert(at.source, places);
  const placeOf = ([x, y]: [number, number]) => y * stride + x;
  const corner = (distance: number) => (pad - distance) * (stride + 1);
  shapes.forEach(({ along, across }, index) => {
    integers.set(along.map(placeOf), at.along / 4);
    integers.set(across.map(placeOf), at.across / 4);
    const { shift, factor } = scaleOf(along.length);
    const [wide, high] = [widthPx + 2 * reach, rows + 2 * reach];
    const means = [at.source + corner(reach), at.means + 2 * corner(reach), stride, wide, high] as const;
    kernels.lineMeans(...means, at.along, along.length, shift, factor);
    const [left, right] = across.slice(-2).map(placeOf) as [number, number];
    const marks = [at.source + corner(half), at.marks + corner(half), stride] as const;
    kernels.lineCrossings(...marks, widthPx + 2 * half, rows + 2 * half, left, right, options.supportLevel);
    const [contrasts, supports] = [at.contrasts + index * planeBytes, at.supports + index * planeBytes];
    const inner = [stride, widthPx, rows] as const;
    kernels.lineSupport(at.marks + corner(0), supports, ...inner, at.along, along.length);
    const share = Math.floor(32768 / options.thicknessPx);
    const centre = at.means + 2 * corner(0);
    kernels.lineContrasts(centre, contrasts, ...inner, at.across, options.thicknessPx, share);
  });
  const results = [0, 1, 2, 3].map((i) => at.results + i * planeBytes);
  kernels.lineStrongest(at.contrasts, at.supports, planeBytes, ...results);
  const planes = [into.strength, into.direction, into.second, into.support];
  results.forEach((result, i) => {
    for (let y = 0; y < rows; y++) {
      const from = result + y * targetStride;
      planes[i]!.set(bytes.subarray(from, from + widthPx), (top + y) * widthPx);
    }
  });
}

/** The lines of a plane; at the edges it goes on with copies of them. Throws RangeError for options out of bounds. */
export function lineResponses(plane: Plane8, options: LineOptions): LineResponses {
  check(plane, options);
  const { widthPx, heightPx, samples } = plane;
  const into: LineResponses = {
    widthPx,
    heightPx,
    strength: new Uint8Array(samples.length),
    direction: new Uint8Array(samples.length),
    second: new Uint8Array(samples.length),
    support: new Uint8Array(samples.length),
  };
  const rowsPerStrip = stripRows(widthPx * stripBytesPerPx, heightPx);
  for (let top = 0; top < heightPx; top += rowsPerStrip) {
    respond(plane, options, { top, rows: Math.min(rowsPerStrip, heightPx - top) }, into);
  }
  // Counts of pixels become shares: diagonals have fewer pixels to their length.
  const shares = Array.from({ length: directions }, (_, index) =>
    sharesOf(shapeOf(index, options).along.length),
  );
  const { support, direction } = into;
  for (let i = 0; i < support.length; i++) support[i] = shares[direction[i]!]![support[i]!]!;
  return into;
}
