/** One printer of the list with everything that is known of it, as a person sees it. */

import { paperPlaces } from '../paper/paper-rules.ts';
import { paperUnsaidText } from '../paper/paper-text.ts';
import { type PrinterSize, sizesOf } from '../paper/printer-size-rules.ts';
import type { PrinterSpeed } from '../printer-trust/printer-speed-rules.ts';
import type { PrinterSpeeds } from '../printer-trust/printer-speed-store.ts';
import type { PrinterTrust, PrinterTrustEntry } from '../printer-trust/printer-trust.ts';
import { accessTroubleText } from '../printer-trust/trust-text.ts';
import type { ListedPrinter } from '../printers/printer-list-store.ts';
import { type PrinterReason, readReasons } from '../printers/printer-reason-rules.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import { cupsQueueText, otherPrinterText, type Said } from '../printers/printer-text.ts';

/** What it told has the time `view.asOfMs`; without `view.reachable` it is the last known. */
export interface PrinterListing {
  entryId: number;
  listed: ListedPrinter;
  view: PrinterView;
  reasons: PrinterReason[];
  sizes: PrinterSize[];
  speeds: PrinterSpeed[];
  /** Certificate and credentials, as far as they may be shown. */
  trust: PrinterTrustEntry | undefined;
  /** What a person should know or do about it. */
  notices: Said[];
}

export function listingOf(printer: {
  view: PrinterView;
  listed: ListedPrinter;
  trust: PrinterTrust;
  speeds: PrinterSpeeds;
}): PrinterListing {
  const { view, listed, trust, speeds } = printer;
  const { description, printerId } = view;
  return {
    entryId: listed.id,
    listed,
    view,
    reasons: readReasons(description?.stateReasons ?? []),
    sizes: description ? sizesOf(description) : [],
    speeds: speeds.of(printerId),
    trust: trust.find(listed.uri),
    notices: noticesOf(view),
  };
}

function noticesOf({ name, kind, accessTrouble, identityTrouble, description, paper }: PrinterView): Said[] {
  const notices: Said[] = [];
  if (accessTrouble) {
    const [en, zh] = (['en', 'zh-CN'] as const).map((language) =>
      accessTroubleText(language, name, accessTrouble),
    ) as [string, string];
    notices.push({ en, 'zh-CN': zh });
  }
  if (identityTrouble) notices.push(otherPrinterText(name, identityTrouble));
  if (kind === 'cups-queue') notices.push(cupsQueueText(name));
  const isUnsaid =
    description && paperPlaces(description, paper?.stated ?? []).some((one) => one.isAsked && !one.stated);
  if (isUnsaid) notices.push(paperUnsaidText(name));
  return notices;
}
