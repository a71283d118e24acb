/** Owns photos drawn by code as cameras make them, from black to white, and their pixels as restorations take them. For tests. */
import sharp from 'sharp';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { drawScene, type RawScene } from './scene-samples.ts';

interface Size {
  widthPx: number;
  heightPx: number;
}

/** What sharp has to know of raw RGB. */
export const rawOf = ({ widthPx, heightPx }: Size) => ({
  raw: { width: widthPx, height: heightPx, channels: 3 as const },
});

export const pixelsOf = ({ pixels, widthPx, heightPx }: RawScene): RgbPixels => ({
  rgb: pixels,
  widthPx,
  heightPx,
});

export async function drawPhoto(size: Size, seed: number): Promise<RawScene> {
  const { widthPx, heightPx } = size;
  const { pixels } = drawScene({ widthPx, heightPx, seed });
  return { pixels: await sharp(pixels, rawOf(size)).normalise().raw().toBuffer(), widthPx, heightPx };
}
