/**
 * Owns the pixels of a contact sheet of photos: one photo at a time, upright, whole and in sRGB, on its place in the sheet's file,
 * and the finished JPEG. Must never decide where anything stands (contact-sheet-places.ts), and never holds two photos.
 */
import sharp from 'sharp';
import { checkFile, decodePicture } from '../decode/picture-decoder.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import type { InkArea } from '../layout/glyph-text.ts';
import type { PixelArea } from '../layout/photo-layout.ts';
import { writeWhole } from '../write-whole.ts';
import { createCanvas } from './sheet-canvas.ts';
import { paintSheetFile, type SheetBackground, type SheetFile, type SheetFilePiece } from './sheet-file.ts';
import { sheetJpegOptions, withJfifHeader } from './sheet-jpeg.ts';

/** `place`: has the upright photo's shape. `ink`: of its caption. */
export interface ContactPictureOptions {
  sourcePath: string;
  sheet: SheetFile;
  background: SheetBackground;
  place: PixelArea;
  ink: InkArea[];
}

/** The JPEG of a sheet whose pictures are all in its file. */
export interface ContactSheetOptions {
  sheet: SheetFile;
  targetPath: string;
  dpi: number;
}

/** The first picture of a file that has several. */
async function scaledPhoto(
  { sourcePath, background }: ContactPictureOptions,
  { widthPx, heightPx }: PixelArea,
): Promise<SheetFilePiece> {
  const mediaType = checkFile(sourcePath);
  if (mediaType === 'application/pdf') throw new ImagingRefusal('not_accepted', 'A PDF is no photo.');
  return await decodePicture(sourcePath, mediaType, async (open) => {
    const { space, hasProfile, hasAlpha } = await open().metadata();
    const pipeline = open().autoOrient();
    if (hasAlpha) pipeline.flatten({ background });
    pipeline
      .resize({ width: widthPx, height: heightPx, fit: 'fill', kernel: 'lanczos3' })
      .toColourspace('srgb');
    // sharp transforms 16-bit pictures that have a profile to Display P3, and to sRGB only when it is told so.
    if (space === 'rgb16' && hasProfile) pipeline.withIccProfile('srgb', { attach: false });
    return { pixels: await pipeline.raw({ depth: 'uchar' }).toBuffer(), widthPx, heightPx };
  });
}

interface Placed {
  piece: SheetFilePiece;
  leftPx: number;
  topPx: number;
}

/** The ink of a caption on a piece of its own. */
function inkPiece(ink: readonly InkArea[], background: SheetBackground): Placed[] {
  if (ink.length === 0) return [];
  const leftPx = Math.min(...ink.map((area) => area.leftPx));
  const topPx = Math.min(...ink.map((area) => area.topPx));
  const widthPx = Math.max(...ink.map((area) => area.leftPx + area.widthPx)) - leftPx;
  const heightPx = Math.max(...ink.map((area) => area.topPx + area.heightPx)) - topPx;
  const piece = createCanvas({ widthPx, heightPx, channels: 3 });
  piece.ink(ink.map((area) => ({ ...area, leftPx: area.leftPx - leftPx, topPx: area.topPx - topPx })));
  // Black on white, or the other way round.
  const pixels = background === 'white' ? piece.pixels : piece.pixels.map((value) => 255 - value);
  return [{ piece: { pixels, widthPx, heightPx }, leftPx, topPx }];
}

/**
 * Puts a photo and its caption on the sheet. Throws ImagingRefusal for what can't be decoded, RangeError for a place that is not
 * on the sheet, and the errors of the file system.
 */
export async function placeContactPicture(options: ContactPictureOptions): Promise<{ placed: true }> {
  const { place, sheet, ink, background } = options;
  const piece = await scaledPhoto(options, place);
  const { leftPx, topPx } = place;
  paintSheetFile(sheet, [{ piece, leftPx, topPx }, ...inkPiece(ink, background)]);
  return { placed: true };
}

/** Makes the JPEG; the same bytes for the same sheet. Throws the errors of sharp and the file system. */
export async function finishContactSheet(options: ContactSheetOptions): Promise<{ bytes: number }> {
  const { sheet, targetPath, dpi } = options;
  const encoded = await sharp(sheet.path, { sequentialRead: true, limitInputPixels: false })
    .withIccProfile('srgb')
    .jpeg(sheetJpegOptions)
    .toBuffer();
  const jpeg = withJfifHeader(encoded.subarray(2), { dpiX: dpi, dpiY: dpi });
  await writeWhole(targetPath, jpeg);
  return { bytes: jpeg.length };
}
