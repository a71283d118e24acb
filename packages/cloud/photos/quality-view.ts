/** How a judgement of a photo looks on the wire. Owns that shape; decides nothing. */
import { type IdPhotoSize, idPhotoSizeNames } from '@platen/contracts/print-layout';
import type { PhotoMeasures } from '@platen/imaging/quality/measures-version';
import { qualityNames } from '@platen/imaging/quality/quality-message-rules';
import type { PixelRect, QualityPrinter } from '@platen/imaging/quality/quality-paper-rules';
import type { Quality } from '@platen/imaging/quality/quality-rules';
import { z } from 'zod';

const words = z.object({ en: z.string(), zh: z.string() });
const rect = z.object({ left_px: z.int(), top_px: z.int(), width_px: z.int(), height_px: z.int() });
const mm = z.number().describe('Millimetres');

const printerShape = z
  .object({
    printer_id: z.string(),
    name: z.string(),
    takes_size: z.boolean(),
    borderless: z.boolean().describe('True: it prints this size to the edge'),
    margins: z
      .object({ top_mm: mm, right_mm: mm, bottom_mm: mm, left_mm: mm })
      .nullable()
      .describe(
        'What it leaves white on this size where it is not borderless, sheet upright; null: not told',
      ),
    dpi: z.number().nullable().describe('In which photos are printed; null: not told'),
    color: z.boolean(),
  })
  .nullable();

export const qualityShape = z.object({
  photo_id: z.uuid(),
  size: z.string(),
  fit: z.enum(['fill', 'fit']),
  photo_size: z
    .enum(idPhotoSizeNames)
    .nullable()
    .describe('The ID photo that was judged: crop is cut by its head; null: the whole sheet was'),
  verdict: z
    .enum(['good', 'acceptable', 'poor', 'unprintable'])
    .describe('The gravest finding makes it: info good, warning acceptable, severe poor, fatal unprintable'),
  ppi: z.number().describe('Pixels of the photo per inch of paper, after the crop'),
  good_ppi: z
    .number()
    .describe(
      'Pixels per inch that look sharp in this size, at the distance at which one looks at it: the diagonal, at least 300 mm',
    ),
  crop: rect.describe('The part of the upright photo that is printed'),
  kept: rect.describe('The part of the crop that stays on paper even if the trim takes trim_mm at each edge'),
  safe_zone: rect.describe('Keep faces and writing inside'),
  trim_mm: z.number().describe('What a print to the edge may lose at each edge; 0: it has white borders'),
  bleed_mm: z
    .number()
    .describe(
      'Picture that the photo has beyond the crop, on its poorest side: less than trim_mm is filled up',
    ),
  lost_percent: z.number().describe('Share of the photo that is cut off'),
  suggested_crop: rect
    .extend({
      by: z.enum(['centre', 'faces', 'salience']).describe('What in the photo asks for it'),
      shares: z
        .object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })
        .describe('The same in shares (0 to 1) of the upright photo, as crop of an ordered item takes it'),
    })
    .describe(
      'A crop of the same proportions that keeps what matters most; the whole photo where suggested_fit is another than fit',
    ),
  suggested_fit: z
    .enum(['fill', 'fit'])
    .describe('fit where every crop that fills the sheet would cut a face: then white borders are better'),
  turned: z.boolean().describe('True: the photo is turned by a quarter to fill the sheet'),
  photo: z
    .object({
      width_px: z.int().describe('Of the upright photo'),
      height_px: z.int(),
      color_space: z.string(),
      profile: z.string().nullable(),
      bit_depth: z.int(),
      jpeg_quality: z.int().nullable().describe('1 to 100 as libjpeg counts; null: no JPEG'),
      blur_px: z.number().nullable().describe('Sigma of its sharpest edges; null: too few edges to tell'),
      noise: z.number().describe('Standard deviation of the luma noise, of 255'),
    })
    .describe('What was measured, whatever the size'),
  printer: printerShape.describe(
    'The printer of printer_id as it was last heard of; null where none was named',
  ),
  findings: z
    .array(
      z.object({
        name: z.enum(qualityNames),
        severity: z
          .enum(['info', 'warning', 'severe', 'fatal'])
          .describe('info changes nothing in the verdict'),
        value: z.number(),
        threshold: z.number().describe('Where this severity begins'),
        unit: z.string(),
        sentence: words,
        advice: words.describe('What would help'),
      }),
    )
    .describe('Gravest first; empty when there is nothing to say'),
});

export type QualityAnswer = z.output<typeof qualityShape>;

const rectOf = ({ leftPx, topPx, widthPx, heightPx }: PixelRect) => ({
  left_px: leftPx,
  top_px: topPx,
  width_px: widthPx,
  height_px: heightPx,
});

/** Rounded down, so that the part never reaches beyond the photo. */
function sharesOf(rect: PixelRect, photo: PhotoMeasures) {
  const share = (part: number, whole: number) => Math.floor((part / whole) * 1e6) / 1e6;
  return {
    left: share(rect.leftPx, photo.widthPx),
    top: share(rect.topPx, photo.heightPx),
    width: share(rect.widthPx, photo.widthPx),
    height: share(rect.heightPx, photo.heightPx),
  };
}

function printerOf(printerId: string, printer: QualityPrinter): NonNullable<QualityAnswer['printer']> {
  const margins = printer.marginsMm;
  return {
    printer_id: printerId,
    name: printer.name,
    takes_size: printer.takesSize,
    borderless: printer.isBorderless,
    margins: margins
      ? {
          top_mm: margins.top,
          right_mm: margins.right,
          bottom_mm: margins.bottom,
          left_mm: margins.left,
        }
      : null,
    dpi: printer.dpi ?? null,
    color: printer.isColour,
  };
}

const photoOf = (measures: PhotoMeasures): QualityAnswer['photo'] => ({
  width_px: measures.widthPx,
  height_px: measures.heightPx,
  color_space: measures.colourSpace,
  profile: measures.profileName,
  bit_depth: measures.bitDepth,
  jpeg_quality: measures.jpegQuality,
  blur_px: measures.blurPx,
  noise: measures.noiseSigma,
});

/** What was asked, with the printer as far as it is known. */
export interface QualityQuestion {
  photoId: string;
  size: string;
  fit: 'fill' | 'fit';
  idPhoto: IdPhotoSize | undefined;
  printer: { id: string; facts: QualityPrinter } | undefined;
}

export function qualityView(
  { photoId, size, fit, idPhoto, printer }: QualityQuestion,
  measures: PhotoMeasures,
  { verdict, findings, goodPpi, placed, suggestedCrop, suggestedFit }: Quality,
): QualityAnswer {
  return {
    photo_id: photoId,
    size,
    fit,
    photo_size: idPhoto ?? null,
    verdict,
    // Never rounded up to what it takes.
    ppi: Math.floor(placed.ppi * 10) / 10,
    good_ppi: Math.round(goodPpi * 10) / 10,
    crop: rectOf(placed.crop),
    kept: rectOf(placed.kept),
    safe_zone: rectOf(placed.safe),
    trim_mm: placed.trimMm,
    bleed_mm: placed.bleedMm,
    lost_percent: Math.round(placed.lostShare * 1000) / 10,
    suggested_crop: {
      ...rectOf(suggestedCrop),
      by: suggestedCrop.by,
      shares: sharesOf(suggestedCrop, measures),
    },
    suggested_fit: suggestedFit,
    turned: placed.isTurned,
    photo: photoOf(measures),
    printer: printer ? printerOf(printer.id, printer.facts) : null,
    findings: findings.map((finding) => ({ ...finding })),
  };
}
