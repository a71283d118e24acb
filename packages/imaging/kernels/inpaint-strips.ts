/**
 * Owns filling marked pixels at one resolution, in strips: a filled strip is known to the next one. First colours come
 * from Telea's fast marching or are there already; then passes of a sliding DCT let edges and texture go on through the
 * hole. Must never change a pixel that isn't marked.
 */
import { type KernelLayout, layOut } from './kernel-memory.ts';
import { type OnShare, type Plane8, type RgbPixels, stripRows } from './kernel-planes.ts';
import { opponent } from './opponent-colours.ts';

export interface FillOptions {
  /** How far around a pixel its first colour is looked for. */
  radiusPx: number;
  /** How often it is refined. */
  passes: number;
  /** Whether marked pixels have their first colour already. */
  isStarted: boolean;
  onShare?: OnShare | undefined;
}

/** Rows below a strip that are filled with it and then again with theirs, so that holes see both of their sides. */
const lookAheadRows = 64;
/** Rows above that are looked at: as far as a block reaches, and more for the radius. */
const lookBackRows = 16;
/** Bytes per pixel of a strip: RGB, flag, time, queue; mark, three planes, sums and weights. */
const stripBytesPerPx = 12 + 21;

const [knownMark, unknownMark, frameMark] = [0, 1, 3];

const block = 8;
const stepPx = 2;
/** Coefficients under these are dropped in the first and in the last pass: found on photos, flat around. */
const [firstLimit, lastLimit] = [70, 9];
/** The transform of the kernels is so many times the orthonormal one. */
const transformScale = 8;

/** Per neighbour in the disc: its distance in places, its direction, and its weight, one over distance squared. */
function neighboursOf(radiusPx: number, stride: number): Uint8Array {
  const found: [number, number, number, number][] = [];
  for (let y = -radiusPx; y <= radiusPx; y++) {
    for (let x = -radiusPx; x <= radiusPx; x++) {
      const squared = x * x + y * y;
      if (squared === 0 || squared > radiusPx * radiusPx) continue;
      const length = Math.sqrt(squared);
      found.push([y * stride + x, x / length, y / length, 1 / squared]);
    }
  }
  const places = new Int32Array(found.length * 4);
  const shares = new Float32Array(places.buffer);
  found.forEach(([place, x, y, weight], i) => {
    places[4 * i] = place;
    shares.set([x, y, weight], 4 * i + 1);
  });
  return new Uint8Array(places.buffer);
}

/** Rows `top` to `bottom` are filled; `from` to `to` are looked at. `stride` is that of the framed strip. */
type Strip = FillOptions & { from: number; top: number; bottom: number; to: number };
type Names =
  | 'rgb'
  | 'flags'
  | 'times'
  | 'neighbours'
  | 'queue'
  | 'marks'
  | 'planes'
  | 'sums'
  | 'totals'
  | 'work'
  | 'small';
type Layout = KernelLayout<Names>;

/** Rows of planes are whole vectors. */
const planeStrideOf = (widthPx: number): number => Math.ceil(widthPx / 16) * 16;

function layOutStrip(widthPx: number, { radiusPx, from, to }: Strip, unknown: number): Layout {
  const rows = to - from;
  const places = (widthPx + 2 * radiusPx) * (rows + 2 * radiusPx);
  const stride = planeStrideOf(widthPx);
  return layOut({
    rgb: places * 3,
    flags: places,
    times: places * 4,
    neighbours: (2 * radiusPx + 1) ** 2 * 16,
    // Each unknown pixel has at most four known ones beside it.
    queue: Math.min(places, unknown * 5) * 4,
    marks: stride * rows,
    planes: stride * rows * 12,
    sums: stride * rows * 4,
    totals: stride * rows * 4,
    work: stride * 101 + 64,
    small: 256 + 72,
  });
}

/** Where row `y` of the picture begins in the framed strip, in places. */
const placeOf = (y: number, widthPx: number, { from, radiusPx }: Strip): number =>
  (y - from + radiusPx) * (widthPx + 2 * radiusPx) + radiusPx;

function march({ rgb, widthPx }: RgbPixels, { samples }: Plane8, strip: Strip, layout: Layout): void {
  const { at, bytes, floats, kernels } = layout;
  const { radiusPx, from, top, to } = strip;
  const stride = widthPx + 2 * radiusPx;
  const places = stride * (to - from + 2 * radiusPx);
  const neighbours = neighboursOf(radiusPx, stride);
  bytes.set(neighbours, at.neighbours);
  bytes.fill(frameMark!, at.flags, at.flags + places);
  floats.fill(0, at.times / 4, at.times / 4 + places);
  for (let y = from; y < to; y++) {
    const place = placeOf(y, widthPx, strip);
    bytes.set(rgb.subarray(y * widthPx * 3, (y + 1) * widthPx * 3), at.rgb + place * 3);
    for (let x = 0; x < widthPx; x++) {
      bytes[at.flags + place + x] = y >= top && samples[y * widthPx + x]! > 127 ? unknownMark! : knownMark!;
    }
  }
  if (strip.isStarted) return;
  const count = neighbours.length / 16;
  kernels.inpaint(at.rgb, at.flags, at.times, stride, places, at.neighbours, count, at.queue);
}

/** Marks by rows of planes, and the planes of what `march` left. */
function splitStrip({ widthPx }: RgbPixels, { samples }: Plane8, strip: Strip, layout: Layout): void {
  const { at, bytes, floats, kernels } = layout;
  const { from, top, to } = strip;
  const stride = planeStrideOf(widthPx);
  const planeBytes = stride * (to - from) * 4;
  floats.set(opponent.to, at.small / 4 + 64);
  bytes.fill(0, at.marks, at.marks + stride * (to - from));
  for (let y = from; y < to; y++) {
    const row = (y - from) * stride;
    kernels.splitRow(
      at.rgb + placeOf(y, widthPx, strip) * 3,
      at.planes + row * 4,
      planeBytes,
      widthPx,
      at.small + 256,
    );
    if (y < top) continue;
    for (let x = 0; x < widthPx; x++) if (samples[y * widthPx + x]! > 127) bytes[at.marks + row + x] = 255;
  }
}

/** Makes the filled pixels of the planes go on as their surroundings do. */
function refine(widthPx: number, { from, to, passes }: Strip, { at, floats, kernels }: Layout): void {
  const stride = planeStrideOf(widthPx);
  const count = stride * (to - from);
  floats.fill(0, at.sums / 4, at.sums / 4 + count);
  floats.fill(0, at.totals / 4, at.totals / 4 + count);
  for (let index = 0; index < 3; index++) {
    const plane = at.planes + index * count * 4;
    for (let pass = 0; pass < passes; pass++) {
      const share = passes === 1 ? 1 : pass / (passes - 1);
      // Rounded: powers may differ in their last place from machine to machine.
      const limit = Math.round(transformScale * firstLimit! * (lastLimit! / firstLimit!) ** share);
      floats.fill(limit * limit, at.small / 4, at.small / 4 + 64);
      floats[at.small / 4] = -1; // The mean always stays.
      const shape = [stride, widthPx, to - from, stepPx] as const;
      kernels.slideMarked(plane, at.marks, at.sums, at.totals, ...shape, at.small, at.work);
    }
  }
}

/** The marked pixels back into the picture: from the planes when they were refined, else from the strip. */
function takeStrip(pixels: RgbPixels, { samples }: Plane8, strip: Strip, layout: Layout): void {
  const { rgb, widthPx } = pixels;
  const { at, bytes, floats, kernels } = layout;
  const stride = planeStrideOf(widthPx);
  const planeBytes = stride * (strip.to - strip.from) * 4;
  floats.set(opponent.from, at.small / 4 + 64);
  for (let y = strip.top; y < strip.bottom; y++) {
    const row = at.rgb + placeOf(y, widthPx, strip) * 3;
    if (strip.passes > 0) {
      const plane = at.planes + (y - strip.from) * stride * 4;
      kernels.joinRow(plane, planeBytes, row, widthPx, at.small + 256, 1);
    }
    for (let x = 0, i = y * widthPx; x < widthPx; x++, i++) {
      if (samples[i]! <= 127) continue;
      for (let c = 0; c < 3; c++) rgb[3 * i + c] = bytes[row + 3 * x + c]!;
    }
  }
}

function inpaintStrip(pixels: RgbPixels, mask: Plane8, strip: Strip): void {
  const { widthPx } = pixels;
  const marked = mask.samples.subarray(strip.top * widthPx, strip.to * widthPx);
  let unknown = 0;
  for (let i = 0; i < marked.length; i++) if (marked[i]! > 127) unknown++;
  if (unknown === 0 || unknown === widthPx * (strip.to - strip.from)) return;
  const canRefine = widthPx >= block && strip.to - strip.from >= block;
  const chosen = canRefine ? strip : { ...strip, passes: 0 };
  const layout = layOutStrip(widthPx, chosen, unknown);
  march(pixels, mask, chosen, layout);
  if (chosen.passes > 0) {
    splitStrip(pixels, mask, chosen, layout);
    refine(widthPx, chosen, layout);
  }
  takeStrip(pixels, mask, chosen, layout);
}

/** Fills in place the pixels over 127 in the mask; both have the same size. */
export function fillStrips(pixels: RgbPixels, mask: Plane8, options: FillOptions): void {
  const { widthPx, heightPx } = pixels;
  const { radiusPx } = options;
  const rows = stripRows((widthPx + 2 * radiusPx) * stripBytesPerPx, heightPx);
  for (let top = 0; top < heightPx; top += rows) {
    const bottom = Math.min(heightPx, top + rows);
    const from = Math.max(0, top - Math.max(lookBackRows, 2 * radiusPx));
    const to = Math.min(heightPx, bottom + lookAheadRows);
    inpaintStrip(pixels, mask, { ...options, from, top, bottom, to });
    options.onShare?.(bottom / heightPx);
  }
}
