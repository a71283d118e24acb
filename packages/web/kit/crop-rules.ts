/**
 * The frame over a photo that says which part of it is printed. Owns its arithmetic: it keeps the shape of the paper and stays within the
 * photo. Pure; rectangles are shares (0 to 1) of the upright photo.
 */

export interface CropShares {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Width by height of the photo, in any unit. */
export interface PhotoShape {
  widthPx: number;
  heightPx: number;
}

/** Smaller than this nobody prints; the service takes a hundredth. */
const minShare = 0.05;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Six decimals, never beyond the photo: what the service reads. */
export function roundedCrop({ left, top, width, height }: CropShares): CropShares {
  // What has six decimals already stays as it is.
  const down = (share: number) => Math.floor(share * 1e6 + 1e-4) / 1e6;
  return { left: down(left), top: down(top), width: down(width), height: down(height) };
}

/** As it stands in an address: left,top,width,height. */
export const cropText = (crop: CropShares): string => {
  const { left, top, width, height } = roundedCrop(crop);
  return [left, top, width, height].join(',');
};

/** What cropText wrote; undefined for anything else, and for what lies beyond the photo. */
export function readCrop(text: string): CropShares | undefined {
  const numbers = text.split(',').map((part) => (/^\d(\.\d{1,9})?$/.test(part) ? Number(part) : Number.NaN));
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) return undefined;
  const [left, top, width, height] = numbers as [number, number, number, number];
  const isWithin = width > 0 && height > 0 && left + width <= 1.000_001 && top + height <= 1.000_001;
  return isWithin ? { left, top, width, height } : undefined;
}

/** How wide a frame of `height` is, in shares, for an `aspect` of width by height on paper. */
const widthPerHeight = (aspect: number, { widthPx, heightPx }: PhotoShape): number =>
  (aspect * heightPx) / widthPx;

/** The largest frame of this shape that the photo holds. */
function largest(aspect: number, photo: PhotoShape): { width: number; height: number } {
  const ratio = widthPerHeight(aspect, photo);
  return ratio >= 1 ? { width: 1, height: 1 / ratio } : { width: ratio, height: 1 };
}

/** The largest one, in the middle. */
export function centredCrop(aspect: number, photo: PhotoShape): CropShares {
  const { width, height } = largest(aspect, photo);
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/** The same frame elsewhere, as far as the photo reaches. */
export const movedCrop = (
  { left, top, width, height }: CropShares,
  byX: number,
  byY: number,
): CropShares => ({
  left: clamp(left + byX, 0, 1 - width),
  top: clamp(top + byY, 0, 1 - height),
  width,
  height,
});

/** Of the largest frame: 1 is all that the photo has, 0.5 half its width. */
export const zoomOf = (crop: CropShares, aspect: number, photo: PhotoShape): number =>
  clamp(crop.height / largest(aspect, photo).height, 0, 1);

/** The frame at this part of its largest size, around the same middle. */
export function zoomedCrop(crop: CropShares, zoom: number, aspect: number, photo: PhotoShape): CropShares {
  const most = largest(aspect, photo);
  const share = clamp(zoom, minShare / Math.min(most.width, most.height), 1);
  const width = most.width * share;
  const height = most.height * share;
  const middleX = crop.left + crop.width / 2;
  const middleY = crop.top + crop.height / 2;
  return movedCrop({ left: middleX - width / 2, top: middleY - height / 2, width, height }, 0, 0);
}

/** Width by height of the paper as the frame is held: turned where `isWide` says so. */
export function paperAspect(
  { width_mm, height_mm }: { width_mm: number; height_mm: number },
  isWide: boolean,
): number {
  const short = Math.min(width_mm, height_mm);
  const long = Math.max(width_mm, height_mm);
  return isWide ? long / short : short / long;
}

/** True for a frame of this shape, give or take what rounding does. */
export const hasShape = (crop: CropShares, aspect: number, { widthPx, heightPx }: PhotoShape): boolean =>
  Math.abs((crop.width * widthPx) / (crop.height * heightPx) / aspect - 1) < 0.02;

/** Where it lies on its photo, as a style. */
export const placeOf = ({ left, top, width, height }: CropShares) => ({
  left: `${100 * left}%`,
  top: `${100 * top}%`,
  width: `${100 * width}%`,
  height: `${100 * height}%`,
});
