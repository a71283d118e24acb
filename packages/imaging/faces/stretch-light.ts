/** Owns giving dark and pale pictures the light that others have, before something is looked for in them. Pure arithmetic. */
import { percentileOf } from '../pixels/restore-tone.ts';
import type { SmallPicture } from '../pixels/small-picture.ts';

/** The share of the pixels that may become black, and that may become white. */
const endShare = 0.01;
/** From black to white: a picture of less is dark or pale, one of more stays as it is. */
const minRange = 150;
const fullRange = 235;
const maxGain = 4;

/** How many pixels there are of each level, by Rec. 601. */
function countLevels(rgb: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (let i = 0; i < rgb.length; i += 3) {
    counts[(77 * rgb[i]! + 150 * rgb[i + 1]! + 29 * rgb[i + 2]!) >> 8]!++;
  }
  return counts;
}

/** A dark or pale picture from black to white; any other as it is. */
export function stretchLight(picture: SmallPicture): SmallPicture {
  const counts = countLevels(picture.rgb);
  const black = percentileOf(counts, endShare);
  const range = percentileOf(counts, 1 - endShare) - black;
  if (range >= minRange) return picture;
  const gain = Math.min(maxGain, fullRange / Math.max(1, range));
  const rgb = picture.rgb.map((value) => Math.max(0, Math.min(255, (value - black) * gain)));
  return { ...picture, rgb };
}
