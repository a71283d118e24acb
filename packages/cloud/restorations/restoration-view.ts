/** How restorations look on the wire. Owns that shape; decides nothing. */
import { restoreReport } from '@platen/contracts/agent-protocol';
import { time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { RestorationTable } from '../db/schema-photos.ts';
import type { LinkDeps } from '../documents/document-view.ts';
import { fileLink } from '../files/file-links.ts';

export const stepsShape = z.strictObject({
  denoise: z.boolean().default(true).describe('Remove grain'),
  fade: z.boolean().default(true).describe('Bring faded tones back'),
  cast: z.boolean().default(true).describe('Remove a tint of the paper'),
  contrast: z.boolean().default(true).describe('Bring the middle tones where they are comfortable'),
});

export const restorationShape = z.object({
  restoration_id: z.uuid(),
  photo_id: z.uuid().describe('The photo as it was uploaded; it is never changed'),
  status: z.enum(['queued', 'processing', 'completed', 'failed']),
  progress_percent: z.int(),
  waiting_before: z
    .int()
    .nullable()
    .describe('How many restorations are in front of this one while it is queued'),
  message: z.string().describe('Why it failed, or what it waits for'),
  carried_out_by: z.enum(['cloud', 'agent']).nullable(),
  options: z.object({ strength: z.int(), mode: z.enum(['auto', 'force']), steps: stepsShape }),
  applied: z
    .array(z.string())
    .nullable()
    .describe('Steps that ran; empty when the photo needed none; null until it is completed'),
  change: z.number().nullable().describe('How much the pixels changed: root mean square on a scale of 255'),
  before_preview_url: z.url().describe('At most 1280 px; needs no key, good for a day at least'),
  after_preview_url: z.url().nullable(),
  result_photo_id: z
    .uuid()
    .nullable()
    .describe('The restored photo, in full size: for create_order, get_photo and create_restore_share'),
  result_download_url: z.url().nullable(),
  created_at: time,
  as_of: time.describe('When this was last known to be so'),
  age_seconds: z.int(),
  finished_at: time.nullable(),
});

/** `waitingBefore`: counted by the caller for a queued one. */
export function restorationView(
  deps: LinkDeps,
  row: RestorationTable,
  waitingBefore: number | null = null,
): z.output<typeof restorationShape> {
  const report = row.report === null ? null : restoreReport.parse(JSON.parse(row.report));
  const { result_photo_id: resultId, executor } = row;
  return {
    restoration_id: row.id,
    photo_id: row.photo_id,
    status: row.state,
    progress_percent: row.progress,
    waiting_before: waitingBefore,
    message: row.message,
    carried_out_by: executor === null ? null : executor.startsWith('cloud') ? 'cloud' : 'agent',
    options: JSON.parse(row.options),
    applied: report ? report.applied : null,
    change: report ? report.change : null,
    before_preview_url: fileLink(deps, row.photo_id, 'preview'),
    after_preview_url: resultId && fileLink(deps, resultId, 'preview'),
    result_photo_id: resultId,
    result_download_url: resultId && fileLink(deps, resultId, 'original'),
    created_at: toTime(row.created_at),
    as_of: toTime(row.updated_at),
    age_seconds: Math.max(0, Math.round((deps.now() - row.updated_at) / 1000)),
    finished_at: toTimeOrNull(row.finished_at),
  };
}
