/**
 * What a person asks of an agent's papers through the cloud: its calibration page, the readings of one, colours, and the way back of each.
 * The request is stored in the outbox until its answer is stored, which is that of printer-requests.ts; the agent carries it out once.
 *
 * INVARIANTS
 * 1. What changes something names the version that the person saw: carried out twice it is done once.
 * 2. A page that comes later than `letOutWithinMinutes` (queue-requests.ts) after it was asked is not printed: nobody stands there any more.
 */
import { z } from 'zod';
import { paperId, renderingIntent } from './paper-report.ts';
import { maxProfileBytes, minProfileBytes } from './profile-head-rules.ts';
import { wholeNumber } from './shapes.ts';

const paper = { paper_id: paperId };
const version = wholeNumber(0, 1_000_000_000);
const changed = { ...paper, version };
const mm = z.number({ error: 'must be a number of millimetres' }).min(-100).max(1000);
const ladder = wholeNumber(0, 24);

/** What is read from a calibration page, in millimetres from the left and the top edge of the sheet. */
export const paperReadings = {
  left_cross_mm: mm,
  right_cross_mm: mm,
  top_cross_mm: mm,
  bottom_cross_mm: mm,
  ladders: z
    .strictObject({ left: ladder, right: ladder, top: ladder, bottom: ladder })
    .nullable()
    .describe('Of borderless sheets alone: the lowest number that is still on the paper'),
};

export const paperAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('print_page'), ...paper }),
  z.object({ act: z.literal('enter_readings'), ...changed, ...paperReadings }),
  z.object({ act: z.literal('reset_calibration'), ...changed }),
  z.object({ act: z.literal('restore_calibration'), ...changed, of_version: version }),
  z.object({
    act: z.literal('give_profile'),
    ...changed,
    intent: renderingIntent,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.int().min(minProfileBytes).max(maxProfileBytes),
  }),
  z.object({ act: z.literal('reset_profile'), ...changed }),
  z.object({ act: z.literal('restore_profile'), ...changed, of_version: version }),
]);
export type PaperAct = z.infer<typeof paperAct>;

export const paperRequest = z.object({
  by: z.string().max(100),
  asked_at: z.iso.datetime().describe("By the cloud's clock"),
  wanted: paperAct,
});
export type PaperRequest = z.infer<typeof paperRequest>;
