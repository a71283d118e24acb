/**
 * Which finished sheets are not worth their photo paper: by the same rules as the quality check that customers see, with the true
 * resolution on this printer. Pure. Poor is the customer's choice; only what is unprintable waits for a person.
 */
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { verdictOf } from '@platen/imaging/quality/quality-finding-rules';
import { goodPpiOf } from '@platen/imaging/quality/quality-paper-rules';
import { resolutionFindings } from '@platen/imaging/quality/quality-pixel-rules';

/** Plain paper is cheap, and what is printed on it is read, not looked at. */
const isPhotoPaper = (mediaType: string): boolean => mediaType.startsWith('photographic');

/** One sentence for the shop when the sheet should not be printed without a word; undefined when it may. */
export function refuseSheet(
  { media, document }: PrintTicket,
  { effectivePpi }: { effectivePpi: number },
): string | undefined {
  if (!document.content_type.startsWith('image/') || !isPhotoPaper(media.media_type)) return undefined;
  const goodPpi = goodPpiOf({ widthMm: media.x_dimension / 100, heightMm: media.y_dimension / 100 });
  const findings = resolutionFindings({ ppi: effectivePpi, goodPpi });
  if (verdictOf(findings) !== 'unprintable') return undefined;
  return `${findings[0]!.sentence.en} Release it to print it all the same, or call it off.`;
}
