/**
 * Owns the one error with which this package refuses a file, and its sentences. Must never import sharp or
 * pdfium: the owner of an imaging pool loads this file, and must stay small.
 */

/**
 * Why a file is refused:
 * - `empty`: no bytes. `unknown_type`: neither a picture nor a PDF by its content.
 * - `not_accepted`: a known format that isn't printed here (camera raw, Photoshop, JPEG XL, moving AVIF).
 * - `cannot_decode`: broken, or it takes more memory or computing than its kind and size may. `truncated`: the end of the file is missing.
 * - `too_many_pixels`: decoding would take more memory or time than any print is worth.
 * - `encrypted`, `no_pages`, `contradicts_itself` (about its pages): of PDF documents. `took_too_long`: the deadline passed or the caller gave up.
 * - `process_ended`: every process that worked on it was killed from outside or crashed. Like `took_too_long` it proves nothing
 *   against the file.
 */
export type ImagingRefusalReason =
  | 'empty'
  | 'unknown_type'
  | 'cannot_decode'
  | 'truncated'
  | 'too_many_pixels'
  | 'encrypted'
  | 'no_pages'
  | 'contradicts_itself'
  | 'not_accepted'
  | 'took_too_long'
  | 'process_ended';

const sentences: Record<ImagingRefusalReason, string> = {
  empty: 'The file is empty.',
  unknown_type: 'This is not a picture or PDF that can be printed.',
  cannot_decode: "The file is damaged and can't be read.",
  truncated: 'The end of the file is missing: it was not transferred completely.',
  too_many_pixels: 'The picture has more pixels than can be processed.',
  encrypted: 'The PDF is protected by a password; send it without one.',
  no_pages: 'The PDF has no pages.',
  contradicts_itself:
    'The PDF contradicts itself about how many pages it has: print it into a new PDF, and send that one.',
  not_accepted: "Files of this format can't be printed here.",
  took_too_long: 'Processing the file took too long.',
  process_ended: 'The image process ended while it worked on the file.',
};

const unproven: ReadonlySet<ImagingRefusalReason> = new Set(['took_too_long', 'process_ended']);

/** False where the machine may be to blame as well as the file: nothing that lasts may be concluded from it. */
export const isProvenAgainstFile = ({ reason }: { reason: ImagingRefusalReason }): boolean =>
  !unproven.has(reason);

/** A file can't be printed, or not in time. `message` is one sentence for people; `cause` is for the log. */
export class ImagingRefusal extends Error {
  override readonly name = 'ImagingRefusal';
  readonly reason: ImagingRefusalReason;

  constructor(
    reason: ImagingRefusalReason,
    message: string = sentences[reason],
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.reason = reason;
  }
}
