/**
 * Restorations between cloud and agents: what an agent is asked, and what it tells of the outcome. Owns those shapes, and when a
 * restoration has a result at all.
 */
import { z } from 'zod';

/** The steps that can be switched, in the order in which they run. */
export const restoreStepNames = [
  'deskew',
  'border',
  'descreen',
  'defects',
  'denoise',
  'deblock',
  'fade',
  'cast',
  'contrast',
  'enlarge',
] as const;
export type RestoreStepName = (typeof restoreStepNames)[number];

/** What to do with a photo; the same source, options and engine give the same bytes. */
export const restoreOptions = z.object({
  strength: z.int().min(1).max(100),
  mode: z.enum(['auto', 'force']),
  colour: z.enum(['keep', 'monochrome', 'coloured']),
  steps: z.object({
    deskew: z.boolean(),
    border: z.boolean(),
    descreen: z.boolean(),
    defects: z.boolean(),
    denoise: z.boolean(),
    deblock: z.boolean(),
    fade: z.boolean(),
    cast: z.boolean(),
    contrast: z.boolean(),
    enlarge: z.boolean(),
  }),
  enlarge_factor: z.union([z.literal(2), z.literal(3), z.literal(4)]),
});
export type RestoreOptions = z.infer<typeof restoreOptions>;

/** What damage is called, in the order in which it is told. */
export const damageKinds = ['dust', 'scratch', 'crack', 'fold', 'loss', 'stain'] as const;
export type DamageKind = (typeof damageKinds)[number];

/**
 * From this on a region's id is its value in the mask: a doubtful one. An offered one has this much less while it isn't accepted.
 * What is sure is 255 there, like what a person painted.
 */
const minDoubtfulId = 128;
const maxDoubtfulId = 254;
/** Of one photo, sure ones and doubtful ones. */
const maxRegions = 40;

const share = z.number().min(0).max(1);
const doubtfulId = z.int().min(minDoubtfulId).max(maxDoubtfulId);

/** A place that was taken for damage: one thing, or all the dust. */
export const restoreRegion = z.object({
  id: z.int().min(1).max(maxDoubtfulId),
  kind: z.enum(damageKinds),
  box: z
    .object({ left: share, top: share, width: share, height: share })
    .describe('Shares of the upright source'),
  share: share.describe('Of the pixels'),
  count: z.int().min(1).max(1_000_000).describe('How many things of this kind'),
  chance: share.describe('That it is damage'),
  is_sure: z.boolean(),
  is_offered: z
    .boolean()
    .describe('One of two witnesses alone saw it: it is repaired only when a person accepts it'),
  is_refused: z
    .boolean()
    .describe(
      'It was left as it is: a person said that it belongs to the picture, or nobody accepted the offer',
    ),
});
export type RestoreRegion = z.infer<typeof restoreRegion>;

const file = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().min(1) });

/** Image work for an agent that an admin marked for it. */
export const restoreTask = z.object({
  restoration_id: z.uuid(),
  source: file,
  options: restoreOptions,
  mask: file.optional().describe("A person's own, or an earlier one: replaces what is found"),
  regions: z
    .array(restoreRegion)
    .max(maxRegions)
    .optional()
    .describe('What the values of an earlier mask stand for; told again in the report'),
  refused: z
    .array(doubtfulId)
    .max(maxRegions)
    .optional()
    .describe('With regions: these are left as they are; offered ones that are not among them are repaired'),
  is_print_damaged: z.boolean().optional().describe('With regions: as the report of the earlier one has it'),
  preview_only: z.boolean().describe('True: the full result is not wanted'),
});
export type RestoreTask = z.infer<typeof restoreTask>;

/** What was found in a photo and done to it; travels in the header `Platen-Report`, JSON in base64url. */
export const restoreReport = z.object({
  applied: z.array(z.enum(restoreStepNames)).max(20).describe('Steps that ran, in their order'),
  noise_sigma: z.number(),
  change: z.number(),
  is_damaged: z.boolean(),
  is_faded: z.boolean(),
  defect_share: z.number().min(0).max(1),
  masked_share: z.number().min(0).max(1),
  left_share: z.number().min(0).max(1).optional().describe('Holes too wide in a face, which are left'),
  stain_share: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Stains and uneven yellowing of an old print, evened'),
  is_print_damaged: z
    .boolean()
    .optional()
    .describe('An old print for certain, by the damage that both witnesses see; its tones are judged by it'),
  may_be_faded: z
    .boolean()
    .optional()
    .describe(
      'It looks like an old print whose colours may have turned; nobody could be sure, so its tones were left',
    ),
  engine: z.string().max(40),
  models: z.array(z.string().max(100)).max(20).describe("The operator's models that ran"),
  coloured_by: z.string().max(100).optional().describe('The one of them that gave the photo its colours'),
  passed_over: z
    .array(z.object({ name: z.string().max(100), because: z.string().max(200) }))
    .max(5)
    .optional()
    .describe("The operator's models that could not be used"),
  regions: z
    .array(restoreRegion)
    .max(maxRegions)
    .describe('What was taken for damage; none where a person painted the mask'),
  frame: z
    .object({ degrees: z.number(), left: share, top: share, right: share, bottom: share })
    .describe('How the upright source was turned, clockwise, and what was then cut off its sides, as shares'),
});
export type RestoreReport = z.infer<typeof restoreReport>;

/** Pictures beside the result: the mask that was used, and the small pair. */
export const restoreFileKinds = ['mask', 'before', 'after'] as const;
export type RestoreFileKind = (typeof restoreFileKinds)[number];

type Work = Pick<RestoreTask, 'options' | 'preview_only'>;

/** True when the photo came out otherwise than it went in; if not, the photo itself is the best there is. */
export const isChanged = (options: RestoreOptions, report: RestoreReport): boolean =>
  report.applied.length > 0 || report.models.length > 0 || options.colour === 'monochrome';

/** True when the work ends with a full picture. */
export const hasResult = ({ options, preview_only }: Work, report: RestoreReport): boolean =>
  !preview_only && isChanged(options, report);
