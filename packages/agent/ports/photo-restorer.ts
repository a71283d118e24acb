/** What the agent asks of image processing for photos that nobody has ordered. The pixels are worked on outside this process. */
import type { RestoreOptions, RestoreReport, RestoreTask } from '@platen/contracts/restore-task';

export interface RestorationOrder {
  options: RestoreOptions;
  sourcePath: string;
  /** A person's own mask, or an earlier one with what its values stand for and which of them are left as they are. */
  maskPath?: string | undefined;
  regions?: RestoreTask['regions'];
  refused?: RestoreTask['refused'];
  is_print_damaged?: RestoreTask['is_print_damaged'];
  /** Written whole; a JPEG. */
  targetPath: string;
  /** Written too: the mask that was used (PNG) and the small pair (JPEG). */
  maskTargetPath: string;
  beforePath: string;
  afterPath: string;
}

export interface PhotoRestorer {
  /**
   * Restores a photo; prints go before it. An aborted signal ends the work at once, with the process it runs in. Throws
   * PreparationRefused (photo-preparer.ts) when this picture can't be restored.
   */
  restorePhoto(
    order: RestorationOrder,
    options: { signal: AbortSignal; onProgress: (share: number, stage?: string) => void },
  ): Promise<RestoreReport>;
}
