/** What calibration, output profiles and small pictures for screens ask of image processing; the pixels are worked on outside this process. */
import type { ImagingWork } from '@platen/imaging/pool/imaging-pool';

/** All throw PreparationRefused or PreparationInterrupted (photo-preparer.ts) with a sentence when the file can't be used, or not now. */
export type SheetTools = Pick<ImagingWork, 'calibrationPage' | 'inspectProfile' | 'softProof' | 'thumbnail'>;
