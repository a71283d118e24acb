/**
 * The tasks of image processing, each described once: where its work is done, how much it may take, and what is said of a process that
 * ended over it. Pool, messages, limits and child loop over this table. Whoever loads it loads none of the work.
 */
import type { ImagingLimits } from './imaging-limits.ts';

/** How far a long task is, from 0 to 1, and what it does there. */
export interface ImagingStep {
  share: number;
  stage?: string;
}

interface TaskEntry<Input, Result> {
  /** Loads what does the work; called in a child alone. */
  load(): Promise<(input: Input, onStep: (step: ImagingStep) => void) => Promise<Result>>;
  /** What a child was doing, for a sentence. */
  doing: string;
  limits: ImagingLimits;
}

const task = <Input, Result>(entry: TaskEntry<Input, Result>): TaskEntry<Input, Result> => entry;

const minuteMs = 60_000;

export const imagingTasks = {
  /** Kind, size, pages, colours and date of a file. */
  probe: task({
    load: async () => (await import('../decode/probe-file.ts')).probeFile,
    doing: 'looked at the file',
    limits: { processorMs: 1700, processorMsPerMegapixel: 250, growthMb: 190, isUntrusted: true },
  }),
  /** A small JPEG of a picture or of a document's first page. */
  thumbnail: task({
    load: async () => (await import('../decode/thumbnail.ts')).createThumbnail,
    doing: 'made a small picture of the file',
    limits: { processorMs: 1700, processorMsPerMegapixel: 250, growthMb: 190, isUntrusted: true },
  }),
  /** Small JPEGs of parts of a picture. The whole of it is held while they are cut. */
  cutParts: task({
    load: async () => (await import('../decode/picture-parts.ts')).cutParts,
    doing: 'cut parts out of the picture',
    limits: { processorMs: 4000, processorMsPerMegapixel: 400, growthMb: 300, isUntrusted: false },
  }),
  /** One photo on its place of a contact sheet. Beside the photo it makes at most a sheet's pixels of it: 36 million. */
  contactPicture: task({
    load: async () => (await import('../sheet/contact-picture.ts')).placeContactPicture,
    doing: 'put the picture on its sheet',
    limits: { processorMs: 8000, processorMsPerMegapixel: 250, growthMb: 190, isUntrusted: true },
  }),
  /** A contact sheet that has all its photos, as a file. */
  contactSheet: task({
    load: async () => (await import('../sheet/contact-picture.ts')).finishContactSheet,
    doing: 'finished the contact sheet',
    limits: { processorMs: minuteMs, processorMsPerMegapixel: 0, growthMb: 190, isUntrusted: false },
  }),
  /** What a photo is judged by. */
  measurePhoto: task({
    load: async () => (await import('../quality/photo-measures.ts')).measurePhoto,
    doing: 'measured the photo',
    limits: { processorMs: 1700, processorMsPerMegapixel: 600, growthMb: 500, isUntrusted: true },
  }),
  /** A person's mask, made fit for its photo. */
  readMask: task({
    load: async () => (await import('../decode/read-mask.ts')).readMask,
    doing: 'read the mask',
    limits: { processorMs: 1700, processorMsPerMegapixel: 250, growthMb: 190, isUntrusted: true },
  }),
  /** What an ICC profile is for. */
  inspectProfile: task({
    load: async () => (await import('../sheet/icc-profile.ts')).inspectOutputProfile,
    doing: 'read the colour profile',
    limits: { processorMs: 1700, processorMsPerMegapixel: 0, growthMb: 190, isUntrusted: true },
  }),
  /** A photo as a printer with a profile would show it. */
  softProof: task({
    load: async () => (await import('../sheet/soft-proof.ts')).createSoftProof,
    doing: 'made the proof',
    limits: { processorMs: 20_000, processorMsPerMegapixel: 1000, growthMb: 700, isUntrusted: false },
  }),
  /** The page that a printer is measured with. */
  calibrationPage: task({
    load: async () => (await import('../sheet/calibration-page.ts')).createCalibrationPage,
    doing: 'made the calibration page',
    limits: { processorMs: minuteMs, processorMsPerMegapixel: 0, growthMb: 900, isUntrusted: false },
  }),
  /** The print-ready file of a picture. */
  preparePhoto: task({
    load: async () => (await import('../sheet/prepare-photo.ts')).preparePhoto,
    doing: 'made the picture ready for printing',
    limits: { processorMs: minuteMs, processorMsPerMegapixel: 1000, growthMb: 900, isUntrusted: false },
  }),
  /** The print-ready file of pages of a PDF. Its caller knows the pages, and so the time. */
  preparePages: task({
    load: async () => (await import('../sheet/prepare-pages.ts')).preparePages,
    doing: 'made the pages ready for printing',
    limits: {
      processorMs: Number.POSITIVE_INFINITY,
      processorMsPerMegapixel: 0,
      growthMb: 900,
      isUntrusted: false,
    },
  }),
  /** A restored photo, the mask that was used, and a small pair of before and after. */
  restorePhoto: task({
    load: async () => (await import('../restore/restore-photo.ts')).restorePhoto,
    doing: 'restored the photo',
    limits: {
      processorMs: 2 * minuteMs,
      processorMsPerMegapixel: 60_000,
      growthMb: 1500,
      isUntrusted: false,
    },
  }),
};

export type ImagingKind = keyof typeof imagingTasks;

export const imagingKinds = Object.keys(imagingTasks) as ImagingKind[];

type Entry<Kind extends ImagingKind> = (typeof imagingTasks)[Kind];
type Work<Kind extends ImagingKind> = Awaited<ReturnType<Entry<Kind>['load']>>;

/** What a task of this kind is given. */
export type ImagingInput<Kind extends ImagingKind> = Parameters<Work<Kind>>[0];

/** What a task of this kind gives. */
export type ImagingResult<Kind extends ImagingKind = ImagingKind> = Awaited<ReturnType<Work<Kind>>>;
