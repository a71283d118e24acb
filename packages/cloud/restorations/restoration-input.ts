/** What a restoration can be asked, as fields of a call. Owns their words and defaults; what they mean together is a rule. */
import { id, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';

const step = (what: string) => z.boolean().optional().describe(what);

const stepsInput = z.strictObject({
  deskew: step('Straighten a scan; off by default'),
  border: step("Cut off a scan's border or the scanner's bed; off by default"),
  descreen: step('Remove the dots of a scanned print; off by default'),
  defects: step('Repair dust, scratches and folds'),
  denoise: step('Remove grain'),
  deblock: step('Smooth blocks of JPEG'),
  fade: step('Bring faded tones back'),
  cast: step('Remove a tint'),
  contrast: step('Set the middle tones'),
  enlarge: step('By enlarge_factor; off unless that is given'),
});

const factors = 'must be 2, 3 or 4';

/** About 750 KB of PNG: larger masks go to POST /api/restorations/{restoration_id}/mask. */
const maxMaskText = 1_000_000;

export const optionsInput = {
  strength: wholeNumber(1, 100).default(100).describe('Percent of each correction'),
  mode: z
    .enum(['auto', 'force'])
    .default('auto')
    .describe('auto: what the photo needs; force: every step that is on'),
  colour: z
    .enum(['keep', 'monochrome'])
    .default('keep')
    .describe('monochrome: black and white, as for a yellowed one'),
  steps: stepsInput.prefault({}).describe('Steps that may run; on unless told'),
  enlarge_factor: z
    .union([z.literal(2), z.literal(3), z.literal(4)], { error: factors })
    .optional()
    .describe('Times, for a larger print'),
  preview_only: z.boolean().default(false).describe('true: previews and mask alone, no new photo'),
  mask: z
    .string()
    .max(maxMaskText, { error: 'must be base64 of at most 1,000,000 characters' })
    .optional()
    .describe('Base64 PNG as large as the upright photo: black, white where it is to be repaired'),
  based_on: id('With mask: the restoration whose mask_url it corrects').optional(),
};
