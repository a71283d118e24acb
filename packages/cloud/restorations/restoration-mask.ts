/**
 * A mask that a person painted or corrected: received like any file, checked against its photo, and kept as the imaging
 * package reads it. Nothing is kept that was refused.
 */
import { AppError } from '@platen/contracts/app-error';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import type { Context } from '../context.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { receiveBytes, type UploadInput } from '../documents/document-upload.ts';
import { pictureRefusal } from '../picture-refusal.ts';
import type { StagedFile } from '../ports/files.ts';

/** How a mask comes with a call. */
export type MaskSource = Pick<UploadInput, 'content' | 'file_url'>;

/** A mask of 40 megapixels packs to a few hundred KB; one of nothing but noise to 5 MB. */
const maxMaskBytes = 32 * 1024 * 1024;

/**
 * The checked mask, staged; the caller keeps and discards it. `field` names where it came from in refusals. Throws malformed
 * for what is no file, unprocessable for what is no mask of this photo.
 */
export async function receiveMask(
  context: Context,
  photo: DocumentTable,
  { source, field }: { source: MaskSource; field: string },
): Promise<StagedFile> {
  const { staged: sent } = await receiveBytes(context, source);
  try {
    if (sent.bytes > maxMaskBytes) {
      throw new AppError('too_large', `${field}: is larger than 32 MiB, which no mask needs.`);
    }
    const size = { widthPx: photo.width_px ?? 0, heightPx: photo.height_px ?? 0 };
    return await context.files.stageMade(async (targetPath) => {
      await context.imaging.readMask({ sourcePath: sent.path, targetPath, ...size });
    });
  } catch (error) {
    if (error instanceof ImagingRefusal) throw pictureRefusal(error, `${field}: `);
    throw error;
  } finally {
    await sent.discard();
  }
}
