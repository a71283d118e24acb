/**
 * Which medium of a printer is the one that a ticket asks for. Pure. Sizes match by dimensions, never by name: printers
 * name the same sheet differently, and round it. Types match by name alone.
 */
import { canHoldType, typesFor } from '@platen/contracts/media-type-rules';
import type { PrintMedia } from '@platen/contracts/print-ticket';
import { findInability, hasSize, isUpright } from '@platen/contracts/printer-ability-rules';
import type {
  ChosenMedium,
  DimensionSpan,
  MediaMargins,
  PrinterDescription,
  PrinterMedium,
} from '../ports/printer.ts';
import { noPaperWord, noTrays, type PaperWord, paperPlaces, tellsPaper } from './paper-rules.ts';
import { abilitiesOf, mediaOfNames } from './printer-size-rules.ts';

/** What the ticket's medium is to a printer. */
export type MediaVerdict =
  | { kind: 'ready'; medium: ChosenMedium }
  /** The printer can take it, and it isn't loaded. `tray`: the media-source where it belongs, if that is known. */
  | { kind: 'loadable'; tray?: string | undefined }
  /**
   * The printer can take it, and doesn't tell whether it is loaded: somebody must say. `tray`: the one that may hold it, of which the
   * printer tells the size; undefined where it tells nothing.
   */
  | { kind: 'unsaid'; tray?: string | undefined; isSizeTold: boolean }
  /** The printer can't take it. */
  | { kind: 'unsupported'; what: 'size' | 'media-type' | 'borderless' };

/** Judges what lies in the printer first, then what could be loaded. The very paper that was ordered comes before what may stand in for it. */
export function judgeMedia(
  media: PrintMedia,
  printer: PrinterDescription,
  word: PaperWord = noPaperWord,
): MediaVerdict {
  const places = paperPlaces(printer, word.stated);
  const types = typesFor(media.media_type, word.substitutes);
  const isFitting = (medium: PrinterMedium) =>
    hasSize(medium, media) && canBeBorderless(medium, media, printer);
  const lying = places
    .flatMap(({ medium }) => (medium && isFitting(medium) ? [medium] : []))
    // Of two trays of one paper the one that has some.
    .toSorted((one, other) => Number(isRunOut(printer, one)) - Number(isRunOut(printer, other)));
  for (const type of types) {
    const fitting = lying.find(({ mediaType }) => mediaType === type);
    if (fitting) return { kind: 'ready', medium: chosen(fitting, media, printer) };
  }
  const asked = { media, color_mode: 'monochrome', sides: 'one-sided' } as const;
  const what = findInability(abilitiesOf(printer), asked, word.substitutes);
  if (what === 'size' || what === 'borderless' || what === 'media-type') return { kind: 'unsupported', what };
  const open = places.filter(({ isAsked, stated }) => isAsked && !stated);
  const sized = open.filter(
    ({ told }) => told && isFitting(told) && types.some((type) => mayBe(told.mediaType, type)),
  );
  if (sized.length > 0) {
    const tray = onlyOne(sized.map(({ source }) => source));
    return { kind: 'unsaid', isSizeTold: true, ...(tray && { tray }) };
  }
  if (!tellsPaper(printer) || open.some(({ told }) => !told)) return { kind: 'unsaid', isSizeTold: false };
  const tray = trayFor(media, printer, word);
  return { kind: 'loadable', ...(tray && { tray }) };
}

/** A reason of a printer (RFC 8011 section 5.4.12) that is about missing paper, of whatever severity. */
export const isAboutMedia = (reason: string): boolean =>
  /^media-(empty|needed)(-error|-warning)?$/.test(reason) || /^input-tray-missing/.test(reason);

/**
 * True when the tray that is set to a paper has none left. Printers go on to list it as ready, so that two words must agree: the level of
 * that very tray, and a reason. A tray without a sensor that says 0 for ever keeps nothing from being printed.
 */
export function isRunOut(printer: PrinterDescription, { source }: { source?: string | undefined }): boolean {
  if (source === undefined || !printer.stateReasons.some(isAboutMedia)) return false;
  const trays = printer.trays.filter((tray) => tray.source === source);
  return trays.length > 0 && trays.every(({ isEmpty }) => isEmpty === true);
}

/** Whether what a printer calls this may be that paper. */
const mayBe = (told: string | undefined, type: string): boolean =>
  told === undefined || canHoldType([told], type);

/** The medium as this printer would hold it, loaded or not: what a sheet for it is made by. Undefined when it takes none such. */
export function mediumFor(
  media: PrintMedia,
  printer: PrinterDescription,
  word: PaperWord = noPaperWord,
): ChosenMedium | undefined {
  const verdict = judgeMedia(media, printer, word);
  if (verdict.kind === 'ready') return verdict.medium;
  if (verdict.kind === 'unsupported') return undefined;
  const possible = possibleMedia(printer).filter((medium) => hasSize(medium, media));
  const fitting = possible.find((medium) => canBeBorderless(medium, media, printer)) ?? possible[0];
  // It is the ordered paper that somebody will put in, whatever the printer lists with this size.
  return fitting && { ...chosen(fitting, media, printer), mediaType: media.media_type };
}

/**
 * The tray that a person should put the medium into: the one that is set to it, and has run out; else the only one that takes
 * this size; else the only empty one; else the only one that has this size of another paper. Undefined where that is not certain.
 */
export function trayFor(
  media: PrintMedia,
  printer: PrinterDescription,
  word: PaperWord = noPaperWord,
): string | undefined {
  const loaded = paperPlaces(printer, word.stated).flatMap(({ source, medium, told }) => {
    const lying = medium ?? told;
    return source && lying ? [{ ...lying, source }] : [];
  });
  const taking = printer.mediaDatabase.filter(
    (medium) => hasSize(medium, media) && canBeBorderless(medium, media, printer),
  );
  const own = taking.every(({ source }) => source) ? taking.map(({ source }) => source) : [];
  const full = new Set(loaded.map(({ source }) => source));
  const empty = printer.mediaSources.filter((source) => !noTrays.has(source) && !full.has(source));
  const sameSize = loaded.filter((medium) => hasSize(medium, media)).map(({ source }) => source);
  const set = loaded.filter((medium) => hasSize(medium, media) && medium.mediaType === media.media_type);
  return (
    onlyOne(set.map(({ source }) => source)) ??
    onlyOne(own) ??
    (loaded.length > 0 ? onlyOne(empty) : undefined) ??
    onlyOne(sameSize)
  );
}

function onlyOne(sources: (string | undefined)[]): string | undefined {
  const different = new Set(sources);
  return different.size === 1 ? [...different][0] : undefined;
}

function possibleMedia(printer: PrinterDescription): PrinterMedium[] {
  return [...printer.mediaDatabase, ...mediaOfNames(printer.mediaSupportedNames)];
}

function canBeBorderless(medium: PrinterMedium, media: PrintMedia, printer: PrinterDescription): boolean {
  if (!media.borderless) return true;
  if (medium.margins && isZero(medium.margins)) return true;
  const sameSize = printer.mediaDatabase.filter((entry) => entry.margins && hasSize(entry, media));
  if (sameSize.length > 0) return sameSize.some((entry) => isZero(entry.margins));
  // Neither this medium nor the database says no: the printer's own list of margins decides.
  return medium.margins === undefined && printer.hasBorderless;
}

const isZero = (margins: MediaMargins | undefined): boolean =>
  margins !== undefined &&
  margins.top === 0 &&
  margins.bottom === 0 &&
  margins.left === 0 &&
  margins.right === 0;

/** The printer's numbers where it has a fixed size, the ticket's where it takes a range; turned as the printer holds it. */
function chosen(medium: PrinterMedium, media: PrintMedia, printer: PrinterDescription): ChosenMedium {
  const [x, y] = isUpright(medium, media)
    ? [media.x_dimension, media.y_dimension]
    : [media.y_dimension, media.x_dimension];
  return {
    xDimension: clamp(x, medium.x),
    yDimension: clamp(y, medium.y),
    mediaType: medium.mediaType ?? media.media_type,
    borderless: media.borderless,
    ...(!media.borderless && withMargins(marginsFor(medium, media, printer))),
    ...(medium.source && { source: medium.source }),
  };
}

const withMargins = (margins: MediaMargins | undefined) => margins && { margins };

/**
 * The true margins of a sheet with borders: what the loaded medium tells, else the database, else the least that this printer
 * has anywhere. A medium that could be printed without borders may be printed to its edge.
 */
function marginsFor(
  medium: PrinterMedium,
  media: PrintMedia,
  printer: PrinterDescription,
): MediaMargins | undefined {
  if (medium.margins) return medium.margins;
  const told = printer.mediaDatabase.find((entry) => entry.margins && hasSize(entry, media));
  return told?.margins ?? printer.minMargins;
}

const clamp = (value: number, span: DimensionSpan): number =>
  Math.min(Math.max(value, span.lower), span.upper);
