/**
 * Owns enlarging a photo twice: Lanczos' filter, and what a small network adds to its brightness, which learnt what such an
 * enlargement lacks. Its channels and weights, made by learning, are read from `enlarge-network.bin`. Must never do any other I/O,
 * never change the pixels that it is given, nor touch colours.
 */
import { readFileSync } from 'node:fs';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import { fitNetwork, type RowTopology, readNetworkFile } from '../kernels/network-file.ts';
import { type RowNetwork, rowTableBytes } from '../kernels/network-rows.ts';
import { defaultEveryMs, runGivingWay } from '../kernels/network-turns.ts';
import { enlargeRow } from '../pixels/lanczos-rows.ts';

const topology: readonly RowTopology[] = [
  { name: 'a', from: 'picture', kernel: 3, stride: 1 },
  { name: 'b', from: 'a', kernel: 3, stride: 1 },
  { name: 'c', from: 'b', kernel: 3, stride: 1 },
  { name: 'd', from: 'c', kernel: 3, stride: 1 },
  { name: 'e', from: 'd', kernel: 3, stride: 1 },
  { name: 'out', from: 'e', kernel: 1, stride: 1 },
];
/** The four pixels that one becomes, row by row: each is a class of answers. */
const quarters = 4;
/** What stands for nothing to be added. */
const middle = 128;
const middleStep = (rowTableBytes - 1) / 2;
/** Smaller pictures are enlarged by the filter alone. */
const minSidePx = 32;

/** An answer is sixteenths of a number; each of them is one step of brightness. */
const tables = Uint8Array.from({ length: quarters * rowTableBytes }, (_, i) =>
  Math.min(255, Math.max(0, middle + (i % rowTableBytes) - middleStep)),
);

/** A network out of the bytes of a weights file. Throws NetworkFileError with a sentence when that isn't what the bytes are. */
export function readEnlargeNetwork(bytes: Uint8Array): RowNetwork {
  const { layers } = readNetworkFile(bytes, { network: 'enlarging', topology });
  return fitNetwork('enlarging', { layers, tables });
}

let ownNetwork: RowNetwork | undefined;

function getOwnNetwork(): RowNetwork {
  ownNetwork ??= readEnlargeNetwork(readFileSync(new URL('enlarge-network.bin', import.meta.url)));
  return ownNetwork;
}

export interface EnlargeOptions {
  /** Told how much is done, over 0 to 1, and waited for, now and then. */
  onShare?(share: number): Promise<void>;
  network?: RowNetwork;
}

/** How much is told before the picture itself is written. */
const networkShare = 0.9;

/** What is added to each of the four pixels, plus the middle; undefined of pictures that are too small for the network. */
async function measureAdditions(
  pixels: RgbPixels,
  { network = getOwnNetwork(), onShare }: EnlargeOptions,
): Promise<Plane8[] | undefined> {
  if (Math.min(pixels.widthPx, pixels.heightPx) < minSidePx) return undefined;
  return await runGivingWay(network, pixels, {
    onShare: async (share) => await onShare?.(networkShare * share),
  });
}

/**
 * A photo in twice its size. Gives way now and then: other kernels may run meanwhile, but the pixels must stay as they are. Takes
 * seven times the memory of what it is given, besides it.
 */
export async function enlargeTwice(pixels: RgbPixels, options: EnlargeOptions = {}): Promise<RgbPixels> {
  const { widthPx, heightPx } = pixels;
  const additions = await measureAdditions(pixels, options);
  const [wide, high] = [2 * widthPx, 2 * heightPx];
  const rgb = Buffer.allocUnsafe(3 * wide * high);
  const row = new Float64Array(3 * wide);
  const work = new Float64Array(3 * widthPx);
  let since = performance.now();
  for (let y = 0; y < high; y++) {
    enlargeRow(pixels, y, row, work);
    const left = additions?.[2 * (y % 2)]?.samples;
    const right = additions?.[2 * (y % 2) + 1]?.samples;
    const from = (y >> 1) * widthPx;
    for (let x = 0, at = 0, to = 3 * wide * y; x < wide; x++) {
      const samples = x % 2 === 0 ? left : right;
      const addition = samples ? samples[from + (x >> 1)]! - middle : 0;
      for (let c = 0; c < 3; c++) {
        const value = row[at++]! + addition;
        rgb[to++] = value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
      }
    }
    if (performance.now() - since < defaultEveryMs) continue;
    await options.onShare?.(networkShare + ((1 - networkShare) * y) / high);
    since = performance.now();
  }
  return { rgb, widthPx: wide, heightPx: high };
}
