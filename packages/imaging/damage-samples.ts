/** Owns damage drawn over a scene by code: a faded, yellowed print with dust and scratches, and where they are. */
import { createSampleRandom } from './random-samples.ts';
import type { RawScene } from './scene-samples.ts';
import { createCover, drawDisc, drawStroke } from './stroke-samples.ts';

/** `mask`: 255 where a defect covers the picture. */
export type DamagedScene = RawScene & { mask: Uint8Array };

const BLACK = [46, 42, 40] as const;
const WHITE = [208, 192, 166] as const;

/** Fades the scene and lays 40 specks and 5 scratches on it, with slight grain. */
export function damageScene(scene: RawScene, seed: number): DamagedScene {
  const { pixels, widthPx, heightPx } = scene;
  const random = createSampleRandom(seed);
  const cover = createCover(widthPx, heightPx);
  for (let i = 0; i < 40; i++) {
    const place = [random.share() * widthPx, random.share() * heightPx] as const;
    drawDisc(cover, place, { radiusPx: random.between(0.8, 2.4), opacity: random.between(0.85, 1) });
  }
  for (let i = 0; i < 5; i++) {
    const [left, top] = [random.share() * widthPx, random.between(0, 0.4) * heightPx];
    const lengthPx = heightPx * random.between(0.35, 0.6);
    const lean = random.between(-0.15, 0.15);
    const width = random.between(1, 2.5);
    drawStroke(cover, (t) => [left + lean * lengthPx * t, top + lengthPx * t], {
      lengthPx,
      opacity: 0.95,
      widthAt: () => width,
    });
  }
  const damaged = Buffer.alloc(pixels.length);
  const mask = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < mask.length; i++) {
    const opacity = cover.opacity[i]!;
    if (opacity > 0.4) mask[i] = 255;
    const grain = 3 * random.normal();
    for (let c = 0; c < 3; c++) {
      const faded = BLACK[c]! + (pixels[3 * i + c]! / 255) * (WHITE[c]! - BLACK[c]!);
      damaged[3 * i + c] = Math.max(
        0,
        Math.min(255, Math.round(faded * (1 - opacity) + 246 * opacity + grain)),
      );
    }
  }
  return { pixels: damaged, widthPx, heightPx, mask };
}
