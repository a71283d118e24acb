/**
 * Owns where in a photo damage is. The network looks at it in several sizes, each half of the one before: a hairline in one
 * scan is a wide band in a larger one of the same print. What is thin counts where it is seen best, what is wide in smaller
 * sizes too, when they are as good as certain. Pieces that hang together are then taken or left as a whole. Changes no
 * pixel, and doesn't ask what the photo as a whole is.
 */
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { dilate, erode } from '../kernels/window-filters.ts';
import { shrinkPixels } from '../pixels/shrink-pixels.ts';
import { type DamageChances, measureDamage } from './damage-network.ts';

/** In smaller pictures the network knows nothing. */
export const minLookPx = 64;
/** Parts that are so many pixels wide both ways count from smaller sizes too. */
const wideRadiusPx = 3;
/** From this chance on: what is less certain there is mostly the photo's own, and brought far more of that than of damage. */
const minSmallerChance = 0.9;
const maxHalvings = 4;

/** The highest of the chances of what is filled: spots, lines and losses. */
function highestOf({ spot, line, loss }: DamageChances): Plane8 {
  const { samples, widthPx, heightPx } = spot;
  for (const other of [line.samples, loss.samples]) {
    for (let i = 0; i < samples.length; i++) if (other[i]! > samples[i]!) samples[i] = other[i]!;
  }
  return { samples, widthPx, heightPx };
}

/** What is wide of a smaller copy's damage is put into the chances, where it is more likely than what they have. */
export function addWide({ samples, widthPx, heightPx }: Plane8, small: Plane8): void {
  const least = 255 * minSmallerChance;
  const opened = dilate(erode(small, wideRadiusPx), wideRadiusPx).samples;
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = Math.min(small.heightPx - 1, y >> 1) * small.widthPx;
    for (let x = 0; x < widthPx; x++, at++) {
      const from = row + Math.min(small.widthPx - 1, x >> 1);
      const chance = Math.min(opened[from]!, small.samples[from]!);
      if (chance >= least && chance > samples[at]!) samples[at] = chance;
    }
  }
}

/** The chance of damage at each pixel, 0 to 255, by all sizes. `onShare`: told how much is done, over 0 to 1, and waited for. Throws RangeError for tiny pictures. */
export async function detectDamage(
  pixels: RgbPixels,
  onShare: (share: number) => Promise<void>,
): Promise<Plane8> {
  const sizes = [pixels];
  while (sizes.length <= maxHalvings) {
    const { widthPx, heightPx } = sizes.at(-1)!;
    if (Math.min(widthPx, heightPx) < 2 * minLookPx) break;
    sizes.push(shrinkPixels(sizes.at(-1)!, 2));
  }
  let below: Plane8 | undefined;
  let done = 0;
  for (const [index, size] of [...sizes.entries()].reverse()) {
    // Each size costs four times the next one, and all smaller ones together a third of it.
    const part = 0.75 / 4 ** index;
    const start = done;
    const chances = highestOf(
      await measureDamage(size, { onShare: (share) => onShare(start + part * share) }),
    );
    if (below) addWide(chances, below);
    below = chances;
    done += part;
  }
  return below!;
}

/** Marked pixels that touch, as indices into the picture's pixels, in the order of their first ones. */
export function listPieces({ samples, widthPx, heightPx }: Plane8): Uint32Array[] {
  const seen = new Uint8Array(samples.length);
  const pieces: Uint32Array[] = [];
  const queue = new Uint32Array(samples.length);
  for (let start = 0; start < samples.length; start++) {
    if (samples[start] === 0 || seen[start]) continue;
    let end = 1;
    queue[0] = start;
    seen[start] = 1;
    for (let read = 0; read < end; read++) {
      const at = queue[read]!;
      const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
      for (let v = Math.max(0, y - 1); v <= Math.min(heightPx - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(widthPx - 1, x + 1); u++) {
          const next = v * widthPx + u;
          if (seen[next] || samples[next] === 0) continue;
          seen[next] = 1;
          queue[end++] = next;
        }
      }
    }
    pieces.push(queue.slice(0, end));
  }
  return pieces;
}
