/**
 * Which printer can make a job now; if none can, why it waits and what a person should do. Pure.
 * A hold that is decided here heals by itself: it is decided anew whenever a printer changes.
 */
import type { JobReason, PrinterReport } from '@platen/contracts/agent-protocol';
import { countPages } from '@platen/contracts/page-ranges';
import { pagesWithLayout } from '@platen/contracts/print-layout';
import type { PrintMedia, PrintTicket } from '@platen/contracts/print-ticket';
import { findInability } from '@platen/contracts/printer-ability-rules';
import { formFor } from '../paper/form-rules.ts';
import { isAboutMedia, isRunOut, judgeMedia, trayFor } from '../paper/media-rules.ts';
import { noPaperWord, type PaperWord, paperPlaces, tellsPaper } from '../paper/paper-rules.ts';
import { abilitiesOf, mediaNameOf } from '../paper/printer-size-rules.ts';
import type { ChosenMedium, PrinterDescription, PrinterKind, PrinterStatus } from '../ports/printer.ts';
import type { PrinterAccessTrouble } from '../ports/printer-access.ts';
import { accessTroubleText } from '../printer-trust/trust-text.ts';
import { mediaText, type SheetLanguage, sheetText } from '../sheets/sheet-text.ts';
import { otherPrinterText } from './printer-text.ts';

/** What a job asks of a printer; equal for all jobs of one kind. */
export interface PrintNeeds {
  format: string;
  media: PrintMedia;
  color_mode: PrintTicket['color_mode'];
  sides: PrintTicket['sides'];
  /** Set for pictures on several sheets. */
  several_sheets?: true;
  /** The printer that a person chose for it, by its number in the shop's list; without it any will do. */
  printer_entry?: number;
}

/** A printer as the registry knows it. `reachable` is undefined until it has answered, or failed to, for the first time. */
export interface PrinterView {
  printerId: string;
  uri: string;
  name: string;
  reachable: boolean | undefined;
  asOfMs: number | undefined;
  description: PrinterDescription | undefined;
  /** It is there, and the agent may not speak to it before a person has done something. */
  accessTrouble?: PrinterAccessTrouble;
  /** Its number in the shop's list. */
  entryId?: number;
  /** False: switched off by a person, gets no jobs. */
  isEnabled?: boolean;
  kind?: PrinterKind;
  /** Another printer answers at its address. */
  identityTrouble?: { shownUuid: string; shownName: string };
  /** It failed again and again, and waits for a person, or for readings of a calibration page. */
  setAside?: { sinceMs: number; because: string };
  /** A person lets nothing new go to it. */
  paused?: PrinterPause;
  /** What people have said about its paper. */
  paper?: PaperWord;
}

export interface PrinterPause {
  by: string;
  sinceMs: number;
  /** True: it is paused with all printers. */
  isAll: boolean;
}

export interface PrinterTrouble {
  reason: JobReason;
  message: string;
}

export type PrinterVerdict =
  | { kind: 'take'; medium: ChosenMedium }
  /** Nobody knows yet. */
  | { kind: 'wait' }
  | ({ kind: 'hold' } & PrinterTrouble);

export type PrintersVerdict =
  | { kind: 'take'; choices: { printer: PrinterView; medium: ChosenMedium }[] }
  /** Those that could take it now are all paused by a person: it stays ready. */
  | { kind: 'paused'; printers: PrinterView[] }
  | { kind: 'wait' }
  | ({ kind: 'hold' } & PrinterTrouble);

/** The format in which a document goes to a printer: pictures become JPEG, PDF stays; undefined for anything else. */
export function printFormatOf(contentType: string): string | undefined {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/pdf') return type;
  return type.startsWith('image/') && type !== 'image/svg+xml' ? 'image/jpeg' : undefined;
}

/** What a ticket asks of a printer. */
export function needsOf(ticket: PrintTicket): PrintNeeds {
  const format = printFormatOf(ticket.document.content_type) ?? ticket.document.content_type;
  const isPicture = format === 'image/jpeg';
  return {
    format,
    media: ticket.media,
    color_mode: ticket.color_mode,
    sides: ticket.sides,
    ...(isPicture && printedPagesOf(ticket) > 1 && { several_sheets: true as const }),
  };
}

/** Printed pages of one copy. */
export const printedPagesOf = ({
  document,
  page_ranges: ranges,
  layout,
}: Pick<PrintTicket, 'document' | 'page_ranges' | 'layout'>): number =>
  pagesWithLayout(ranges ? countPages(ranges) : document.pages, layout?.arrangement);

/** Nearest to paper first: what a person can fix soonest is what the job says it waits for. */
const reasonRank: JobReason[] = [
  'printer-stopped',
  'media-needed',
  'printer-unreachable',
  'format-not-supported',
  'no-printer',
];

/**
 * Every printer that can make it now, in the list's order; else the hold that is nearest to being lifted. Stored sentences
 * are English; who shows one to a shop that reads Chinese judges again in that language.
 */
export function judgePrinters(
  needs: PrintNeeds,
  printers: readonly PrinterView[],
  language: SheetLanguage = 'en',
): PrintersVerdict {
  const enabled = printersFor(needs, printers).filter(({ isEnabled }) => isEnabled !== false);
  const judged = enabled.map((printer) => ({ printer, verdict: judgePrinter(needs, printer, language) }));
  const able = judged.flatMap(({ printer, verdict }) =>
    verdict.kind === 'take' ? [{ printer, medium: verdict.medium }] : [],
  );
  const choices = able.filter(({ printer }) => !printer.paused);
  if (choices.length > 0) return { kind: 'take', choices };
  if (able.length > 0) return { kind: 'paused', printers: able.map(({ printer }) => printer) };
  if (judged.some(({ verdict }) => verdict.kind === 'wait')) return { kind: 'wait' };
  const holds = judged.flatMap(({ verdict }) => (verdict.kind === 'hold' ? [verdict] : []));
  const nearest = holds.sort((a, b) => reasonRank.indexOf(a.reason) - reasonRank.indexOf(b.reason))[0];
  if (nearest) return nearest;
  const { noPrinter, chosenIsGone } = sheetText[language];
  return hold('no-printer', needs.printer_entry === undefined ? noPrinter : chosenIsGone);
}

/** Those that it may go to at all. */
export const printersFor = (
  { printer_entry: chosen }: Pick<PrintNeeds, 'printer_entry'>,
  printers: readonly PrinterView[],
): readonly PrinterView[] =>
  chosen === undefined ? printers : printers.filter(({ entryId }) => entryId === chosen);

/** One printer's verdict. */
function judgePrinter(needs: PrintNeeds, printer: PrinterView, language: SheetLanguage): PrinterVerdict {
  const { description, name } = printer;
  const text = sheetText[language];
  if (!description) {
    return printer.reachable === undefined ? { kind: 'wait' } : unreachable(printer, language);
  }
  const word = printer.paper ?? noPaperWord;
  const media = judgeMedia(needs.media, description, word);
  if (media.kind === 'unsupported') {
    const paper = mediaText(needs.media, language);
    return hold(
      'no-printer',
      text.nobodyPrints(media.what === 'borderless' ? text.withoutBorders(paper) : paper),
    );
  }
  const inability = findInability(abilitiesOf(description), needs, word.substitutes);
  if (inability === 'color') return hold('no-printer', text.nobodyInColour);
  if (inability === 'sides') return hold('no-printer', text.nobodyOnBothSides(needs.sides));
  if (!formFor(needs, description)) return hold('format-not-supported', text.takesNo(name, needs.format));
  if (printer.setAside) return hold('printer-stopped', text.setAside(name, printer.setAside.because));
  if (printer.reachable === undefined) return { kind: 'wait' };
  if (!printer.reachable) return unreachable(printer, language);
  const trouble = troubleOf(description, { name, media: needs.media, language, word });
  if (trouble) return { kind: 'hold', ...trouble };
  if (media.kind === 'loadable')
    return hold('media-needed', text.load({ media: needs.media, tray: media.tray, printer: name }));
  if (media.kind === 'unsaid') {
    const { tray, isSizeTold } = media;
    const what = { media: needs.media, tray, printer: name };
    return hold('media-needed', isSizeTold ? text.sayType(what) : text.loadAndSay(what));
  }
  // Handed over it would wait inside the printer, where no other printer can have it any more and those behind it wait too. Who chose
  // this printer for it wants it there.
  if (needs.printer_entry === undefined && isRunOut(description, media.medium)) {
    const { source: tray } = media.medium;
    return hold('media-needed', text.load({ media: needs.media, tray, printer: name }));
  }
  return { kind: 'take', medium: media.medium };
}

/** What keeps a printer from printing at all, or undefined. `media` makes the sentence about paper exact. */
function troubleOf(
  printer: PrinterDescription,
  {
    name,
    media,
    language,
    word,
  }: { name: string; media: PrintMedia; language: SheetLanguage; word: PaperWord },
): PrinterTrouble | undefined {
  const text = sheetText[language];
  if (printer.state === 'stopped') {
    if (printer.stateReasons.some(isAboutMedia)) {
      const message = text.load({ media, tray: trayFor(media, printer, word), printer: name });
      return { reason: 'media-needed', message };
    }
    return { reason: 'printer-stopped', message: text.stopped(name, reasonsText(printer)) };
  }
  if (!printer.acceptingJobs) {
    return { reason: 'printer-stopped', message: text.acceptsNothing(name, reasonsText(printer)) };
  }
  return undefined;
}

/** What holds up a job that is at the printer: a stop, or an error that the printer waits to be freed of. */
export function troubleWhilePrinting(
  printer: PrinterDescription,
  { name, media, jobStopped }: { name: string; media: PrintMedia; jobStopped: boolean },
  language: SheetLanguage = 'en',
): PrinterTrouble | undefined {
  const stopped = printer.state === 'stopped' || jobStopped;
  const blocking = printer.stateReasons.filter(isBlocking);
  if (!stopped && blocking.length === 0) return undefined;
  const text = sheetText[language];
  if (printer.stateReasons.some(isAboutMedia)) {
    const message = text.load({ media, tray: trayFor(media, printer), printer: name });
    return { reason: 'media-needed', message };
  }
  return { reason: 'printer-stopped', message: text.stopped(name, reasonsText(printer)) };
}

/** Copies of several pages come out one after the other, when it is told so (PWG 5100.5, RFC 8011 section 5.2.4). */
export const isCollating = ({ multipleDocumentHandlings }: PrinterDescription): boolean =>
  multipleDocumentHandlings.includes('separate-documents-collated-copies');

/** The printer as the cloud shows it. */
export function reportOfPrinter(view: PrinterView): PrinterReport {
  const { description } = view;
  const list = (values: string[] | undefined, max: number, longest = 255) =>
    (values ?? []).slice(0, max).map((value) => value.slice(0, longest));
  return {
    printer_id: view.printerId.slice(0, 200),
    name: view.name.slice(0, 255),
    uri: view.uri.slice(0, 1023),
    make_and_model: description?.makeAndModel.slice(0, 255) ?? '',
    state: description?.state ?? 'stopped',
    state_reasons: list(description?.stateReasons, 64),
    reachable: view.reachable ?? false,
    accepting_jobs: description?.acceptingJobs ?? false,
    formats: list(description?.formats, 100),
    media_ready: list(description && readyNames(description, view.paper ?? noPaperWord), 200),
    media_supported: list(description?.mediaSupportedNames, 1000),
    queued_jobs: Math.max(0, description?.queuedJobs ?? 0),
    as_of: view.asOfMs === undefined ? null : new Date(view.asOfMs).toISOString(),
    ...(view.paused && {
      paused: {
        by: view.paused.by.slice(0, 100),
        since: new Date(view.paused.sinceMs).toISOString(),
        all: view.paused.isAll,
      },
    }),
    ...(view.setAside && {
      set_aside: {
        since: new Date(view.setAside.sinceMs).toISOString(),
        because: view.setAside.because.slice(0, 500),
      },
    }),
  };
}

/** What lies in it as far as anybody knows, by name: what CUPS makes up lies nowhere. */
function readyNames(description: PrinterDescription, { stated }: PaperWord): string[] {
  if (tellsPaper(description)) return description.mediaReadyNames;
  const names = paperPlaces(description, stated).flatMap(({ medium }) =>
    medium ? [mediaNameOf({ x: medium.x.upper, y: medium.y.upper }, description.mediaSupportedNames)] : [],
  );
  return [...new Set(names)];
}

const hold = (reason: JobReason, message: string): { kind: 'hold' } & PrinterTrouble => ({
  kind: 'hold',
  reason,
  message,
});

function unreachable(
  { name, accessTrouble, identityTrouble }: PrinterView,
  language: SheetLanguage,
): PrinterVerdict {
  if (accessTrouble) return hold('printer-stopped', accessTroubleText(language, name, accessTrouble));
  if (identityTrouble) return hold('printer-unreachable', otherPrinterText(name, identityTrouble)[language]);
  return hold('printer-unreachable', sheetText[language].silent(name));
}

/** RFC 8011 section 5.4.12: no suffix means error for those that stop the paper. */
const isBlocking = (reason: string): boolean =>
  /^(media-(empty|needed|jam)|cover-open|door-open|interlock-open|input-tray-missing|output-area-full|marker-supply-empty|toner-empty)(-error)?$/.test(
    reason,
  );

function reasonsText(status: PrinterStatus): string {
  const telling = status.stateReasons.filter((reason) => reason !== 'none');
  return telling.length > 0 ? ` (${telling.join(', ')})` : '';
}
