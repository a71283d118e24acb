/** Owns reading from a photo's pixels what tells an old print: its picture's tones, its grain, how much of the scan it has. */
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import {
  isLikelyOld,
  judgeOldPrint,
  listOldPrintFeatures,
  type OldPrintFinding,
} from '../pixels/old-print.ts';
import { detectMounts } from '../pixels/picture-mounts.ts';
import { askWitness } from '../pixels/print-witness.ts';
import { readTones, type ToneReading } from '../pixels/tone-network.ts';
import { grainOf, isRough, measureNoiseOf, pictureShareOf, readPicture } from './restore-assess.ts';
import type { NoiseFacts } from './restore-noise.ts';

interface Photo {
  pixels: RgbPixels;
  /** As `readPicture` reads it, cleaned of specks. */
  picture: RgbPixels;
  reading: ToneReading;
  noise: NoiseFacts;
}

const grainFactsOf = ({ noise }: Photo) => ({ grain: grainOf(noise), ...noise });

/**
 * Whether the photo is an old print. What is rough everywhere is a thing, and what it lies on is no mount. Of what tones and grain don't
 * show to be one, somebody else is asked, who sees what it shows.
 */
export function judgeOldPhoto(photo: Photo): OldPrintFinding {
  const share = pictureShareOf(photo.pixels, photo.picture);
  const isMounted = detectMounts(photo.pixels).length > 0;
  const found = judgeOldPrint(photo.reading, grainFactsOf(photo), { share, isMounted });
  if (isRough(photo.pixels, photo.noise)) return { ...found, chance: 0, isMounted: false, isSurface: true };
  return isLikelyOld(found) ? found : { ...found, look: askWitness(photo.pixels) };
}

/** What is learnt from. */
export function readOldPrintFeatures(pixels: RgbPixels): number[] {
  const picture = readPicture(pixels, true);
  const photo = { pixels, picture, reading: readTones(picture), noise: measureNoiseOf(pixels) };
  return listOldPrintFeatures(photo.reading, grainFactsOf(photo), pictureShareOf(pixels, picture));
}
