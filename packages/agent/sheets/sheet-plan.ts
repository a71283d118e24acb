/**
 * What is made of a job's document for one printer, and under which name: everything that shapes the file is in its name, so
 * that equal sheets are made once and another printer's are never sent by mistake. Pure.
 */
import { createHash } from 'node:crypto';
import type { PrintMedia, PrintTicket } from '@platen/contracts/print-ticket';
import type { Sheet, SheetCorrection } from '@platen/imaging/layout/sheet-geometry';
import type { PictureSheetOptions, RenderingIntent, SheetOutput } from '@platen/imaging/sheet/sheet-output';
import { copiesAtOnce, formFor, type PrintForm } from '../paper/form-rules.ts';
import { mediaNameOf } from '../paper/printer-size-rules.ts';
import type { ChosenMedium, PrinterDescription } from '../ports/printer.ts';
import { needsOf, printedPagesOf, printFormatOf } from '../printers/printer-rules.ts';

/** A printer's colours on a medium. */
export interface SheetProfile {
  sha256: string;
  path: string;
  intent: RenderingIntent;
  colourSpace: 'RGB' | 'GRAY';
}

/** The printer that a sheet is for, and what is known of it. */
export interface SheetTarget {
  description: PrinterDescription;
  medium: ChosenMedium;
  correction: SheetCorrection | undefined;
  profile: SheetProfile | undefined;
}

/** How finished sheets are made: of pictures, and of pages for a printer that takes no PDF. */
export interface SheetRecipe {
  sheet: Sheet;
  fit: 'fill' | 'fit';
  colour: 'color' | 'monochrome';
  output: SheetOutput;
  profile: SheetProfile | undefined;
  /** These pages of the document, from 1; undefined for all pictures of a file. */
  pages: number[] | undefined;
  /** Of pictures: what is known of the paper, and how they stand on it. */
  picture: PictureSheetOptions | undefined;
}

/** How a PDF is made of a PDF: these pages, from 1, in this order. What a printer gets is never the customer's own file. */
export interface PdfRecipe {
  output: { format: 'application/pdf' };
  pages: number[];
}

export interface SheetPlan {
  /** document-format of what is sent. */
  format: PrintForm['format'];
  recipe: SheetRecipe | PdfRecipe;
  /** Of the print-ready file. */
  fileName: string;
  /** Pages of one copy. */
  pages: number;
  /** print-scaling: a finished sheet has its own margins. */
  scaling: 'fill' | 'fit';
  /** How many copies one job may ask for. */
  copiesAtOnce: number;
}

/** Written into every name: a sheet that this program makes otherwise than before has another name. */
const recipeVersion = 4;
const fallbackDpi = 300;
const noMargins = { top: 0, right: 0, bottom: 0, left: 0 };
const endings = {
  'image/jpeg': 'jpg',
  'image/pwg-raster': 'pwg',
  'image/urf': 'urf',
  'application/pdf': 'pdf',
} as const;

/** The plan for a printer; without one, what most printers take: JPEG at 300 dpi, PDF. */
export function planSheet(ticket: PrintTicket, target: SheetTarget | undefined): SheetPlan {
  const { document } = ticket;
  const isPdf = printFormatOf(document.content_type) === 'application/pdf';
  const form = target && formFor(needsOf(ticket), target.description);
  if (isPdf && (!form || form.format === 'application/pdf')) return planPdf(ticket, target);
  const pages = printedPagesOf(ticket);
  const recipe: SheetRecipe = {
    sheet: sheetOf(ticket, target, form),
    fit: ticket.fit,
    colour: ticket.color_mode,
    output: outputOf(ticket, target, form),
    profile: profileOf(ticket, target),
    pages: isPdf ? paidPagesOf(ticket) : pagesOf(ticket),
    picture: isPdf ? undefined : pictureOf(ticket, target),
  };
  return {
    format: recipe.output.format,
    recipe,
    pages,
    fileName: fileNameOf(document.sha256, recipe),
    scaling: target && knowsMargins(target.medium) ? 'fill' : scalingOf(ticket),
    copiesAtOnce: target ? copiesAtOnce(target.description, { pages }) : 1,
  };
}

function planPdf(ticket: PrintTicket, target: SheetTarget | undefined): SheetPlan {
  const pages = printedPagesOf(ticket);
  const format = 'application/pdf' as const;
  const recipe: PdfRecipe = { output: { format }, pages: paidPagesOf(ticket) };
  return {
    format,
    recipe,
    pages,
    fileName: fileNameOf(ticket.document.sha256, recipe),
    scaling: scalingOf(ticket),
    copiesAtOnce: target ? copiesAtOnce(target.description, { pages }) : 1,
  };
}

const scalingOf = ({ media, fit }: PrintTicket): 'fill' | 'fit' =>
  media.borderless || fit === 'fill' ? 'fill' : 'fit';

const knowsMargins = ({ borderless, margins }: ChosenMedium): boolean => borderless || margins !== undefined;

/** As the printer holds it; as the ticket has it while no printer is known. */
function sheetOf(
  { media }: PrintTicket,
  target: SheetTarget | undefined,
  form: PrintForm | undefined,
): Sheet {
  const dpi = form && 'dpi' in form ? form.dpi : { x: fallbackDpi, y: fallbackDpi };
  return {
    widthHmm: target?.medium.xDimension ?? media.x_dimension,
    heightHmm: target?.medium.yDimension ?? media.y_dimension,
    dpiX: dpi.x,
    dpiY: dpi.y,
    marginsHmm: media.borderless ? noMargins : (target?.medium.margins ?? noMargins),
    ...(target?.correction && { correction: target.correction }),
  };
}

function outputOf(
  ticket: PrintTicket,
  target: SheetTarget | undefined,
  form: PrintForm | undefined,
): SheetOutput {
  if (!target || !form || form.format === 'application/pdf' || form.format === 'image/jpeg')
    return { format: 'image/jpeg' };
  const { medium, description } = target;
  return {
    format: form.format,
    type: form.type,
    sheetBack: form.sheetBack,
    sides: ticket.sides,
    sizeName: sizeNameOf(ticket.media, target),
    mediaType: medium.mediaType,
    quality: qualityFor(medium, description),
  };
}

/** Photos are worth the printer's best; 4 is normal, 5 high. */
function qualityFor({ mediaType }: ChosenMedium, { printQualities }: PrinterDescription): 4 | 5 {
  return mediaType.startsWith('photographic') && (printQualities.length === 0 || printQualities.includes(5))
    ? 5
    : 4;
}

/** The name that the printer gives this size, else the ticket's where it is that size, else one by its measures (PWG 5101.1). */
export function sizeNameOf(
  media: PrintMedia,
  { medium, description }: Pick<SheetTarget, 'medium' | 'description'>,
): string {
  const { xDimension: x, yDimension: y } = medium;
  const names = [...description.mediaReadyNames, ...description.mediaSupportedNames, media.size_name];
  return mediaNameOf({ x, y }, names);
}

/** A profile of colours is no help to a grey print, nor the other way round. */
function profileOf(
  { color_mode: colour }: PrintTicket,
  target: SheetTarget | undefined,
): SheetProfile | undefined {
  const wanted = colour === 'color' ? 'RGB' : 'GRAY';
  return target?.profile?.colourSpace === wanted ? target.profile : undefined;
}

function pagesOf({ page_ranges: ranges }: PrintTicket): number[] | undefined {
  return ranges?.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

/** Each page by its number: a document with more pages than were paid for prints those alone. */
const paidPagesOf = (ticket: PrintTicket): number[] =>
  pagesOf(ticket) ?? Array.from({ length: ticket.document.pages }, (_, index) => index + 1);

/** How ink stands on the paper: what the printer calls it, else what the ticket asks for. */
function finishOf(mediaType: string): NonNullable<PictureSheetOptions['paper']> {
  if (/matte|canvas|satin|fine-art/.test(mediaType)) return 'matte';
  return mediaType.startsWith('photographic') ? 'glossy' : 'plain';
}

function pictureOf(ticket: PrintTicket, target: SheetTarget | undefined): PictureSheetOptions {
  const { crop, border, arrangement, slip } = ticket.layout ?? {};
  return {
    paper: finishOf(target?.medium.mediaType ?? ticket.media.media_type),
    ...(crop && { crop }),
    ...(border && { border }),
    ...(arrangement && { arrangement: arrangementOf(arrangement) }),
    ...(slip && { slip: slipOf(ticket) }),
  };
}

const arrangementOf = (
  told: NonNullable<NonNullable<PrintTicket['layout']>['arrangement']>,
): NonNullable<PictureSheetOptions['arrangement']> =>
  told.kind === 'id_photo' ? { kind: told.kind, widthHmm: told.width_hmm, heightHmm: told.height_hmm } : told;

/** Order, item, copies, day: enough to bring a sheet that was found back to its order. Letters that glyph-text.ts has. */
const slipOf = ({ order_no: order, item_position: item, copies, paid_at: paidAt }: PrintTicket): string =>
  `${order}  #${item}  x${copies}  ${paidAt.slice(0, 10)}`;

function fileNameOf(sha256: string, recipe: SheetRecipe | PdfRecipe): string {
  const profile = 'profile' in recipe && recipe.profile && [recipe.profile.sha256, recipe.profile.intent];
  const shape = JSON.stringify([recipeVersion, sha256, { ...recipe, profile }]);
  return `${createHash('sha256').update(shape).digest('hex')}.${endings[recipe.output.format]}`;
}

/** What calibrations and profiles are kept under: the same paper in another tray is the same. */
export const mediumKeyOf = (
  media: Pick<PrintMedia, 'x_dimension' | 'y_dimension' | 'media_type' | 'borderless'>,
): string =>
  `${media.x_dimension}x${media.y_dimension} ${media.media_type} ${media.borderless ? 'borderless' : 'bordered'}`;
