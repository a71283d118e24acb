/** Owns running a network over a picture in turns, so that its process goes on hearing its messages. Must never change the picture. */
import type { Plane8, RgbPixels } from './kernel-planes.ts';
import { type RowNetwork, runRowNetwork } from './network-rows.ts';

export interface GivingWay {
  /** Told how much is done, over 0 to 1, and waited for, whenever `everyMs` have passed. */
  onShare(share: number): Promise<void>;
  everyMs?: number;
}

/** A process that gives way so often is one that listens. */
export const defaultEveryMs = 50;

/** The network's planes. Other kernels may run meanwhile, but the pixels must stay as they are. Throws RangeError as `runRowNetwork` does. */
export async function runGivingWay(
  network: RowNetwork,
  pixels: RgbPixels,
  { onShare, everyMs = defaultEveryMs }: GivingWay,
): Promise<Plane8[]> {
  const running = runRowNetwork(network, pixels);
  let since = performance.now();
  for (;;) {
    const step = running.next();
    if (step.done) return step.value;
    if (performance.now() - since < everyMs) continue;
    await onShare(step.value);
    since = performance.now();
  }
}
