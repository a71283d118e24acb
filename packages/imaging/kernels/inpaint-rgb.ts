/**
 * Owns filling marked pixels of a picture from what surrounds them (Telea's fast marching). Works in strips: a filled
 * strip is known to the next one. Must never change a pixel that isn't marked.
 */
import { layOut } from './kernel-memory.ts';
import {
  checkPixels,
  checkPlane,
  checkWhole,
  type Plane8,
  type RgbPixels,
  stripRows,
} from './kernel-planes.ts';

export type InpaintOptions = {
  /** How far around a pixel its colour is looked for, 1 to 32. */
  radiusPx: number;
};

/** Rows below a strip that are filled with it and then again with theirs, so that holes see both of their sides. */
const LOOK_AHEAD_ROWS = 64;
/** Bytes per pixel of a strip: RGB, flag, time, queue. */
const STRIP_BYTES_PER_PX = 12;

const [KNOWN, UNKNOWN, FRAME] = [0, 1, 3];

/** Per neighbour in the disc: its distance in places, its direction, and its weight, one over distance cubed. */
function neighboursOf(radiusPx: number, stride: number): ArrayBuffer {
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
  return places.buffer;
}

/** Fills rows `top` to `bottom` of the picture; those down to `to` are looked at as well. */
function inpaintStrip(
  { rgb, widthPx }: RgbPixels,
  { samples }: Plane8,
  {
    radiusPx,
    from,
    top,
    bottom,
    to,
  }: { radiusPx: number; from: number; top: number; bottom: number; to: number },
): void {
  const stride = widthPx + 2 * radiusPx;
  const rows = to - from + 2 * radiusPx;
  const places = stride * rows;
  const neighbours = new Uint8Array(neighboursOf(radiusPx, stride));
  let unknown = 0;
  for (let i = top * widthPx; i < to * widthPx; i++) if (samples[i]! > 127) unknown++;
  if (unknown === 0) return;
  const layout = layOut({
    rgb: places * 3,
    flags: places,
    times: places * 4,
    neighbours: neighbours.length,
    // Each unknown pixel has at most four known ones beside it.
    queue: Math.min(places, unknown * 5) * 4,
  });
  const { at, bytes, floats, kernels } = layout;
  bytes.set(neighbours, at.neighbours);
  bytes.fill(FRAME!, at.flags, at.flags + places);
  floats.fill(0, at.times / 4, at.times / 4 + places);
  const placeOf = (y: number) => (y - from + radiusPx) * stride + radiusPx;
  for (let y = from; y < to; y++) {
    const place = placeOf(y);
    bytes.set(rgb.subarray(y * widthPx * 3, (y + 1) * widthPx * 3), at.rgb + place * 3);
    for (let x = 0; x < widthPx; x++) {
      bytes[at.flags + place + x] = y >= top && samples[y * widthPx + x]! > 127 ? UNKNOWN! : KNOWN!;
    }
  }
  const count = neighbours.length / 16;
  kernels.inpaint(at.rgb, at.flags, at.times, stride, places, at.neighbours, count, at.queue);
  for (let y = top; y < bottom; y++) {
    const from = at.rgb + placeOf(y) * 3;
    rgb.set(bytes.subarray(from, from + widthPx * 3), y * widthPx * 3);
  }
}

/**
 * Fills in place the pixels over 127 in the mask, which has the picture's size. A mask that leaves nothing known changes
 * nothing. Throws RangeError.
 */
export function inpaintRgb(pixels: RgbPixels, mask: Plane8, { radiusPx }: InpaintOptions): void {
  checkPixels(pixels);
  checkPlane(mask);
  checkWhole('radiusPx', radiusPx, [1, 32]);
  const { widthPx, heightPx } = pixels;
  if (mask.widthPx !== widthPx || mask.heightPx !== heightPx) {
    throw new RangeError('The mask has another size than the picture.');
  }
  const rows = stripRows((widthPx + 2 * radiusPx) * STRIP_BYTES_PER_PX, heightPx);
  for (let top = 0; top < heightPx; top += rows) {
    const bottom = Math.min(heightPx, top + rows);
    const from = Math.max(0, top - 2 * radiusPx);
    const to = Math.min(heightPx, bottom + LOOK_AHEAD_ROWS);
    inpaintStrip(pixels, mask, { radiusPx, from, top, bottom, to });
  }
}
