/** What the agent asks of image processing for print. Owns the words; the pixels are worked on outside this process. */
import type { PreparePagesOptions } from '@platen/imaging/sheet/prepare-pages';
import type { PreparePhotoOptions } from '@platen/imaging/sheet/prepare-photo';

/** A picture for its sheets: JPEG or raster. */
export type PhotoOrder = PreparePhotoOptions;

/** Pages of a PDF: raster, or a PDF of our own. */
export type PagesOrder = PreparePagesOptions;

/** What came of it: pixels of the source per inch of paper. */
export interface PreparedSheet {
  effectivePpi: number;
}

/** `renderedBecause`: why the pages of a PDF are pictures of them, where they are. */
export interface PreparedDocument {
  renderedBecause?: string | undefined;
}

export interface PreparationOptions {
  signal: AbortSignal;
  pages: number;
  /** Told each time a process has ended over it; it may have left parts beside the target. */
  onProcessEnd?: (ends: number) => void;
}

export interface PhotoPreparer {
  /**
   * Makes a print-ready file of a picture. Throws PreparationRefused when this picture can't be one, PreparationInterrupted when
   * nothing is known against it.
   */
  preparePhoto(order: PhotoOrder, options: PreparationOptions): Promise<PreparedSheet>;
  /** Makes a raster document or a PDF of pages of a PDF. Throws likewise. */
  preparePages(order: PagesOrder, options: PreparationOptions): Promise<PreparedDocument>;
  close(): Promise<void>;
}

/** This picture can't be printed; the message says why in a sentence. Trying again is of no use. */
export class PreparationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PreparationRefused';
  }
}

/** Every process that worked on it was killed or crashed, however often it was tried; the message says so in a sentence. */
export class PreparationInterrupted extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PreparationInterrupted';
  }
}
