/**
 * Owns the shapes of what an imaging pool and its child processes say to each other. Types alone: loading it costs
 * nothing.
 */

import type { FileProbe } from '../decode/probe-file.ts';
import type { MaskRead, ReadMaskOptions } from '../decode/read-mask.ts';
import type { Thumbnail, ThumbnailOptions } from '../decode/thumbnail.ts';
import type { ImagingRefusalReason } from '../imaging-refusal.ts';
import type { PictureSize } from '../picture-size.ts';
import type { PhotoMeasures } from '../quality/measures-version.ts';
import type { RestorePhotoOptions } from '../restore/restore-options.ts';
import type { RestoredPhoto } from '../restore/restore-photo.ts';
import type { CalibrationPageOptions } from '../sheet/calibration-page.ts';
import type { ContactPictureOptions, ContactSheetOptions } from '../sheet/contact-picture.ts';
import type { OutputProfileFacts } from '../sheet/icc-profile.ts';
import type { PreparedPages, PreparePagesOptions } from '../sheet/prepare-pages.ts';
import type { PreparedPhoto, PreparePhotoOptions } from '../sheet/prepare-photo.ts';
import type { SoftProof, SoftProofOptions } from '../sheet/soft-proof.ts';

/** One task for a child; it does one at a time. */
export type ImagingTask =
  | { kind: 'probe'; path: string }
  | { kind: 'preparePhoto'; options: PreparePhotoOptions }
  | { kind: 'preparePages'; options: PreparePagesOptions }
  | { kind: 'calibrationPage'; options: CalibrationPageOptions }
  | { kind: 'inspectProfile'; path: string }
  | { kind: 'softProof'; options: SoftProofOptions }
  | { kind: 'thumbnail'; options: ThumbnailOptions }
  | { kind: 'contactPicture'; options: ContactPictureOptions }
  | { kind: 'contactSheet'; options: ContactSheetOptions }
  | { kind: 'measurePhoto'; path: string }
  | { kind: 'readMask'; options: ReadMaskOptions }
  | { kind: 'restorePhoto'; options: RestorePhotoOptions };

/** What a task gives, by its kind. */
export interface ImagingResults {
  probe: FileProbe;
  preparePhoto: PreparedPhoto;
  preparePages: PreparedPages;
  calibrationPage: { bytes: number };
  inspectProfile: OutputProfileFacts;
  softProof: SoftProof;
  thumbnail: Thumbnail;
  contactPicture: { placed: true };
  contactSheet: { bytes: number };
  measurePhoto: PhotoMeasures;
  readMask: MaskRead;
  restorePhoto: RestoredPhoto;
}

export type ImagingResult = ImagingResults[ImagingTask['kind']];

/** How far a long task is, from 0 to 1, and what it does there; its reply follows. */
export interface ImagingProgress {
  progress: number;
  stage?: string;
}

/** What a child says for those who watch it: that it has the task, and how many pixels its picture has. */
export type ImagingNote = { began: true } | PictureSize;

/** How a child answers. `error` is a fault that is no refusal: a missing file, a full disk. */
export type ImagingReply =
  | { ok: true; result: ImagingResult }
  | { ok: false; refusal: { reason: ImagingRefusalReason; message: string; detail?: string } }
  | { ok: false; error: { name: string; message: string; code?: string } };
