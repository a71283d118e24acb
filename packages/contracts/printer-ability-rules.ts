/**
 * What a printer can make of what is ordered, whatever lies in it now. Pure; one piece of rules for the cloud, which sells nothing that
 * no printer of the shop can make, and for the agent, which chooses a printer. Lengths in hundredths of a millimetre.
 */
import type { MediaSubstitute } from './media-substitute.ts';
import { canHoldType, typesFor } from './media-type-rules.ts';
import type { PrintMedia, PrintTicket } from './print-ticket.ts';

/** Both ends included. */
export interface LengthSpan {
  lower: number;
  upper: number;
}

export interface AbleSize {
  x: LengthSpan;
  y: LengthSpan;
  borderless: boolean;
}

export interface PrinterAbilities {
  sizes: readonly AbleSize[];
  /** media-type keywords; empty: the printer doesn't tell. */
  mediaTypes: readonly string[];
  color: boolean;
  sides: readonly string[];
}

export type AskedSheet = Pick<PrintTicket, 'color_mode' | 'sides'> & { media: PrintMedia };

/** What stands in the way, the hardest to change first. */
export const inabilities = ['size', 'borderless', 'media-type', 'color', 'sides'] as const;
export type Inability = (typeof inabilities)[number];

/** 1 mm: printers round. Sizes match by their lengths, never by name. */
const toleranceHmm = 100;

const isWithin = (span: LengthSpan, lengthHmm: number): boolean =>
  lengthHmm >= span.lower - toleranceHmm && lengthHmm <= span.upper + toleranceHmm;

type Sheet = Pick<PrintMedia, 'x_dimension' | 'y_dimension'>;
type Spans = Pick<AbleSize, 'x' | 'y'>;

export const isUpright = ({ x, y }: Spans, sheet: Sheet): boolean =>
  isWithin(x, sheet.x_dimension) && isWithin(y, sheet.y_dimension);

/** Whether sheets of this size are such a medium, upright or turned. */
export const hasSize = ({ x, y }: Spans, sheet: Sheet): boolean =>
  isUpright({ x, y }, sheet) || isUpright({ x: y, y: x }, sheet);

/** The first thing that keeps this printer from making it; undefined when nothing does. */
export function findInability(
  { sizes, mediaTypes, color, sides }: PrinterAbilities,
  { media, color_mode, sides: asked }: AskedSheet,
  substitutes: readonly MediaSubstitute[],
): Inability | undefined {
  const sized = sizes.filter((size) => hasSize(size, media));
  if (sized.length === 0) return 'size';
  if (media.borderless && !sized.some(({ borderless }) => borderless)) return 'borderless';
  if (!typesFor(media.media_type, substitutes).some((type) => canHoldType(mediaTypes, type)))
    return 'media-type';
  if (color_mode === 'color' && !color) return 'color';
  if (asked !== 'one-sided' && !sides.includes(asked)) return 'sides';
  return undefined;
}

/**
 * Of several printers: undefined when one of them can make it, else what keeps the one back that comes nearest. Without printers
 * nothing is known against it.
 */
export function findInabilityOfAll(
  printers: readonly PrinterAbilities[],
  asked: AskedSheet,
  substitutes: readonly MediaSubstitute[],
): Inability | undefined {
  const found = printers.map((printer) => findInability(printer, asked, substitutes));
  if (found.includes(undefined)) return undefined;
  return inabilities.findLast((one) => found.includes(one));
}
