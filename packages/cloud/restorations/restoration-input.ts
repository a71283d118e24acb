/** What a restoration can be asked, as fields of a call. Owns their words and defaults; what they mean together is a rule. */
import { id, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';

const step = (what: string) => z.boolean().optional().describe(what);

const stepsInput = z.strictObject({
  deskew: step('Straighten a scan'),
  border: step("Cut off a scan's border or bed"),
  descreen: step('Remove dots of a printed picture'),
  defects: step('Repair dust, scratches and folds'),
  denoise: step('Remove grain'),
  deblock: step('Smooth blocks of JPEG'),
  fade: step('Bring faded tones back'),
  cast: step('Remove a tint'),
  contrast: step('Set the middle tones'),
  enlarge: step('By enlarge_factor'),
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
  colour: z.enum(['keep', 'monochrome', 'coloured']).default('keep').describe('coloured: a model guesses'),
  steps: stepsInput.prefault({}).describe('What may run; unless told, not deskew, border, descreen, enlarge'),
  enlarge_factor: z
    .union([z.literal(2), z.literal(3), z.literal(4)], { error: factors })
    .optional()
    .describe('Times, for a larger print'),
  preview_only: z.boolean().default(false).describe('Previews and mask, no new photo'),
  mask: z
    .string()
    .max(maxMaskText, { error: 'must be base64 of at most 1,000,000 characters' })
    .optional()
    .describe('Base64 PNG as large as the upright photo: white where to repair, else black'),
  based_on: id('The restoration that mask, accept, refuse are about').optional(),
};

const regionIds = z
  .array(z.int({ error: 'must be the region_id of a region' }))
  .max(40, { error: 'must name at most 40 regions' });

/** What is said of doubtful regions. */
export const choicesInput = {
  accept: regionIds.optional().describe('region_id of those that are damage'),
  refuse: regionIds.optional().describe('Those to leave as they were: a new version, free'),
};
