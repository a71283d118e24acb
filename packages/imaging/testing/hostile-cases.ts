/** Owns the list of all hostile files made by code, for tests and benches. */
import { bitmapCases } from './hostile-bitmap-cases.ts';
import type { HostileCase } from './hostile-case.ts';
import { jpegCases } from './hostile-jpeg-cases.ts';
import { pdfCases } from './hostile-pdf-cases.ts';
import { pngCases } from './hostile-png-cases.ts';
import { textCases } from './hostile-text-cases.ts';
import { tiffCases } from './hostile-tiff-cases.ts';
import { avifCases, boxCases, webpCases } from './hostile-webp-cases.ts';

export const hostileCases: readonly HostileCase[] = [
  ...textCases,
  ...jpegCases,
  ...pngCases,
  ...tiffCases,
  ...webpCases,
  ...boxCases,
  ...avifCases,
  ...bitmapCases,
  ...pdfCases,
];
