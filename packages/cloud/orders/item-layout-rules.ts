/**
 * What a customer may ask of an item's layout (crop, border, several on a sheet, slip), and what the ticket makes of it. Pure.
 */
import type { ItemChoices, WantedChoices } from '@platen/contracts/print-choices';
import {
  idPhotoSizeOf,
  type PrintLayout,
  pagesWithLayout,
  type WantedArrangement,
} from '@platen/contracts/print-layout';
import type { DocumentTable } from '../documents/document-tables.ts';
import type { SizeTable } from '../prices/price-tables.ts';

type LayoutField = 'crop' | 'border' | 'layout' | 'slip';

/** The choices of an item that are about its layout: null and false where nothing was asked for. */
export type ItemLayout = Pick<ItemChoices, LayoutField>;

interface LayoutCase {
  document: Pick<DocumentTable, 'content_type' | 'pages' | 'width_px' | 'height_px'>;
  size: Pick<SizeTable, 'code' | 'x_dimension' | 'y_dimension'>;
  fit: 'fill' | 'fit' | undefined;
}

/** A field and what is wrong with it. */
export interface LayoutRefusal {
  field: LayoutField | 'fit';
  sentence: string;
}

/** An edge of a sheet that no printer reaches, at most, and the strip of the slip: hundredths of millimetres. */
const edgeHmm = 500;
const slipHmm = 500;
/** A rectangle this near to the paper's shape has that shape: a pixel more or less. */
const sameShape = 0.01;

/** What was asked for. */
export const layoutOf = ({ crop, border, layout, slip }: Pick<WantedChoices, LayoutField>): ItemLayout => ({
  crop: crop ?? null,
  border: border ?? null,
  layout: layout ?? null,
  slip: slip ?? false,
});

/** Why this can't be printed so; undefined when it can. */
export function refuseLayout(asked: ItemLayout, facts: LayoutCase): LayoutRefusal | undefined {
  const field = (['crop', 'border', 'layout', 'slip'] as const).find((name) => asked[name]);
  if (field && !facts.document.content_type.startsWith('image/'))
    return { field, sentence: 'is for pictures; a PDF is printed as it is.' };
  return (
    refuseCrop(asked, facts) ?? refuseBorder(asked, facts) ?? refuseArrangement(asked, facts) ?? undefined
  );
}

function refuseCrop(
  { crop, layout }: ItemLayout,
  { document, size, fit }: LayoutCase,
): LayoutRefusal | undefined {
  if (crop?.if_other_shape !== 'refuse' || fit === 'fit') return undefined;
  const { width_px: width, height_px: height } = document;
  if (width === null || height === null) return undefined;
  if (layout?.kind === 'contact_sheet') return undefined;
  const wanted = shapeOf(layout, size);
  const shape = (crop.width * width) / (crop.height * height);
  const shapes = layout ? [wanted] : [wanted, 1 / wanted];
  if (shapes.some((each) => Math.abs(shape / each - 1) <= sameShape)) return undefined;
  const shown = (value: number) => Math.max(value, 1 / value).toFixed(3);
  return {
    field: 'crop',
    sentence: `has the shape ${shown(shape)} : 1 and the paper ${shown(wanted)} : 1; change the rectangle, or set if_other_shape to extend.`,
  };
}

/** Width by height of what is filled. */
function shapeOf(layout: WantedArrangement | null, size: LayoutCase['size']): number {
  if (layout?.kind !== 'id_photo') return size.x_dimension / size.y_dimension;
  const { width_hmm, height_hmm } = idPhotoSizeOf(layout.photo_size);
  return width_hmm / height_hmm;
}

function refuseBorder({ border, layout }: ItemLayout, { fit }: LayoutCase): LayoutRefusal | undefined {
  if (!border) return undefined;
  if (fit === 'fill')
    return { field: 'border', sentence: 'fill leaves none; set fit to fit, or leave it out.' };
  return layout
    ? { field: 'border', sentence: 'is for single pictures, not for a layout of several.' }
    : undefined;
}

function refuseArrangement(
  { layout, slip }: ItemLayout,
  { document, size, fit }: LayoutCase,
): LayoutRefusal | undefined {
  if (!layout) return undefined;
  if (layout.kind === 'contact_sheet') {
    if (document.pages > 1) return undefined;
    return { field: 'layout', sentence: 'a contact sheet needs several pictures: a TIFF of several pages.' };
  }
  if (fit === 'fit') return { field: 'fit', sentence: 'ID photos fill their size; leave fit out.' };
  const { width_hmm, height_hmm } = idPhotoSizeOf(layout.photo_size);
  const room = {
    x: size.x_dimension - 2 * edgeHmm,
    y: size.y_dimension - 2 * edgeHmm - (slip ? slipHmm : 0),
  };
  const hasRoom =
    (width_hmm <= room.x && height_hmm <= room.y) || (height_hmm <= room.x && width_hmm <= room.y);
  return hasRoom
    ? undefined
    : { field: 'layout', sentence: `${size.code} has no room for a photo of ${layout.photo_size}.` };
}

/** How fill and fit are decided where an item doesn't say. */
export function fitWithLayout(
  asked: ItemLayout,
  { fit, madeFor }: { fit: 'fill' | 'fit' | undefined; madeFor: SizeTable['made_for'] },
): 'fill' | 'fit' {
  if (fit) return fit;
  if (asked.layout) return asked.layout.kind === 'id_photo' ? 'fill' : 'fit';
  if (asked.border) return 'fit';
  return madeFor === 'photo' ? 'fill' : 'fit';
}

/** Printed pages of one copy. */
export const printedPages = (pages: number, { layout }: ItemLayout): number =>
  pagesWithLayout(pages, layout ?? undefined);

/** What the agent is told; undefined where it needs nothing told. */
export function ticketLayout({ crop, border, layout, slip }: ItemLayout): PrintLayout | undefined {
  const told: PrintLayout = {
    ...(crop && { crop: { left: crop.left, top: crop.top, width: crop.width, height: crop.height } }),
    ...(border === 'blurred' && { border }),
    ...(layout && {
      arrangement:
        layout.kind === 'id_photo' ? { kind: layout.kind, ...idPhotoSizeOf(layout.photo_size) } : layout,
    }),
    ...(slip && { slip }),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}
