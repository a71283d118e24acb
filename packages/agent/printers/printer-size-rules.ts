/** The sizes that a printer takes, with the margins that it really keeps. Pure. Lengths in hundredths of a millimetre. */
import type { DimensionSpan, MediaMargins, PrinterDescription, PrinterMedium } from '../ports/printer.ts';
import { sizeOfMediaName } from './media-rules.ts';

export interface PrinterSize {
  x: DimensionSpan;
  y: DimensionSpan;
  /** The narrowest that it keeps on this size when it isn't borderless; undefined when it doesn't tell. */
  margins: MediaMargins | undefined;
  /** Margins of 0 on all four sides. */
  isBorderless: boolean;
  /** media-types told with this size; empty: not told. */
  mediaTypes: string[];
}

const sides = ['top', 'bottom', 'left', 'right'] as const;

const isZero = (margins: MediaMargins): boolean => sides.every((side) => margins[side] === 0);

/** Smallest first. media-col-database says it best; names of sizes stand in where there is none. */
export function sizesOf(printer: PrinterDescription): PrinterSize[] {
  const told = [...printer.mediaDatabase, ...(printer.mediaReady ?? [])];
  const media = told.length > 0 ? told : mediaOfNames(printer.mediaSupportedNames);
  const groups = Map.groupBy(media, ({ x, y }) => `${x.lower} ${x.upper} ${y.lower} ${y.upper}`);
  return [...groups.values()]
    .map((group) => sizeOf(group, printer))
    .toSorted((a, b) => a.x.upper * a.y.upper - b.x.upper * b.y.upper);
}

function sizeOf(group: PrinterMedium[], printer: PrinterDescription): PrinterSize {
  const first = group[0] as PrinterMedium;
  const margins = group.flatMap((medium) => medium.margins ?? []);
  const bordered = margins.filter((one) => !isZero(one));
  const areaOf = (one: MediaMargins) => sides.reduce((sum, side) => sum + one[side], 0);
  return {
    ...{ x: first.x, y: first.y },
    margins: bordered.toSorted((a, b) => areaOf(a) - areaOf(b))[0],
    isBorderless: margins.length > 0 ? margins.some(isZero) : printer.hasBorderless,
    mediaTypes: [...new Set(group.flatMap(({ mediaType }) => mediaType ?? []))],
  };
}

const mediaOfNames = (names: readonly string[]): PrinterMedium[] =>
  names.flatMap((name) => {
    const size = sizeOfMediaName(name);
    if (!size) return [];
    const [x, y] = [
      { lower: size.x, upper: size.x },
      { lower: size.y, upper: size.y },
    ];
    return [{ x, y, mediaType: undefined, margins: undefined }];
  });
