/** Owns the list of all hostile files made by code, each made once for all that ask for it, for tests and benches. */
import { bitmapCases } from './hostile-bitmap-cases.ts';
import type { HostileCase } from './hostile-case.ts';
import { jpegCases } from './hostile-jpeg-cases.ts';
import { pdfCases } from './hostile-pdf-cases.ts';
import { pngCases } from './hostile-png-cases.ts';
import { textCases } from './hostile-text-cases.ts';
import { tiffCases } from './hostile-tiff-cases.ts';
import { avifCases, boxCases, webpCases } from './hostile-webp-cases.ts';

/** A larger one is made anew each time: all of them together would fill the memory. */
const maxKeptBytes = 1_000_000;

function madeOnce({ name, make, answers }: HostileCase): HostileCase {
  let kept: Buffer | undefined;
  const makeAndKeep = async () => {
    const made = kept ?? (await make());
    if (made.length <= maxKeptBytes) kept = made;
    return made;
  };
  return { name, make: makeAndKeep, answers };
}

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
].map(madeOnce);
