/** Owns whole pictures with heads drawn by code, and where their faces are: what tests and benches look for. */
import { drawClutter } from './clutter-samples.ts';
import { type Canvas, createRandom, drawHead, faceCentre, makeHead, type Random } from './face-samples.ts';
import type { FacePixels } from './find-faces.ts';

/** Half a face's width and height, in half widths of the face. */
const [HALF_WIDTH, HALF_HEIGHT] = [0.97, 1.15];

export type HeadPicture = {
  pixels: FacePixels;
  faces: { left: number; top: number; width: number; height: number }[];
};

/** Sepia, or as grey as it is. */
function develop({ light, widthPx, heightPx }: Canvas, random: Random): FacePixels {
  const isSepia = random() < 0.5;
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  light.forEach((value, i) => {
    const grey = Math.max(0, Math.min(255, 20 + 230 * Math.sqrt(Math.max(0, value)) + 8 * (random() - 0.5)));
    rgb.set(isSepia ? [grey, 0.84 * grey, 0.6 * grey] : [grey, grey, grey], 3 * i);
  });
  return { rgb, widthPx, heightPx };
}

/** One to three heads, turned a little, side by side before clutter or an even ground; 640 x 427 pixels. */
export function drawHeads(seed: number, count?: number): HeadPicture {
  const random = createRandom(seed);
  const [widthPx, heightPx] = [640, 427];
  const canvas = { light: new Float32Array(widthPx * heightPx).fill(random()), widthPx, heightPx };
  if (random() < 0.4) drawClutter(canvas, random);
  const heads = count ?? 1 + Math.floor(random() * 3);
  const faces = Array.from({ length: heads }, (_, i) => {
    const unitPx = 22 + 40 * random();
    const pose = {
      yaw: (random() - 0.5) * 0.7,
      pitch: (random() - 0.5) * 0.3,
      roll: (random() - 0.5) * 0.35,
    };
    const centre = faceCentre(pose);
    const [x, y] = [((i + 0.5) / heads) * widthPx, heightPx * (0.42 + 0.1 * random())];
    const place = { eyesX: x - centre.x * unitPx, eyesY: y - centre.y * unitPx, unitPx };
    drawHead(canvas, makeHead(random), { place, pose });
    return {
      left: (x - HALF_WIDTH * unitPx) / widthPx,
      top: (y - HALF_HEIGHT * unitPx) / heightPx,
      width: (2 * HALF_WIDTH * unitPx) / widthPx,
      height: (2 * HALF_HEIGHT * unitPx) / heightPx,
    };
  });
  return { pixels: develop(canvas, random), faces };
}
