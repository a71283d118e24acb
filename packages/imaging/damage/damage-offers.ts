/**
 * Owns which places of a photo may be damage by the word of the network alone: what it sees more likely than not and nobody
 * has marked. Of old prints that is a scratch as often as a letter, a glove or a button, so it is for a person to say.
 * Changes no mask.
 */
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { dilate } from '../kernels/window-filters.ts';
import { lumaOf } from '../pixels/even-tone.ts';
import { listPieces } from './damage-search.ts';

/** Pixels that touch or nearly do. */
export interface DamageOffer {
  places: Uint32Array;
  /** What the network says, the mean of its pixels: 0 to 1. */
  chance: number;
  /** Lighter than what is around it. */
  isLight: boolean;
}

/** A place is offered where some of it is so likely damage; all that is at least half so sure around that belongs to it. */
const coreChance = 0.5;
const aroundChance = 0.35;
const minCorePx = 4;
/** Smaller ones aren't seen in print, unless they follow each other. */
const minPx = 12;
/** Pieces are one when so little lies between them. */
const nearPx = 2;
/** So far beside what is marked is its own rim. */
const rimPx = 3;
/** How far beyond a place one looks for what is around it. */
const besidePx = 5;

/** Whether the picture is darker around the places than in them. */
function isLighter({ rgb, widthPx, heightPx }: RgbPixels, places: Uint32Array, isIn: Uint8Array): boolean {
  const lumaAt = (at: number) => lumaOf(rgb[3 * at]!, rgb[3 * at + 1]!, rgb[3 * at + 2]!);
  let [own, around, count] = [0, 0, 0];
  for (const at of places) {
    own += lumaAt(at);
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    for (const [u, v] of [
      [x - besidePx, y],
      [x + besidePx, y],
      [x, y - besidePx],
      [x, y + besidePx],
    ] as const) {
      if (u < 0 || v < 0 || u >= widthPx || v >= heightPx || isIn[v * widthPx + u]) continue;
      around += lumaAt(v * widthPx + u);
      count++;
    }
  }
  return count > 0 && own / places.length > around / count;
}

/**
 * What may be damage beside the marks, by the network's chances from 0 to 255; all three of one size. `raise`: by how much more
 * certain it must be, 0 to 0.5.
 */
export function listOffers(
  pixels: RgbPixels,
  { chances, marks }: { chances: Plane8; marks: Plane8 },
  raise: number,
): DamageOffer[] {
  const { widthPx, heightPx } = chances;
  const [core, around] = [255 * (coreChance + raise), 255 * (aroundChance + raise)];
  const rim = dilate(marks, rimPx).samples;
  const isIn = chances.samples.map((chance, at) => Number(chance >= around && rim[at] === 0));
  const near = dilate({ samples: isIn, widthPx, heightPx }, nearPx);
  return listPieces(near).flatMap((group) => {
    const places = group.filter((at) => isIn[at]);
    let [sum, coreCount] = [0, 0];
    for (const at of places) {
      sum += chances.samples[at]!;
      if (chances.samples[at]! >= core) coreCount++;
    }
    if (places.length < minPx || coreCount < minCorePx) return [];
    return [{ places, chance: sum / places.length / 255, isLight: isLighter(pixels, places, isIn) }];
  });
}
