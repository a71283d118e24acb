/**
 * Owns the shapes of what an imaging pool and its child processes say to each other. Types alone: loading it costs
 * nothing.
 */

import type { ImagingRefusalReason } from '../imaging-refusal.ts';
import type { PictureSize } from '../picture-size.ts';
import type { ImagingInput, ImagingKind, ImagingResult } from './imaging-table.ts';

/** One task for a child; it does one at a time. */
export type ImagingTask<Kind extends ImagingKind = ImagingKind> = {
  [K in Kind]: { kind: K; input: ImagingInput<K> };
}[Kind];

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
