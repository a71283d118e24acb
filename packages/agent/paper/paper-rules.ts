/**
 * What lies in a printer, as far as anybody knows: the printer's own word, and a person's where the printer doesn't tell. Pure. Paper is
 * never guessed: a tray whose type is left open, and one of a printer that tells nothing, holds what somebody has said, or nothing
 * known. Lengths in hundredths of a millimetre.
 */

import { sizeOfMediaName } from '@platen/contracts/media-size-name';
import type { MediaSubstitute } from '@platen/contracts/media-substitute';
import {
  canHoldType,
  isNamelessMediaType,
  isOpenMediaType,
  knownMediaTypes,
} from '@platen/contracts/media-type-rules';
import { hasSize } from '@platen/contracts/printer-ability-rules';
import type { PrinterDescription, PrinterMedium, PrinterTray } from '../ports/printer.ts';
import type { Said } from '../printers/printer-text.ts';
import { paperSentences } from './paper-text.ts';
import { sizesOf } from './printer-size-rules.ts';

/** A person's word on one place of a printer. */
export interface StatedPaper {
  /** media-source; undefined: the printer names no places. */
  source: string | undefined;
  xHmm: number;
  yHmm: number;
  /** media-type keyword, never one that names no paper. */
  mediaType: string;
  by: string;
  atMs: number;
}

/** What people of the shop have said about paper. */
export interface PaperWord {
  stated: readonly StatedPaper[];
  /** The shop's rule for every printer. */
  substitutes: readonly MediaSubstitute[];
}

export const noPaperWord: PaperWord = { stated: [], substitutes: [] };

/** One place where paper lies. */
export interface PaperPlace {
  source: string | undefined;
  /** With the type that it is known by; undefined: nothing, or nobody knows. */
  medium: PrinterMedium | undefined;
  /** As the printer tells it; its type may be open or missing. */
  told: PrinterMedium | undefined;
  /** The printer leaves something open here: a person's word counts. */
  isAsked: boolean;
  /** The word that counts. */
  stated: StatedPaper | undefined;
}

/** Sources that are no place where paper lies. */
export const noTrays: ReadonlySet<string> = new Set(['auto', 'manual', 'alternate', 'alternate-roll']);

/** CUPS makes its media-ready up: it names sizes that lie nowhere, and none of those that do. */
export const tellsPaper = ({ kind, mediaReady, mediaReadyNames }: PrinterDescription): boolean =>
  kind === 'direct' && (mediaReady !== undefined || mediaReadyNames.length > 0);

/** Every place, with what is known of it. A word on a place where the printer now tells another size counts no longer. */
export function paperPlaces(printer: PrinterDescription, stated: readonly StatedPaper[]): PaperPlace[] {
  if (tellsPaper(printer) && printer.mediaReady) {
    return printer.mediaReady.map((told) => toldPlace(told, stated));
  }
  const sources = printer.mediaSources.filter((source) => !noTrays.has(source));
  const names = tellsPaper(printer)
    ? printer.mediaReadyNames.flatMap((name) => sizeOfMediaName(name) ?? [])
    : [];
  return (sources.length > 0 ? sources : [undefined]).map((source) => {
    const word = stated.find((one) => one.source === source);
    const isStill = names.length === 0 || names.some((size) => word && isSameSize(size, word));
    const counts = isStill ? word : undefined;
    return { source, told: undefined, isAsked: true, stated: counts, medium: counts && mediumOf(counts) };
  });
}

/**
 * Words that the printer's own word has overtaken: another size lies there now. They are to be forgotten, for when that size comes back
 * nobody knows what paper it is.
 */
export function overtakenWords(printer: PrinterDescription, stated: readonly StatedPaper[]): StatedPaper[] {
  const counting = new Set(paperPlaces(printer, stated).flatMap((place) => place.stated ?? []));
  const sources = new Set(paperPlaces(printer, []).map(({ source }) => source));
  return stated.filter((word) => sources.has(word.source) && !counting.has(word));
}

function toldPlace(told: PrinterMedium, stated: readonly StatedPaper[]): PaperPlace {
  const { source, mediaType } = told;
  if (mediaType !== undefined && !isOpenMediaType(mediaType))
    return { source, told, medium: told, isAsked: false, stated: undefined };
  const word = stated.find(
    (one) => one.source === source && hasSize(told, { x_dimension: one.xHmm, y_dimension: one.yHmm }),
  );
  // A family is a name as well: of who ordered just that.
  const own = mediaType !== undefined && !isNamelessMediaType(mediaType) ? told : undefined;
  const medium = word ? { ...told, mediaType: word.mediaType } : own;
  return { source, told, medium, isAsked: true, stated: word };
}

const isSameSize = (
  { x_dimension, y_dimension }: { x_dimension: number; y_dimension: number },
  { xHmm, yHmm }: StatedPaper,
): boolean => hasSize(spansOf(x_dimension, y_dimension), { x_dimension: xHmm, y_dimension: yHmm });

const spansOf = (x: number, y: number) => ({ x: { lower: x, upper: x }, y: { lower: y, upper: y } });

const mediumOf = ({ source, xHmm, yHmm, mediaType }: StatedPaper): PrinterMedium => ({
  ...spansOf(xHmm, yHmm),
  mediaType,
  margins: undefined,
  ...(source !== undefined && { source }),
});

/** A tray as people see it, with what is known of its paper. */
export interface ShownTray extends PrinterTray {
  isAsked: boolean;
  stated: StatedPaper | undefined;
}

/** Every tray of a printer, and the places that it names no tray for. */
export function shownTrays(printer: PrinterDescription, stated: readonly StatedPaper[]): ShownTray[] {
  const places = paperPlaces(printer, stated);
  const left = new Set(places);
  const trays = printer.trays.map((tray): ShownTray => {
    const place = places.find(
      (one) =>
        left.has(one) &&
        one.source === tray.source &&
        (one.told === undefined || isSameMedium(one.told, tray.medium)),
    );
    if (place) left.delete(place);
    return shownTray(tray, place);
  });
  const nameless = { name: undefined, levelPercent: undefined, isEmpty: undefined, medium: undefined };
  const isPlace = ({ source, medium, isAsked }: ShownTray) =>
    source !== undefined || medium !== undefined || isAsked;
  return [
    ...trays,
    ...[...left].map((place) => shownTray({ source: place.source, ...nameless }, place)),
  ].filter(isPlace);
}

/** What is remembered of a printer holds each medium twice. */
const isSameMedium = (one: PrinterMedium, other: PrinterMedium | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Of an open type the size is shown, and that somebody must say the rest. */
const shownTray = (tray: PrinterTray, place: PaperPlace | undefined): ShownTray => ({
  ...tray,
  medium: place ? (place.medium ?? place.told) : undefined,
  isAsked: place?.isAsked ?? false,
  stated: place?.stated,
});

/** What a person may choose from for a place: sizes that the printer takes (no ranges), and exact types. */
export function sayablePaper(
  printer: PrinterDescription,
  { medium, source }: Pick<ShownTray, 'medium' | 'source'>,
): { sizes: { xHmm: number; yHmm: number }[]; types: string[] } {
  const told =
    paperPlaces(printer, []).find((one) => one.source === source && one.told !== undefined) && medium;
  const fixed = (told ? [told] : sizesOf(printer)).filter(
    ({ x, y }) => x.lower === x.upper && y.lower === y.upper,
  );
  const exact = printer.mediaTypes.filter((type) => !isNamelessMediaType(type));
  // A printer that leaves types open may hold any: those that it names come first.
  const others = knownMediaTypes.filter((type) => isSpecific(type) && canHoldType(printer.mediaTypes, type));
  return {
    sizes: fixed.map(({ x, y }) => ({ xHmm: x.lower, yHmm: y.lower })),
    types: [...new Set([...exact, ...others])],
  };
}

const isSpecific = (type: string): boolean => !isOpenMediaType(type);

/** Why somebody can't say this of a printer, in a sentence; undefined when it can be. */
export function refusePaperWord(
  { name, description }: { name: string; description: PrinterDescription | undefined },
  { source, xHmm, yHmm, mediaType }: Omit<StatedPaper, 'by' | 'atMs'>,
): Said | undefined {
  if (!description) return paperSentences.neverSeen(name);
  const places = paperPlaces(description, []);
  const place = places.find((one) => one.source === source);
  if (!place) return paperSentences.noSuchTray(name, places.map((one) => one.source ?? '').filter(Boolean));
  if (!place.isAsked) return paperSentences.tellsItself(name);
  const sheet = { x_dimension: xHmm, y_dimension: yHmm };
  const sizes = place.told ? [place.told] : sizesOf(description);
  if (!sizes.some((size) => hasSize(size, sheet)))
    return paperSentences.wrongSize(name, place.told !== undefined);
  if (isNamelessMediaType(mediaType)) return paperSentences.openType(mediaType);
  const types = place.told?.mediaType === undefined ? description.mediaTypes : [place.told.mediaType];
  return canHoldType(types, mediaType) ? undefined : paperSentences.wrongType(name, types);
}
