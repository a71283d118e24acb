/**
 * Owns the shapes of what an imaging pool and its child processes say to each other. Types alone: loading it costs
 * nothing.
 */
import type { ImagingRefusalReason } from './imaging-refusal.ts';
import type { PreparedPhoto, PreparePhotoOptions } from './prepare-photo.ts';
import type { FileProbe } from './probe-file.ts';

/** One task for a child; it does one at a time. */
export type ImagingTask =
  | { kind: 'probe'; path: string }
  | { kind: 'preparePhoto'; options: PreparePhotoOptions };

/** What a task gives, by its kind. */
export type ImagingResults = { probe: FileProbe; preparePhoto: PreparedPhoto };

/** How a child answers. `error` is a fault that is no refusal: a missing file, a full disk. */
export type ImagingReply =
  | { ok: true; result: FileProbe | PreparedPhoto }
  | { ok: false; refusal: { reason: ImagingRefusalReason; message: string; detail?: string } }
  | { ok: false; error: { name: string; message: string; code?: string } };
