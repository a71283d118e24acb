/**
 * Owns the pixels of a finished sheet of pictures: one photo in a single pipeline, or pieces that come together on a canvas. Must
 * never write a file of its own accord; what stands where is decided by the rules it asks.
 */
import sharp, { type Sharp } from 'sharp';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { cropToAspect, middleForAspect, pixelsOfCrop } from '../layout/photo-crop.ts';
import type { PixelArea } from '../layout/photo-layout.ts';
import { layoutOnPlaces, type PhotoOnSheet, sizeOfPlan, turnedBack } from '../layout/photo-plan.ts';
import { arrangeSheet, type PictureNumbers, withSlip } from '../layout/sheet-cells.ts';
import { placesOf, type SheetPlaces } from '../layout/sheet-geometry.ts';
import { sharpeningFor } from './output-sharpening.ts';
import { type OpenPhoto, type PhotoRendering, withRenderedPhoto } from './photo-render.ts';
import { createCanvas, type SheetPiece } from './sheet-canvas.ts';
import type { PictureSheetOptions, SheetOptions } from './sheet-output.ts';

/** `pictures`: what stands on this sheet. `isForRaster`: whoever takes the pixels
 * puts them into a pixel file, and can turn them by a quarter. */
export interface SheetRendering {
  options: SheetOptions & PictureSheetOptions;
  profilePath: string | undefined;
  pictures: readonly OpenPhoto[];
  numbers: PictureNumbers;
  isForRaster: boolean;
}

/** A pipeline that gives the sheet's pixels; `turned`: after a quarter turn clockwise. */
export interface RenderedSheet {
  pipeline: Sharp;
  turned: boolean;
  effectivePpi: number;
}

/** A photo on its place, before anything is rendered. */
type Placed = PhotoOnSheet & { cut: PixelArea | undefined };
interface PlaceOptions {
  fit: 'fill' | 'fit';
  keepsUpright: boolean;
}

const wholeOf = ({ widthPx, heightPx }: { widthPx: number; heightPx: number }): PixelArea => ({
  leftPx: 0,
  topPx: 0,
  widthPx,
  heightPx,
});

/** Part of a sheet as a place of its own, without paper around it. */
const placesOfArea = (
  { widthPx, heightPx }: Pick<PixelArea, 'widthPx' | 'heightPx'>,
  { dpiX, dpiY }: Pick<SheetPlaces, 'dpiX' | 'dpiY'>,
): SheetPlaces => ({
  widthPx,
  heightPx,
  bleeds: false,
  dpiX,
  dpiY,
  area: wholeOf({ widthPx, heightPx }),
});

/** Lying paper turned upright, and the other way round. */
const turnedPlaces = ({ widthPx, heightPx, dpiX, dpiY }: SheetPlaces): SheetPlaces =>
  placesOfArea({ widthPx: heightPx, heightPx: widthPx }, { dpiX: dpiY, dpiY: dpiX });

/** The chosen part of the photo, in the shape of its place where that is to be filled; undefined for all of it. */
function cutOf(
  photo: { widthPx: number; heightPx: number },
  { area, dpiX, dpiY }: SheetPlaces,
  { crop, fit, keepsUpright }: PlaceOptions & Pick<PictureSheetOptions, 'crop'>,
): PixelArea | undefined {
  const chosen = crop ? pixelsOfCrop(crop, photo) : wholeOf(photo);
  if (fit === 'fit') return crop && chosen;
  const aspect = area.widthPx / dpiX / (area.heightPx / dpiY);
  const isAcross = !keepsUpright && (chosen.widthPx - chosen.heightPx) * (aspect - 1) < 0;
  const wanted = isAcross ? 1 / aspect : aspect;
  const middle = middleForAspect(crop ? cropToAspect(chosen, photo, wanted) : chosen, wanted);
  const isWhole = middle.widthPx === photo.widthPx && middle.heightPx === photo.heightPx;
  return crop || !isWhole ? middle : undefined;
}

async function placePicture(
  open: OpenPhoto,
  places: SheetPlaces,
  { options, ...how }: PlaceOptions & { options: PictureSheetOptions },
): Promise<Placed> {
  const { width, height } = (await open().metadata()).autoOrient;
  const photo = { widthPx: width, heightPx: height };
  const cut = cutOf(photo, places, { ...how, crop: options.crop });
  return { cut, ...layoutOnPlaces(places, { ...(cut ?? photo), ...how }) };
}

function renderingOf(
  open: OpenPhoto,
  { plan, cut, effectivePpi }: Placed,
  { options, profilePath }: Pick<SheetRendering, 'options' | 'profilePath'>,
): PhotoRendering {
  const { sheet, colour, targetPath, paper = 'glossy' } = options;
  const sharpening = sharpeningFor({ dpi: Math.min(sheet.dpiX, sheet.dpiY), effectivePpi, paper });
  const keepsFormat = false;
  return { open, plan, cut, sharpening, keepsFormat, colour, profilePath, scratchPath: targetPath };
}

type PieceSize = Pick<SheetPiece, 'widthPx' | 'heightPx'>;

/** The size is known beforehand: after a cut and a border sharp 0.35 tells that of the cut. */
async function pixelsOf(pipeline: Sharp, { widthPx, heightPx }: PieceSize): Promise<SheetPiece> {
  const pixels = await pipeline.raw().toBuffer();
  const channels = pixels.length / (widthPx * heightPx);
  if (channels !== 1 && channels !== 3)
    throw new Error(`${pixels.length} bytes for ${widthPx} x ${heightPx}`);
  return { pixels, widthPx, heightPx, channels };
}

const renderPiece = (photo: PhotoRendering): Promise<SheetPiece> =>
  withRenderedPhoto(photo, (pipeline) => pixelsOf(pipeline, sizeOfPlan(photo.plan)));

const openPiece = ({ pixels, widthPx, heightPx, channels }: SheetPiece): Sharp =>
  sharp(pixels, { raw: { width: widthPx, height: heightPx, channels }, limitInputPixels: false });

/** A background needs no more pixels than this share of the sheet's: nothing of it is sharp. */
const backgroundShare = 1 / 16;
/** Of its longer side. */
const blurShare = 1 / 25;
/** Paler than the picture in front of it. */
const pale = { multiplier: 0.75, offset: 50 };

/** The picture so large that it covers the area, blurred and paler. */
async function blurredBackground(
  open: OpenPhoto,
  area: PixelArea,
  { places, rendering }: { places: SheetPlaces; rendering: SheetRendering },
): Promise<SheetPiece> {
  const small = {
    widthPx: Math.max(8, Math.round(area.widthPx * backgroundShare)),
    heightPx: Math.max(8, Math.round(area.heightPx * backgroundShare)),
  };
  const { options, profilePath } = rendering;
  const how = { fit: 'fill', keepsUpright: false, options } as const;
  const placed = await placePicture(open, placesOfArea(small, places), how);
  const inColours = { options, profilePath: undefined };
  const piece = await renderPiece({ ...renderingOf(open, placed, inColours), sharpening: undefined });
  const blurred = await pixelsOf(
    openPiece(piece)
      .blur(Math.max(1, Math.max(small.widthPx, small.heightPx) * blurShare))
      .linear(pale.multiplier, pale.offset)
      .toColourspace(piece.channels === 1 ? 'b-w' : 'srgb'),
    small,
  );
  const large = openPiece(blurred).resize({
    width: area.widthPx,
    height: area.heightPx,
    fit: 'fill',
    kernel: 'cubic',
  });
  if (profilePath) large.toColourspace('srgb').withIccProfile(profilePath, { attach: false });
  else if (piece.channels === 1) large.toColourspace('b-w');
  return await pixelsOf(large, area);
}

/** The photo alone: the canvas is white already. */
const withoutPaper = (placed: Placed): Placed => ({
  ...placed,
  plan: { ...placed.plan, white: { left: 0, top: 0, right: 0, bottom: 0 } },
});

interface OnCanvas {
  piece: SheetPiece;
  leftPx: number;
  topPx: number;
}

/** One photo on its part of the sheet, and what shows around it. */
async function singlePieces(
  rendering: SheetRendering,
  places: SheetPlaces,
): Promise<{ pieces: OnCanvas[]; effectivePpi: number }> {
  const { options, pictures } = rendering;
  const open = pictures[0]!;
  const placed = await placePicture(open, places, { fit: options.fit, keepsUpright: false, options });
  const { white } = placed.plan;
  const pieces: OnCanvas[] = [];
  if (options.border === 'blurred' && options.fit === 'fit') {
    const area = places.bleeds ? wholeOf(places) : places.area;
    pieces.push({ piece: await blurredBackground(open, area, { places, rendering }), ...area });
  }
  const piece = await renderPiece(renderingOf(open, withoutPaper(placed), rendering));
  pieces.push({ piece, leftPx: white.left, topPx: white.top });
  return { pieces, effectivePpi: placed.effectivePpi };
}

/** A picture for a cell, and how far from the cell's corner it stands. */
async function cellPiece(
  rendering: SheetRendering,
  open: OpenPhoto,
  { cell, places, isTurned }: { cell: PixelArea; places: SheetPlaces; isTurned: boolean },
): Promise<OnCanvas & { effectivePpi: number }> {
  const { options } = rendering;
  const upright = placesOfArea(cell, places);
  const fit = options.arrangement?.kind === 'id_photo' ? 'fill' : options.fit;
  const how = { fit, keepsUpright: true, options };
  const placed = await placePicture(open, isTurned ? turnedPlaces(upright) : upright, how);
  const { white } = placed.plan;
  const piece = await renderPiece(renderingOf(open, withoutPaper(placed), rendering));
  const { effectivePpi } = placed;
  if (!isTurned) return { piece, leftPx: white.left, topPx: white.top, effectivePpi };
  const size = { widthPx: piece.heightPx, heightPx: piece.widthPx };
  const turned = await pixelsOf(asIs(openPiece(piece), piece).rotate(90), size);
  return { piece: turned, leftPx: white.bottom, topPx: white.left, effectivePpi };
}

/** The pictures of an arrangement in their cells; the only one of ID photos in all of them. */
async function arrangedPieces(
  rendering: SheetRendering,
  arranged: { places: SheetPlaces; cells: PixelArea[]; isTurned: boolean },
): Promise<{ pieces: OnCanvas[]; effectivePpi: number }> {
  const { options, pictures } = rendering;
  const isId = options.arrangement?.kind === 'id_photo';
  const pieces: OnCanvas[] = [];
  let poorestPpi = Number.POSITIVE_INFINITY;
  let made: (OnCanvas & { effectivePpi: number }) | undefined;
  for (const [index, cell] of arranged.cells.entries()) {
    if (!made || !isId) {
      const open = pictures[isId ? 0 : index]!;
      made = await cellPiece(rendering, open, { ...arranged, cell });
      poorestPpi = Math.min(poorestPpi, made.effectivePpi);
    }
    const { piece, leftPx, topPx } = made;
    pieces.push({ piece, leftPx: cell.leftPx + leftPx, topPx: cell.topPx + topPx });
  }
  return { pieces, effectivePpi: poorestPpi };
}

/** Keeps grey grey: sharp makes three channels of one. */
const asIs = (pipeline: Sharp, { channels }: SheetPiece): Sharp =>
  channels === 1 ? pipeline.toColourspace('b-w') : pipeline;

async function composeSheet(rendering: SheetRendering): Promise<RenderedSheet> {
  const { options, numbers } = rendering;
  const { sheet, arrangement, slip } = options;
  const whole = placesOf(sheet);
  const { places, ink } = slip === undefined ? { places: whole, ink: [] } : withSlip(whole, slip);
  const arranged = arrangement && arrangeSheet(places, arrangement, numbers);
  if (arrangement && !arranged) {
    throw new ImagingRefusal('not_accepted', 'The pictures of this layout have no room on the paper.');
  }
  const { pieces, effectivePpi } = arranged
    ? await arrangedPieces(rendering, { places, ...arranged })
    : await singlePieces(rendering, places);
  const { widthPx, heightPx } = whole;
  const canvas = createCanvas({ widthPx, heightPx, channels: pieces[0]!.piece.channels });
  for (const { piece, leftPx, topPx } of pieces) canvas.paint(piece, { leftPx, topPx });
  canvas.ink([...ink, ...(arranged?.ink ?? [])]);
  return { pipeline: asIs(openPiece(canvas), canvas), turned: false, effectivePpi };
}

const needsCanvas = ({ arrangement, slip, border, fit }: SheetRendering['options']): boolean =>
  arrangement !== undefined || slip !== undefined || (border === 'blurred' && fit === 'fit');

/** Runs `work` with the finished sheet. Throws ImagingRefusal, and what sharp and the file system throw. */
export async function withRenderedSheet<T>(
  rendering: SheetRendering,
  work: (sheet: RenderedSheet) => Promise<T>,
): Promise<T> {
  const { options, pictures, isForRaster } = rendering;
  if (needsCanvas(options)) return await work(await composeSheet(rendering));
  const open = pictures[0]!;
  const how = { fit: options.fit, keepsUpright: false, options };
  const placed = await placePicture(open, placesOf(options.sheet), how);
  const { plan, effectivePpi } = placed;
  const turned = isForRaster && plan.isTurned;
  const photo = {
    ...renderingOf(open, { ...placed, plan: turned ? turnedBack(plan) : plan }, rendering),
    keepsFormat: isForRaster,
  };
  return await withRenderedPhoto(photo, (pipeline) => work({ pipeline, turned, effectivePpi }));
}
