/**
 * Owns the answer to "what is this file, and can it be printed": type by content, size, and a real decode, so that
 * a broken file is found when it arrives and not at the printer. Must never trust a name or a header alone.
 */
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { openPdf, type PdfDocument } from '../pdf/pdf-document.ts';
import { checkPageCount } from '../pdf/pdf-page-count.ts';
import { takenAtOfExif } from './exif-facts.ts';
import type { PictureMediaType } from './file-type.ts';
import { nameOfIccProfile } from './icc-name.ts';
import { checkJpegData } from './jpeg-damage.ts';
import { checkFile, decodePicture, listPages, readPictureFacts } from './picture-decoder.ts';

/** A picture, or those of a TIFF; size and all else are those of the first page, upright, after its EXIF orientation. */
export interface ImageProbe {
  kind: 'image';
  mediaType: PictureMediaType;
  widthPx: number;
  heightPx: number;
  pages: number;
  /** libvips' name of the stored colour space: srgb, b-w, rgb16, grey16, cmyk, lab, scrgb … */
  colourSpace: string;
  /** Whether an ICC profile is embedded. */
  hasProfile: boolean;
  /** Its name, such as `Display P3`; null without one. */
  profileName: string | null;
  /** Bits of a sample as stored: 1 to 32. */
  bitDepth: number;
  hasAlpha: boolean;
  /** The resolution the file claims, dots per inch; null when it claims none. */
  dpi: number | null;
  /** Local time of the camera, with its offset where it is known; see `takenAtOfExif`. */
  takenAt: string | null;
}

/** Pages that follow each other and have the same size, in millimetres as shown. */
export interface PageRun {
  firstPage: number;
  lastPage: number;
  widthMm: number;
  heightMm: number;
}

/** A PDF; the size is that of its first page as shown, in millimetres to a hundredth. */
export interface DocumentProbe {
  kind: 'document';
  mediaType: 'application/pdf';
  pages: number;
  firstPageWidthMm: number;
  firstPageHeightMm: number;
  /** The sizes of the first pages, up to `maxPagesMeasured` pages and `maxPageRuns` changes of size. */
  pageRuns: PageRun[];
}

export type FileProbe = ImageProbe | DocumentProbe;

/** Opening each page of a long document takes time; whoever prints it looks at every page itself. */
const maxPagesMeasured = 500;
const maxPageRuns = 50;

/** The decode leaves out what doesn't matter for finding damage: an eighth of the size, no colour transform. */
const decodeDivisor = 16;

const bitsOfDepth: Record<string, number> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
};

/** Bits of a sample as stored: 1 to 32. */
export const bitDepthOf = (metadata: Metadata): number =>
  metadata.bitsPerSample ?? bitsOfDepth[metadata.depth ?? ''] ?? 8;

function probeOf(mediaType: PictureMediaType, metadata: Metadata, pages: number): ImageProbe {
  return {
    kind: 'image',
    mediaType,
    widthPx: metadata.autoOrient.width,
    heightPx: metadata.autoOrient.height,
    pages,
    colourSpace: metadata.space ?? 'unknown',
    hasProfile: metadata.hasProfile ?? false,
    profileName: nameOfIccProfile(metadata.icc),
    bitDepth: bitDepthOf(metadata),
    hasAlpha: metadata.hasAlpha ?? false,
    dpi: metadata.density !== undefined && metadata.density > 1 ? Math.round(metadata.density) : null,
    takenAt: takenAtOfExif(metadata.exif),
  };
}

function probePicture(path: string, mediaType: PictureMediaType): Promise<ImageProbe> {
  const pages = listPages(path, mediaType);
  return decodePicture(path, mediaType, async (open) => {
    const facts = await readPictureFacts(path, { mediaType, open });
    const probe = probeOf(mediaType, facts, pages.length);
    // A decoder makes a picture of nearly any data.
    if (mediaType === 'image/jpeg') checkJpegData(path);
    for (const page of pages) await tryDecoding(open, { mediaType, page });
    return probe;
  });
}

/** Decodes a page to its end. */
async function tryDecoding(
  open: (options?: SharpOptions) => Sharp,
  { mediaType, page }: { mediaType: PictureMediaType; page: number },
): Promise<void> {
  const { width, height, space } = await open({ page }).metadata();
  const pipeline = open({ ignoreIcc: true, page }).resize({
    width: Math.ceil(width / decodeDivisor),
    height: Math.ceil(height / decodeDivisor),
    fit: 'fill',
    // Not 'nearest': it skips rows, and with them the end of a file that is cut off.
    kernel: 'linear',
  });
  // CMYK is otherwise transformed at full size; JPEG has been shrunk before that.
  if (space === 'cmyk' && mediaType !== 'image/jpeg') {
    pipeline.pipelineColourspace('cmyk').toColourspace('cmyk');
  }
  await pipeline.raw().toBuffer();
}

const roundToHundredth = (value: number) => Math.round(value * 100) / 100;

async function probeDocument(path: string): Promise<DocumentProbe> {
  const document = await openPdf(path);
  try {
    await checkPageCount(document, path);
    const { widthMm, heightMm } = document.getPageSizeMm(0);
    return {
      kind: 'document',
      mediaType: 'application/pdf',
      pages: document.pageCount,
      firstPageWidthMm: roundToHundredth(widthMm),
      firstPageHeightMm: roundToHundredth(heightMm),
      pageRuns: measurePages(document),
    };
  } finally {
    document.close();
  }
}

/** A page that can't be read ends it: the document still has pages that can. */
function measurePages(document: PdfDocument): PageRun[] {
  const runs: PageRun[] = [];
  for (let page = 1; page <= Math.min(document.pageCount, maxPagesMeasured); page++) {
    const size = findPageSize(document, page);
    if (!size) break;
    const widthMm = roundToHundredth(size.widthMm);
    const heightMm = roundToHundredth(size.heightMm);
    const run = runs.at(-1);
    if (run && run.widthMm === widthMm && run.heightMm === heightMm) run.lastPage = page;
    else if (runs.length === maxPageRuns) break;
    else runs.push({ firstPage: page, lastPage: page, widthMm, heightMm });
  }
  return runs;
}

function findPageSize(document: PdfDocument, page: number) {
  try {
    return document.getPageSizeMm(page - 1);
  } catch (error) {
    if (error instanceof ImagingRefusal) return undefined;
    throw error;
  }
}

/**
 * Says what the file at `path` is, after checking that it can be decoded to its end. Throws ImagingRefusal with a
 * sentence for people when it can't be printed, and the errors of the file system as they are.
 */
export async function probeFile(path: string): Promise<FileProbe> {
  const mediaType = checkFile(path);
  return mediaType === 'application/pdf' ? probeDocument(path) : probePicture(path, mediaType);
}
