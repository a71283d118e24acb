/** How a judgement of a photo looks on the wire. Owns that shape; decides nothing. */
import { z } from 'zod';
import type { Quality } from './quality-rules.ts';

const words = z.object({ en: z.string(), zh: z.string() });

export const qualityShape = z.object({
  photo_id: z.uuid(),
  size: z.string(),
  fit: z.enum(['fill', 'fit']),
  verdict: z
    .enum(['good', 'acceptable', 'poor', 'unprintable'])
    .describe('The gravest finding makes it: warning acceptable, severe poor, fatal unprintable'),
  ppi: z.number().describe('Pixels of the photo per inch of paper'),
  good_ppi: z
    .number()
    .describe('Pixels per inch that look sharp in this size, at the distance at which one looks at it'),
  crop: z
    .object({ left_px: z.int(), top_px: z.int(), width_px: z.int(), height_px: z.int() })
    .describe('The part of the upright photo that is printed'),
  lost_percent: z.number().describe('Share of the photo that is cut off'),
  turned: z.boolean().describe('True: the photo is turned by a quarter to fill the sheet'),
  findings: z
    .array(
      z.object({
        code: z.string().describe('E.g. low_resolution, blurred, cropped, too_dark, noisy, compressed'),
        severity: z.enum(['info', 'warning', 'severe', 'fatal']),
        value: z.number(),
        threshold: z.number().describe('Where this severity begins'),
        unit: z.string(),
        sentence: words,
        advice: words,
      }),
    )
    .describe('Gravest first; empty when there is nothing to say'),
});

export function qualityView(
  { photoId, size, fit }: { photoId: string; size: string; fit: 'fill' | 'fit' },
  quality: Quality,
): z.output<typeof qualityShape> {
  const { crop } = quality;
  return {
    photo_id: photoId,
    size,
    fit,
    verdict: quality.verdict,
    ppi: Math.round(quality.ppi * 10) / 10,
    good_ppi: Math.round(quality.goodPpi * 10) / 10,
    crop: { left_px: crop.leftPx, top_px: crop.topPx, width_px: crop.widthPx, height_px: crop.heightPx },
    lost_percent: Math.round(quality.lostShare * 1000) / 10,
    turned: quality.isTurned,
    findings: quality.findings.map((finding) => ({ ...finding })),
  };
}
