/** Owns planes and pictures of noise and shapes from a seed, for tests and benches of the kernels. Pure. */
import type { Plane8, RgbPixels } from './kernel-planes.ts';

/** Numbers in [0, 1), the same on every machine for the same seed. */
export function createRandom(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) + 0x7f4a7c15) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Bytes without any order. */
export function noisePlane(widthPx: number, heightPx: number, seed = 1): Plane8 {
  const random = createRandom(seed);
  const samples = Uint8Array.from({ length: widthPx * heightPx }, () => Math.floor(random() * 256));
  return { samples, widthPx, heightPx };
}

/** Waves and edges in colour, with near normal noise of deviation `sigma` in each channel. */
export function wavyPixels(widthPx: number, heightPx: number, sigma = 0): RgbPixels {
  const random = createRandom(7);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let i = 0; i < rgb.length; i++) {
    const [place, channel] = [Math.floor(i / 3), i % 3];
    const [x, y] = [place % widthPx, Math.floor(place / widthPx)];
    const wave = 128 + 50 * Math.sin(x / 23 + channel) * Math.cos(y / (17 + channel));
    const edge = (x + 2 * y) % 140 < 60 ? 30 : -20;
    const noise = sigma * Math.sqrt(3) * (random() + random() + random() + random() - 2);
    rgb[i] = Math.max(0, Math.min(255, Math.round(wave + edge + noise)));
  }
  return { rgb, widthPx, heightPx };
}
