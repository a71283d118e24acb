/** What calibration and output profiles ask of image processing. Owns the words; the pixels are worked on outside this process. */
import type { CalibrationPageOptions } from '@platen/imaging/sheet/calibration-page';
import type { OutputProfileFacts } from '@platen/imaging/sheet/icc-profile';
import type { SoftProof, SoftProofOptions } from '@platen/imaging/sheet/soft-proof';

/** All throw PreparationRefused or PreparationInterrupted (photo-preparer.ts) with a sentence when the file can't be used, or not now. */
export interface SheetTools {
  makeCalibrationPage(order: CalibrationPageOptions): Promise<void>;
  inspectProfile(path: string): Promise<OutputProfileFacts>;
  softProof(order: SoftProofOptions): Promise<SoftProof>;
}
