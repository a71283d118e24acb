/** How an item's choices are read from its row, and what the agent is told of them. Pure. */
import { type PageRange, readPageRanges } from '@platen/contracts/page-ranges';
import type { ItemChoices, TicketChoices } from '@platen/contracts/print-choices';
import type { DocumentTable } from '../documents/document-tables.ts';
import { ticketLayout } from './item-layout-rules.ts';
import type { OrderItemTable } from './order-tables.ts';

export const readChoices = ({ choices }: Pick<OrderItemTable, 'choices'>): ItemChoices =>
  JSON.parse(choices) as ItemChoices;

/** What was chosen in the words of a ticket: layout and page ranges in its own, everything else as it is. */
export function ticketChoicesOf(
  { page_ranges: ranges, crop, border, layout, slip, ...others }: ItemChoices,
  document: Pick<DocumentTable, 'pages'>,
): TicketChoices {
  const told = ticketLayout({ crop, border, layout, slip });
  return {
    ...others,
    ...(told && { layout: told }),
    ...(ranges !== null && { page_ranges: rangesOf(ranges, document) }),
  };
}

/** What was written down when the order was made; it was read then, against this document. */
function rangesOf(text: string, document: Pick<DocumentTable, 'pages'>): PageRange[] {
  const ranges = readPageRanges(text, document.pages);
  if (typeof ranges === 'string') throw new Error(`page ranges ${text}: ${ranges}`);
  return ranges;
}
