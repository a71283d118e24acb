/** The kernels with options as a restoration uses them, on a scene drawn by code, for the bench and its memory process. */
import { deblockRgb, tablesOfQuality } from '@platen/imaging/kernels/deblock-rgb';
import { denoiseRgb } from '@platen/imaging/kernels/denoise-rgb';
import { inpaintRgb } from '@platen/imaging/kernels/inpaint-rgb';
import type { Plane8, RgbPixels } from '@platen/imaging/kernels/kernel-planes';
import { lineResponses } from '@platen/imaging/kernels/line-responses';
import { medianPlane } from '@platen/imaging/kernels/median-plane';
import {
  boxMean,
  dilate,
  gaussianPlane,
  localDeviation,
  percentilesOf,
} from '@platen/imaging/kernels/window-filters';
import { drawScene } from '@platen/imaging/testing/scene-samples';

export interface KernelRun {
  name: string;
  run(): unknown;
  /** Seconds a megapixel. */
  goal?: number;
}

interface KernelScene {
  pixels: RgbPixels;
  grey: Plane8;
  /** Scratches in 1.5 % of the pixels. */
  mask: Plane8;
}

/** A scene with its grey plane and a mask of scratches. */
export function kernelScene(size: { widthPx: number; heightPx: number }): KernelScene {
  const { pixels: rgb, widthPx, heightPx } = drawScene({ ...size, seed: 4 });
  const grey = { samples: new Uint8Array(widthPx * heightPx), widthPx, heightPx };
  for (let i = 0; i < grey.samples.length; i++) grey.samples[i] = rgb[3 * i + 1]!;
  const mask = { samples: new Uint8Array(grey.samples.length), widthPx, heightPx };
  const scratches = Math.round((0.015 * widthPx) / 3);
  for (let scratch = 0; scratch < scratches; scratch++) {
    for (let y = 0; y < heightPx; y++) {
      const x = Math.round((widthPx / scratches) * scratch + 20 * Math.sin(y / 90 + scratch));
      mask.samples.fill(255, y * widthPx + Math.max(0, x), y * widthPx + Math.max(0, x) + 3);
    }
  }
  return { pixels: { rgb, widthPx, heightPx }, grey, mask };
}

/** Goals are the times of the plain versions that these kernels replaced, or what was reached elsewhere. */
export function kernelRuns({ pixels, grey, mask }: KernelScene): KernelRun[] {
  const lines = { lengthPx: 31, thicknessesPx: [1], polarity: 'bright', supportLevel: 6 } as const;
  const sigmas = [10, 8, 8] as const;
  const tables = tablesOfQuality(75);
  return [
    { name: 'medianPlane, radius 3', run: () => medianPlane(grey, 3) },
    { name: 'medianPlane, radius 16', run: () => medianPlane(grey, 16) },
    { name: 'lineResponses, 31 x 1, 16 directions', run: () => lineResponses(grey, lines), goal: 0.5 },
    {
      name: 'inpaintRgb, 1.5 % scratches, fast marching',
      run: () => inpaintRgb(pixels, mask, { radiusPx: 3, passes: 0 }),
      goal: 0.09,
    },
    { name: 'inpaintRgb, refined', run: () => inpaintRgb(pixels, mask, { radiusPx: 2 }) },
    {
      name: 'denoiseRgb, 3 planes, 2 passes, step 2',
      run: () => denoiseRgb(pixels, { sigmas, stepPx: 2 }),
      goal: 0.438,
    },
    { name: 'denoiseRgb, 3 planes, 2 passes, step 1', run: () => denoiseRgb(pixels, { sigmas, stepPx: 1 }) },
    { name: 'denoiseRgb, 3 planes, 2 passes, step 4', run: () => denoiseRgb(pixels, { sigmas, stepPx: 4 }) },
    {
      name: 'deblockRgb, step 2',
      run: () => deblockRgb(pixels, { ...tables, isSubsampled: true, stepPx: 2 }),
    },
    { name: 'boxMean, radius 8', run: () => boxMean(grey, 8) },
    { name: 'localDeviation, radius 3', run: () => localDeviation(grey, 3) },
    { name: 'dilate, radius 3', run: () => dilate(grey, 3) },
    { name: 'gaussianPlane, sigma 1.5', run: () => gaussianPlane(grey, 1.5) },
    { name: 'percentilesOf', run: () => percentilesOf(grey, [0.01, 0.5, 0.99]) },
  ];
}
