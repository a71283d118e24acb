/** What the agent asks of image processing for photos that nobody has ordered. The pixels are worked on outside this process. */
import type { RestoreOptions, RestoreReport } from '@platen/contracts/agent-protocol';

export interface RestorationOrder extends RestoreOptions {
  sourcePath: string;
  /** Written whole; a JPEG. */
  targetPath: string;
}

export interface PhotoRestorer {
  /** Restores a photo; prints go before it. Throws PreparationRefused (photo-preparer.ts) when this picture can't be restored. */
  restorePhoto(
    order: RestorationOrder,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<RestoreReport>;
}
