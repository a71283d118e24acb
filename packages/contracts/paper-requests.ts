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

/** Of a profile, in bytes: what agents take (imaging/sheet/icc-profile.ts). Those of printers have 0.5 to 4 MB. */
export const maxProfileBytes = 8 * 1024 * 1024;
/** An ICC file has a header of so many bytes and a table of tags (ICC.1:2022, section 7.2). */
export const minProfileBytes = 132;

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

/** Enough of a profile for refuseProfileHead. */
export const profileHeadBytes = 40;

/** Why a file that begins so, of so many bytes, is no profile that a printer could have; undefined: it may be one. Its agent looks into it. */
export function refuseProfileHead(head: Uint8Array, bytes: number): string | undefined {
  if (bytes < minProfileBytes || head.length < profileHeadBytes)
    return 'This is no ICC profile: it is too short.';
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const textAt = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  if (textAt(36) !== 'acsp') return 'This is no ICC profile.';
  if (view.getUint32(0) !== bytes) return 'This ICC profile is cut off, or has something behind it.';
  const colours = textAt(16);
  if (colours === 'RGB ' || colours === 'GRAY') return undefined;
  return 'This ICC profile is neither of RGB nor of grey, which is what agents send to printers.';
}
