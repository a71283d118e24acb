/**
 * Owns what a sheet becomes for the printer: the words that the agent and the image processes share. Types alone: loading it
 * costs nothing.
 */

import type { CropShares } from '../layout/photo-crop.ts';
import type { Arrangement } from '../layout/sheet-cells.ts';
import type { Sheet } from '../layout/sheet-geometry.ts';
import type { RasterMediaType } from '../raster/raster-page.ts';
import type { RasterType, SheetBack, Sides } from '../raster/raster-types.ts';
import type { PaperFinish } from './output-sharpening.ts';

/** How pages are put into a raster document. `sizeName`: PWG 5101.1; `mediaType`: media-type keyword; `quality`: 3, 4, 5. */
export interface RasterOutput {
  format: RasterMediaType;
  type: RasterType;
  sizeName: string;
  mediaType: string;
  quality: 3 | 4 | 5;
  sides: Sides;
  sheetBack: SheetBack;
}

export type SheetOutput = { format: 'image/jpeg' } | RasterOutput;

/** The printer's own colours: an ICC profile of the output class, as a file, and how colours outside of it are treated. */
export interface OutputProfile {
  path: string;
  intent: RenderingIntent;
}

/**
 * perceptual: all colours move closer together. relative: those that can be printed stay as they are. (ICC.1:2022 section 6.2;
 * IPP's print-rendering-intent.)
 */
export const renderingIntents = ['perceptual', 'relative'] as const;
export type RenderingIntent = (typeof renderingIntents)[number];

/** What every print-ready file is made by. */
export interface SheetOptions {
  sourcePath: string;
  /** Written whole or not at all. */
  targetPath: string;
  sheet: Sheet;
  /** fill covers the printable area and cuts what is over; fit leaves white. */
  fit: 'fill' | 'fit';
  /** As in IPP print-color-mode (PWG 5100.13 section 5.2.3). */
  colour: 'color' | 'monochrome';
  profile?: OutputProfile | undefined;
}

/** What only sheets of pictures have. */
export interface PictureSheetOptions {
  /** Of a picture with several pages: these, from 1, in this order; all of them where it is missing. */
  pages?: number[] | undefined;
  /** Only this part of each picture. `fill` grows it to the shape of the paper while the picture reaches. */
  crop?: CropShares | undefined;
  /** What `fit` leaves free: white, or the picture itself, large and blurred. */
  border?: 'white' | 'blurred' | undefined;
  /** glossy, where it is missing. */
  paper?: PaperFinish | undefined;
  /** Several pictures on a sheet. */
  arrangement?: Arrangement | undefined;
  /** A line of words at the foot of every sheet. */
  slip?: string | undefined;
}
