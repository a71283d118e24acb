/**
 * Which medium of a printer is the one that a ticket asks for. Pure. Sizes match by dimensions, never by name: printers
 * name the same sheet differently, and round it.
 */
import type { PrintMedia } from '@platen/contracts/print-ticket';
import type {
  ChosenMedium,
  DimensionSpan,
  MediaMargins,
  PrinterDescription,
  PrinterMedium,
} from '../ports/printer.ts';

/** 1 mm, in hundredths. */
const toleranceHundredthMm = 100;

/** What the ticket's medium is to a printer. */
export type MediaVerdict =
  | { kind: 'ready'; medium: ChosenMedium }
  /** The printer can take it, and it isn't loaded. `tray`: the media-source where it belongs, if that is known. */
  | { kind: 'loadable'; tray?: string | undefined }
  /** The printer can't take it. */
  | { kind: 'unsupported'; what: 'size' | 'media-type' | 'borderless' };

/** Judges loaded media first, then what could be loaded. */
export function judgeMedia(media: PrintMedia, printer: PrinterDescription): MediaVerdict {
  const loaded = loadedMedia(printer);
  const sized = loaded?.filter((medium) => hasSize(medium, media)) ?? [];
  const usable = sized.filter((medium) => isOfType(medium, media) && canBeBorderless(medium, media, printer));
  const fitting = usable.find((medium) => medium.mediaType === media.media_type) ?? usable[0];
  if (fitting) return { kind: 'ready', medium: chosen(fitting, media, printer) };

  const possible = possibleMedia(printer).filter((medium) => hasSize(medium, media));
  if (possible.length === 0 && sized.length === 0) return { kind: 'unsupported', what: 'size' };
  if (media.borderless && ![...possible, ...sized].some((medium) => canBeBorderless(medium, media, printer)))
    return { kind: 'unsupported', what: 'borderless' };
  if (!printerHasType(printer, media)) return { kind: 'unsupported', what: 'media-type' };
  // A printer that tells nothing of what is loaded will itself ask for paper.
  if (loaded === undefined)
    return { kind: 'ready', medium: chosen(possible[0] as PrinterMedium, media, printer) };
  const tray = trayFor(media, printer);
  return { kind: 'loadable', ...(tray && { tray }) };
}

/** The medium as this printer would hold it, loaded or not: what a sheet for it is made by. Undefined when it takes none such. */
export function mediumFor(media: PrintMedia, printer: PrinterDescription): ChosenMedium | undefined {
  const verdict = judgeMedia(media, printer);
  if (verdict.kind === 'ready') return verdict.medium;
  if (verdict.kind === 'unsupported') return undefined;
  const possible = possibleMedia(printer).filter((medium) => hasSize(medium, media));
  const fitting = possible.find((medium) => canBeBorderless(medium, media, printer)) ?? possible[0];
  return fitting && chosen(fitting, media, printer);
}

/** Sources that are no place where paper lies. */
const noTrays = new Set(['auto', 'manual', 'alternate', 'alternate-roll']);

/**
 * The tray that a person should put the medium into: the one that is set to it, and has run out; else the only one that takes
 * this size; else the only empty one; else the only one that has this size of another paper. Undefined where that is not certain.
 */
export function trayFor(media: PrintMedia, printer: PrinterDescription): string | undefined {
  const loaded = (printer.mediaReady ?? []).flatMap((medium) =>
    medium.source ? [{ ...medium, source: medium.source }] : [],
  );
  const taking = printer.mediaDatabase.filter(
    (medium) => hasSize(medium, media) && canBeBorderless(medium, media, printer),
  );
  const own = taking.every(({ source }) => source) ? taking.map(({ source }) => source) : [];
  const full = new Set(loaded.map(({ source }) => source));
  const empty = (printer.mediaSources ?? []).filter((source) => !noTrays.has(source) && !full.has(source));
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

function loadedMedia(printer: PrinterDescription): PrinterMedium[] | undefined {
  if (printer.mediaReady) return printer.mediaReady;
  if (printer.mediaReadyNames.length > 0) return mediaOfNames(printer.mediaReadyNames);
  return undefined;
}

function possibleMedia(printer: PrinterDescription): PrinterMedium[] {
  return [...printer.mediaDatabase, ...mediaOfNames(printer.mediaSupportedNames)];
}

const mediaOfNames = (names: string[]): PrinterMedium[] =>
  names.flatMap((name) => {
    const size = sizeOfMediaName(name);
    if (!size) return [];
    const x = { lower: size.x, upper: size.x };
    return [{ x, y: { lower: size.y, upper: size.y }, mediaType: undefined, margins: undefined }];
  });

/**
 * Dimensions in hundredths of a millimetre out of a self-describing media size name (PWG 5101.1 section 5), such as
 * `na_index-4x6_4x6in` or `iso_a4_210x297mm`. Undefined for names without dimensions.
 */
export function sizeOfMediaName(name: string): { x: number; y: number } | undefined {
  const match = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(in|mm)$/.exec(name);
  if (!match || name.startsWith('custom_min') || name.startsWith('custom_max')) return undefined;
  const scale = match[3] === 'in' ? 2540 : 100;
  return { x: Math.round(Number(match[1]) * scale), y: Math.round(Number(match[2]) * scale) };
}

function hasSize(medium: PrinterMedium, media: PrintMedia): boolean {
  return isUpright(medium, media) || isTurned(medium, media);
}

const isUpright = (medium: PrinterMedium, media: PrintMedia): boolean =>
  isWithin(medium.x, media.x_dimension) && isWithin(medium.y, media.y_dimension);
const isTurned = (medium: PrinterMedium, media: PrintMedia): boolean =>
  isWithin(medium.x, media.y_dimension) && isWithin(medium.y, media.x_dimension);

const isWithin = (span: DimensionSpan, hundredthMm: number): boolean =>
  hundredthMm >= span.lower - toleranceHundredthMm && hundredthMm <= span.upper + toleranceHundredthMm;

/**
 * A printer that doesn't tell the type, or tells a family (`photographic` for `photographic-glossy`), fits. `stationery` is no
 * family but plain paper: who ordered recycled paper doesn't get plain.
 */
function isOfType(medium: PrinterMedium, media: PrintMedia): boolean {
  return medium.mediaType === undefined || typesMatch(medium.mediaType, media.media_type);
}

const openTypes = new Set(['auto', 'other', 'unknown']);

const typesMatch = (told: string, wanted: string): boolean =>
  told === wanted ||
  openTypes.has(told) ||
  (told !== 'stationery' && wanted.startsWith(`${told}-`)) ||
  told.startsWith(`${wanted}-`);

const printerHasType = (printer: PrinterDescription, media: PrintMedia): boolean =>
  printer.mediaTypes.length === 0 || printer.mediaTypes.some((type) => typesMatch(type, media.media_type));

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
    mediaType: medium.mediaType && !openTypes.has(medium.mediaType) ? medium.mediaType : media.media_type,
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
  return told?.margins ?? printer.leastMargins;
}

const clamp = (value: number, span: DimensionSpan): number =>
  Math.min(Math.max(value, span.lower), span.upper);
