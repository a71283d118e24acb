/** What a restoration can be asked, as fields of a call. Owns their words and defaults; what they mean together is a rule. */
import { id, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';

const step = (what: string) => z.boolean().optional().describe(what);

const stepsInput = z.strictObject({
  deskew: step('Straighten a scan that lies askew; off by default'),
  border: step("Cut off the border of a scan, or all of the scanner's bed around the print; off by default"),
  descreen: step('Remove the dots of a print that was scanned; off by default'),
  defects: step('Repair dust, scratches, hairs and folds; on by default'),
  denoise: step('Remove grain; on by default'),
  deblock: step('Smooth the blocks of strong JPEG compression; on by default'),
  fade: step('Bring faded tones back; on by default'),
  cast: step('Remove a tint of the paper; on by default'),
  contrast: step('Bring the middle tones where they are comfortable; on by default'),
  enlarge: step('Enlarge by enlarge_factor; off unless that is given'),
});

const factors = 'must be 2, 3 or 4';

/** About 750 KB of PNG: larger masks go to POST /api/restorations/{restoration_id}/mask. */
const mostMaskText = 1_000_000;

export const optionsInput = {
  strength: wholeNumber(1, 100).default(100).describe('How much of each correction is applied, in percent'),
  mode: z
    .enum(['auto', 'force'])
    .default('auto')
    .describe('auto: only steps the photo needs; force: every step that is on'),
  colour: z
    .enum(['keep', 'monochrome'])
    .default('keep')
    .describe('monochrome: the result is black and white, such as for a yellowed black-and-white photo'),
  steps: stepsInput.prefault({}).describe('Steps that may run; leave out what shall be as by default'),
  enlarge_factor: z
    .union([z.literal(2), z.literal(3), z.literal(4)], { error: factors })
    .optional()
    .describe('Enlarge the result 2, 3 or 4 times, for a larger print'),
  preview_only: z
    .boolean()
    .default(false)
    .describe('True: make the preview pair and the mask alone, and no new photo'),
  mask: z
    .string()
    .max(mostMaskText, { error: 'must be base64 of at most 1,000,000 characters' })
    .optional()
    .describe(
      'A corrected mask, in base64: a PNG as large as the upright photo, black, and white where it is to be repaired. Replaces what would be found',
    ),
  based_on: id('With mask: the restoration whose mask_url was corrected').optional(),
};
