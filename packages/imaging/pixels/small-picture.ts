/**
 * Owns small copies of a decoded picture, for looking at what is in it: means of a few pixels each, in whole numbers, so that
 * every machine makes the same ones. Must never change the picture.
 */
import type { PixelView } from './pixel-view.ts';

/** Interleaved 8-bit RGB, row by row, upright. */
export interface SmallPicture {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** Of each side of the area that becomes one pixel, so many pixels are looked at: more say the same. */
const maxSamples = 3;

/** Where along one axis the samples of each small pixel are read, `count` each, as offsets in bytes. */
function placesAlong(sizePx: number, smallPx: number, stepBytes: number) {
  const count = Math.min(maxSamples, Math.max(1, Math.round(sizePx / smallPx)));
  const places = new Int32Array(smallPx * count);
  for (let i = 0; i < places.length; i++) {
    const at = Math.floor(((i + 0.5) * sizePx) / places.length);
    places[i] = Math.min(sizePx - 1, at) * stepBytes;
  }
  return { count, places };
}

/** What is read of one row of the source, and the sums it is added to: of red, green and blue, one after the other. */
interface Reading {
  bytes: Uint8Array;
  start: number;
  green: number;
  blue: number;
  places: Int32Array;
  sums: Int32Array;
}

/** Adds three samples to each sum: as many as large pictures have. */
function addThrees({ bytes, start, green, blue, places, sums }: Reading): void {
  for (let i = 0; i < sums.length; i += 3) {
    const a = start + places[i]!;
    const b = start + places[i + 1]!;
    const c = start + places[i + 2]!;
    sums[i] = sums[i]! + bytes[a]! + bytes[b]! + bytes[c]!;
    sums[i + 1] = sums[i + 1]! + bytes[a + green]! + bytes[b + green]! + bytes[c + green]!;
    sums[i + 2] = sums[i + 2]! + bytes[a + blue]! + bytes[b + blue]! + bytes[c + blue]!;
  }
}

function addFew({ bytes, start, green, blue, places, sums }: Reading): void {
  const count = places.length / (sums.length / 3);
  for (let i = 0, to = 0; to < sums.length; to += 3) {
    for (const last = i + count; i < last; i++) {
      const at = start + places[i]!;
      sums[to] = sums[to]! + bytes[at]!;
      sums[to + 1] = sums[to + 1]! + bytes[at + green]!;
      sums[to + 2] = sums[to + 2]! + bytes[at + blue]!;
    }
  }
}

/** Where a row of small pixels goes: from `to` on, `step` bytes apart. */
interface Row {
  rgb: Uint8Array;
  to: number;
  step: number;
}

/** Writes the means of so many samples, rounded; the sums are 0 again. */
function putMeans(sums: Int32Array, count: number, { rgb, to, step }: Row): void {
  // A multiplication takes less than a division; half of one is too little to change a mean, and keeps it off whole numbers.
  const [half, share] = [(count >> 1) + 0.5, 1 / count];
  for (let i = 0, at = to; i < sums.length; i += 3, at += step) {
    rgb[at] = (sums[i]! + half) * share;
    rgb[at + 1] = (sums[i + 1]! + half) * share;
    rgb[at + 2] = (sums[i + 2]! + half) * share;
  }
  sums.fill(0);
}

/** Whether the view's bytes are those of a small picture already. */
const isPlain = ({ bytes, widthPx, heightPx, origin, stepX, stepY }: PixelView): boolean =>
  origin === 0 && stepX === 3 && stepY === 3 * widthPx && bytes.length === stepY * heightPx;

/** The picture, its longer side at most `longestPx`; a smaller one stays as it is. A grey one gets three equal channels. */
export function shrinkPicture(view: PixelView, longestPx: number): SmallPicture {
  const scale = Math.min(1, longestPx / Math.max(view.widthPx, view.heightPx));
  const widthPx = Math.max(1, Math.round(view.widthPx * scale));
  const heightPx = Math.max(1, Math.round(view.heightPx * scale));
  if (scale === 1 && isPlain(view)) return { rgb: view.bytes, widthPx, heightPx };
  const across = { ...placesAlong(view.widthPx, widthPx, view.stepX), smallPx: widthPx, stepTo: 3 };
  const along = {
    ...placesAlong(view.heightPx, heightPx, view.stepY),
    smallPx: heightPx,
    stepTo: 3 * widthPx,
  };
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  // Along `near` bytes lie closer together: a picture that lies on its side is read as it lies.
  const [near, far] = Math.abs(view.stepX) < Math.abs(view.stepY) ? [across, along] : [along, across];
  const [green, blue] = view.channels === 3 ? [1, 2] : [0, 0];
  const { bytes, origin } = view;
  const { places, stepTo: step } = near;
  const sums = new Int32Array(3 * near.smallPx);
  const addRow = near.count === 3 ? addThrees : addFew;
  for (let y = 0; y < far.smallPx; y++) {
    for (let row = y * far.count; row < (y + 1) * far.count; row++) {
      addRow({ bytes, start: origin + far.places[row]!, green, blue, places, sums });
    }
    putMeans(sums, near.count * far.count, { rgb, to: y * far.stepTo, step });
  }
  return { rgb, widthPx, heightPx };
}
