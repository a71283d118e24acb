/**
 * Owns small copies of a decoded picture, for looking at what is in it: means of a few pixels each, in whole numbers, so that
 * every machine makes the same ones. Must never change the picture.
 */
import type { PixelView } from './pixel-view.ts';

/** Interleaved 8-bit RGB, row by row, upright. */
export type SmallPicture = { rgb: Uint8Array; widthPx: number; heightPx: number };

/** Of each side of the area that becomes one pixel, so many pixels are looked at: more say the same. */
const MOST_SAMPLES = 3;

/** Where along one axis the samples of each small pixel are read, `count` each, as offsets in bytes. */
function placesAlong(sizePx: number, smallPx: number, stepBytes: number) {
  const count = Math.min(MOST_SAMPLES, Math.max(1, Math.round(sizePx / smallPx)));
  const places = new Int32Array(smallPx * count);
  for (let i = 0; i < places.length; i++) {
    const at = Math.floor(((i + 0.5) * sizePx) / places.length);
    places[i] = Math.min(sizePx - 1, at) * stepBytes;
  }
  return { count, places };
}

/** The picture, its longer side at most `longestPx`; a smaller one stays as it is. A grey one gets three equal channels. */
export function shrinkPicture(view: PixelView, longestPx: number): SmallPicture {
  const scale = Math.min(1, longestPx / Math.max(view.widthPx, view.heightPx));
  const widthPx = Math.max(1, Math.round(view.widthPx * scale));
  const heightPx = Math.max(1, Math.round(view.heightPx * scale));
  const across = placesAlong(view.widthPx, widthPx, view.stepX);
  const along = placesAlong(view.heightPx, heightPx, view.stepY);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  const sums = new Uint32Array(widthPx * 3);
  const { bytes, channels } = view;
  const [green, blue] = channels === 3 ? [1, 2] : [0, 0];
  const half = (across.count * along.count) >> 1;
  for (let y = 0; y < heightPx; y++) {
    sums.fill(0);
    for (let row = 0; row < along.count; row++) {
      const start = view.origin + along.places[y * along.count + row]!;
      for (let x = 0, i = 0, to = 0; x < widthPx; x++, to += 3) {
        let first = 0;
        let second = 0;
        let third = 0;
        for (let column = 0; column < across.count; column++, i++) {
          const at = start + across.places[i]!;
          first += bytes[at]!;
          second += bytes[at + green]!;
          third += bytes[at + blue]!;
        }
        sums[to] = sums[to]! + first;
        sums[to + 1] = sums[to + 1]! + second;
        sums[to + 2] = sums[to + 2]! + third;
      }
    }
    const to = y * widthPx * 3;
    const count = across.count * along.count;
    for (let i = 0; i < sums.length; i++) rgb[to + i] = Math.floor((sums[i]! + half) / count);
  }
  return { rgb, widthPx, heightPx };
}
