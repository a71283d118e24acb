/**
 * What an agent says of its papers: each printer with each paper of it, how its sheets are corrected, and in which colours. Owns the shape;
 * the floor shows the same (floor/shop-floor.ts).
 */
import { z } from 'zod';
import { time } from './shapes.ts';

const mm = z.number().min(-10_000).max(10_000);

const paperCalibration = z.object({
  by: z.string().max(200),
  at: time.nullable(),
  offset_mm: z.object({ x: mm, y: mm }),
  scale: z.object({ x: z.number(), y: z.number() }),
  overspray_mm: z.object({ top: mm, right: mm, bottom: mm, left: mm }),
});

export const renderingIntent = z.enum(['perceptual', 'relative'], {
  error: 'must be perceptual or relative',
});

const paperProfile = z.object({
  name: z.string().max(300),
  by: z.string().max(200),
  at: time.nullable(),
  intent: renderingIntent,
});

/** Names printer and paper at its agent. */
export const paperId = z
  .string()
  .min(1)
  .max(600)
  .regex(/^\P{Cc}+$/u, { error: 'must have no control characters' });

/** What of a printer and a paper is the same wherever it is shown. */
export const paperFacts = {
  media: z.object({
    x_dimension: z.int().min(0).max(10_000_000),
    y_dimension: z.int().min(0).max(10_000_000),
    media_type: z.string().max(255).nullable(),
    borderless: z.boolean(),
  }),
  loaded: z.boolean().describe('False: it lay there once, and what was measured for it is kept'),
  calibration: paperCalibration.nullable(),
  calibration_version: z.int().min(0),
  profile: paperProfile.nullable().describe('null: sRGB'),
  profile_version: z.int().min(0),
};

export const paperReport = z.object({
  paper_id: paperId,
  printer_id: z.string().max(200),
  printer_name: z.string().max(255),
  ...paperFacts,
});
export type PaperReport = z.infer<typeof paperReport>;

/** Of one frame; a shop with more papers tells them in several. */
export const maxPapersOfFrame = 500;
