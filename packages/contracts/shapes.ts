/** Small zod shapes that many operations share, with sentences that say what a field must be. */
import { z } from 'zod';

/** A whole number from `min` to `max`; the refusal says exactly that. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** One line of text of `min` to `max` characters after trimming; control characters are refused. */
export function line(min: number, max: number) {
  const error =
    min > 0 ? `must be a text of ${min} to ${max} characters` : `must be a text of at most ${max} characters`;
  return z
    .string({ error })
    .trim()
    .min(min, { error })
    .max(max, { error })
    .regex(/^[^\p{Cc}]*$/u, { error: 'must not contain line breaks or control characters' });
}

/** Text of several lines, of at most `max` characters after trimming; other control characters are refused. */
export function lines(max: number) {
  const error = `must be a text of at most ${max} characters`;
  return z
    .string({ error })
    .trim()
    .max(max, { error })
    .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u, { error: 'must not contain control characters' });
}

/** An id that an earlier call returned. */
export const id = (what: string) => z.uuid({ error: 'must be a UUID' }).describe(what);

/** A moment on the wire. */
export const time = z.iso.datetime().describe('RFC 3339, UTC');

/** Paging of every list. */
export const paging = {
  page: wholeNumber(1, 1_000_000).default(1).describe('Page, from 1'),
  page_size: wholeNumber(1, 100).default(20).describe('Entries a page, 100 at most'),
};

const momentError = 'must be a time such as 2026-05-01T00:00:00+08:00 (RFC 3339)';
const moment = z.iso.datetime({ offset: true, error: momentError });

/** A list's entries of a while. */
export const timeSpan = {
  from: moment.optional().describe('RFC 3339: only what was made then or later'),
  to: moment.optional().describe('RFC 3339: only what was made before'),
};

/** Milliseconds since 1970; `toMs` is no longer in it. */
export interface TimeSpan {
  fromMs?: number;
  toMs?: number;
}

export const readSpan = (said: { from?: string | undefined; to?: string | undefined }): TimeSpan => ({
  ...(said.from !== undefined && { fromMs: Date.parse(said.from) }),
  ...(said.to !== undefined && { toMs: Date.parse(said.to) }),
});

/** The answer of every list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    page: z.int(),
    page_size: z.int(),
    total: z
      .int()
      .describe('Of more than 1,000, what was removed or changed in the last minute may still count'),
  });
}

/** Milliseconds since 1970 to the wire. */
export const toTime = (ms: number): string => new Date(ms).toISOString();

/** The same for what may not have happened yet. */
export const toTimeOrNull = (ms: number | null): string | null => (ms === null ? null : toTime(ms));
