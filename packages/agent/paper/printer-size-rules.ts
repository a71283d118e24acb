/** The sizes that a printer takes, with the margins that it really keeps. Pure. Lengths in hundredths of a millimetre. */
import { sizeOfMediaName } from '@platen/contracts/media-size-name';
import { hasSize, type PrinterAbilities } from '@platen/contracts/printer-ability-rules';
import type { DimensionSpan, MediaMargins, PrinterDescription, PrinterMedium } from '../ports/printer.ts';

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

/** Smallest first. media-col-database says it best; names stand in for sizes that aren't in it. */
export function sizesOf(printer: PrinterDescription): PrinterSize[] {
  const told = [...printer.mediaDatabase, ...(printer.mediaReady ?? [])];
  const isTold = ({ x, y }: PrinterMedium) =>
    told.some((medium) => hasSize(medium, { x_dimension: x.upper, y_dimension: y.upper }));
  const media = [...told, ...mediaOfNames(printer.mediaSupportedNames).filter((medium) => !isTold(medium))];
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
    x: first.x,
    y: first.y,
    margins: bordered.toSorted((a, b) => areaOf(a) - areaOf(b))[0],
    isBorderless: margins.length > 0 ? margins.some(isZero) : printer.hasBorderless,
    mediaTypes: [...new Set(group.flatMap(({ mediaType }) => mediaType ?? []))],
  };
}

/** Media of which only the size is known. */
export const mediaOfNames = (names: readonly string[]): PrinterMedium[] =>
  names.flatMap((name) => {
    const size = sizeOfMediaName(name);
    if (!size) return [];
    const { x_dimension: width, y_dimension: height } = size;
    const [x, y] = [
      { lower: width, upper: width },
      { lower: height, upper: height },
    ];
    return [{ x, y, mediaType: undefined, margins: undefined }];
  });

/** The name that one of these is of this size, else one by its measures (PWG 5101.1 section 5). Hundredths of a millimetre. */
export function mediaNameOf({ x, y }: { x: number; y: number }, names: readonly string[]): string {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 50;
  const own = names.find((name) => {
    const size = sizeOfMediaName(name);
    return size !== undefined && isNear(size.x_dimension, x) && isNear(size.y_dimension, y);
  });
  return own ?? `custom_${x / 100}x${y / 100}mm_${x / 100}x${y / 100}mm`;
}

const known = new WeakMap<PrinterDescription, PrinterAbilities>();

/** What the printer can make, whatever lies in it now: the same facts that the cloud is told of it. */
export function abilitiesOf(printer: PrinterDescription): PrinterAbilities {
  const found = known.get(printer);
  if (found) return found;
  const abilities = {
    sizes: sizesOf(printer).map(({ x, y, isBorderless }) => ({ x, y, borderless: isBorderless })),
    mediaTypes: printer.mediaTypes,
    color: printer.isColor || printer.colorModes.includes('color'),
    sides: printer.sides,
  };
  known.set(printer, abilities);
  return abilities;
}
