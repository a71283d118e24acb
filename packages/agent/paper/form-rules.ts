/**
 * In which form a document goes to a printer: JPEG and PDF where it takes them, else PWG raster, else URF, at which
 * resolution, in which pixels. Pure. (IPP Everywhere: PWG 5100.14; PWG 5102.4 section 6; urf-supported as AirPrint has it.)
 */
import type { RasterType, SheetBack } from '@platen/imaging/raster/raster-types';
import type { DotsPerInch, PrinterDescription } from '../ports/printer.ts';

/** Of what a job asks of a printer, what decides the form. `format`: `image/jpeg` for any picture, `application/pdf`. */
export interface FormNeeds {
  format: string;
  color_mode: 'color' | 'monochrome';
  /** Set for pictures on several sheets: one JPEG is one sheet. */
  several_sheets?: true;
}

export interface RasterForm {
  format: 'image/pwg-raster' | 'image/urf';
  dpi: DotsPerInch;
  type: RasterType;
  sheetBack: SheetBack;
}

/** A picture is always made anew, in the printer's pixels; a PDF for a printer that takes it becomes one of the pages wanted. */
export type PrintForm =
  | { format: 'image/jpeg'; dpi: DotsPerInch }
  | { format: 'application/pdf' }
  | RasterForm;

/** What photos need: 300 dots an inch is what an eye tells apart at reading distance. */
const photoDpi = 300;
/** More makes pages of text no better and four times as large. */
const maxPageDpi = 600;

const isPdf = (needs: Pick<FormNeeds, 'format'>): boolean => needs.format === 'application/pdf';

/** The form, or undefined when the printer takes none in which this can be made. */
export function formFor(needs: FormNeeds, printer: PrinterDescription): PrintForm | undefined {
  if (isPdf(needs))
    return takesPdf(needs, printer) ? { format: 'application/pdf' } : rasterFor(needs, printer);
  if (needs.format !== 'image/jpeg') return undefined;
  if (!needs.several_sheets && printer.formats.includes('image/jpeg'))
    return { format: 'image/jpeg', dpi: jpegDpi(printer) };
  return rasterFor(needs, printer);
}

/** What the printer can't do to a PDF by itself is done here, in raster. */
function takesPdf(needs: FormNeeds, printer: PrinterDescription): boolean {
  if (!printer.formats.includes('application/pdf')) return false;
  const makesGrey = printer.colorModes.length === 0 || printer.colorModes.includes('monochrome');
  return needs.color_mode === 'color' || makesGrey || !printer.isColor;
}

function rasterFor(needs: FormNeeds, printer: PrinterDescription): RasterForm | undefined {
  return pwgFor(needs, printer) ?? urfFor(needs, printer);
}

function pwgFor(needs: FormNeeds, printer: PrinterDescription): RasterForm | undefined {
  if (!printer.formats.includes('image/pwg-raster')) return undefined;
  const { types, resolutions, sheetBack } = printer.pwgRaster;
  // A printer that takes PWG raster and tells nothing of it takes what every one must (PWG 5100.14 section 5).
  const told = types.length > 0 ? types : ['srgb_8', 'sgray_8'];
  const type = rasterTypesFor(needs.color_mode).find((one) => told.includes(one));
  const dpi = chooseDpi(resolutions, { isPdf: isPdf(needs), preferred: printer.resolutionDefault });
  return type && { format: 'image/pwg-raster', dpi, type, sheetBack: backOf(sheetBack) };
}

/** Best first. Colour is never silently made grey. */
const rasterTypesFor = (colour: 'color' | 'monochrome'): RasterType[] =>
  colour === 'color'
    ? ['srgb_8', 'srgb_16']
    : ['sgray_8', 'black_8', 'srgb_8', 'sgray_16', 'srgb_16', 'black_1', 'sgray_1'];

const backs: SheetBack[] = ['normal', 'flipped', 'rotated', 'manual-tumble'];
const backOf = (told: string | undefined): SheetBack => backs.find((back) => back === told) ?? 'normal';

function urfFor(needs: FormNeeds, printer: PrinterDescription): RasterForm | undefined {
  if (!printer.formats.includes('image/urf')) return undefined;
  const told = new Set(printer.urf);
  const hasColour = told.has('SRGB24') || told.size === 0;
  const hasGrey = told.has('W8') || told.size === 0;
  const isColour = needs.color_mode === 'color' || !hasGrey;
  if (isColour && !hasColour) return undefined;
  // RS300-600: the resolutions.
  const list = [...told].find((word) => /^RS\d/.test(word))?.slice(2) ?? '';
  const resolutions = list
    .split('-')
    .map(Number)
    .filter(Boolean)
    .map((dpi) => ({ x: dpi, y: dpi }));
  // DM1 to DM4, in this order.
  const back = [...told].map((word) => /^DM([1-4])$/.exec(word)?.[1]).find(Boolean);
  return {
    format: 'image/urf',
    dpi: chooseDpi(resolutions, { isPdf: isPdf(needs), preferred: printer.resolutionDefault }),
    type: isColour ? 'srgb_8' : 'sgray_8',
    sheetBack: backs[Number(back ?? 1) - 1] as SheetBack,
  };
}

/** JPEG has no pixels that a printer must be able to make: any of its resolutions will do, photos need 300. */
function jpegDpi(printer: PrinterDescription): DotsPerInch {
  const told = [...printer.resolutions, ...printer.pwgRaster.resolutions];
  return chooseDpi(told.filter(isSquare), { isPdf: false, preferred: undefined });
}

const isSquare = ({ x, y }: DotsPerInch): boolean => x === y;
const area = ({ x, y }: DotsPerInch): number => x * y;
const min = ({ x, y }: DotsPerInch): number => Math.min(x, y);

/** Photos: the least that is enough. Pages: the printer's own choice, else the best up to 600. */
function chooseDpi(
  told: DotsPerInch[],
  { isPdf: isPage, preferred }: { isPdf: boolean; preferred: DotsPerInch | undefined },
): DotsPerInch {
  const sorted = [...told].sort((a, b) => area(a) - area(b));
  const largest = sorted.at(-1);
  if (!largest) return { x: photoDpi, y: photoDpi };
  const enough = sorted.find((dpi) => min(dpi) >= photoDpi) ?? largest;
  if (!isPage) return enough;
  const own = sorted.find((dpi) => dpi.x === preferred?.x && dpi.y === preferred.y);
  if (own && min(own) >= photoDpi && Math.max(own.x, own.y) <= maxPageDpi) return own;
  return sorted.findLast((dpi) => Math.max(dpi.x, dpi.y) <= maxPageDpi && min(dpi) >= photoDpi) ?? enough;
}

/** How many copies one job may ask the printer for: it must keep the pages of a copy together. */
export function copiesAtOnce(printer: PrinterDescription, { pages }: { pages: number }): number {
  const isCollated = printer.multipleDocumentHandlings.includes('separate-documents-collated-copies');
  return pages === 1 || isCollated ? printer.copiesMax : 1;
}
