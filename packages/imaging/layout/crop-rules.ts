/**
 * Owns which part of a photo a sheet of another shape shows: the centred one, or the one that keeps faces whole and what
 * draws the eye. Pure arithmetic on what was measured: the cloud and the browser may load it. Must never touch pixels.
 */

/** A rectangle in shares (0 to 1) of the upright photo. */
export interface ShareRect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What draws the eye, as `salience-map.ts` measures it: cells row by row, one hexadecimal digit each. */
export interface SalienceGrid {
  columns: number;
  rows: number;
  cells: string;
}

/** The upright photo; without faces and salience every crop is the centred one. */
export interface CropFacts {
  widthPx: number;
  heightPx: number;
  faces?: readonly ShareRect[] | undefined;
  salience?: SalienceGrid | undefined;
}

/** `by`: what in the photo asks for it; `centre` where nothing says otherwise. */
export type SuggestedShares = ShareRect & { by: 'centre' | 'faces' | 'salience' };

interface Size {
  widthPx: number;
  heightPx: number;
}
/** Along the axis on which something is cut off, in pixels of the photo. */
interface Span {
  start: number;
  end: number;
}
interface Window {
  isAcross: boolean;
  photoPx: number;
  lengthPx: number;
}
type FaceSpan = Span & { weight: number };

/** Room kept around a face, in its own size, as far as the photo has it: hair above, chin and neck below. */
const headroom = { above: 0.5, below: 0.3, beside: 0.3 } as const;
/** Where not all of the room fits, these parts of it are tried. */
const rooms = [1, 0.75, 0.5, 0.25, 0] as const;
/** Crops that show less than so much more of the whole salience are no better than one nearer to the centre. */
const salienceSlack = 0.04;
const placesTried = 64;
/** More faces than anybody can keep apart; the largest count. */
const maxFaces = 100;

const bounded = (value: number, [min, max]: readonly [number, number]) => Math.min(max, Math.max(min, value));

/** The aspect (width by height) of the sheet as the photo lies on it: `layoutPhoto` turns one that lies across. */
export function lyingAspect({ widthPx, heightPx }: Size, aspect: number): number {
  return (widthPx - heightPx) * (aspect - 1) < 0 ? 1 / aspect : aspect;
}

/** The largest part in that shape, in whole pixels; what is cut off lies on one axis alone. */
function windowOf({ widthPx, heightPx }: Size, aspect: number): Window {
  const isAcross = widthPx > heightPx * aspect;
  const photoPx = isAcross ? widthPx : heightPx;
  const wanted = Math.round(isAcross ? heightPx * aspect : widthPx / aspect);
  return { isAcross, photoPx, lengthPx: bounded(wanted, [1, photoPx]) };
}

function sharesOf({ isAcross, photoPx, lengthPx }: Window, at: number): ShareRect {
  const [start, length] = [at / photoPx, lengthPx / photoPx];
  return isAcross
    ? { left: start, top: 0, width: length, height: 1 }
    : { left: 0, top: start, width: 1, height: length };
}

function checkAspect(aspect: number): void {
  if (!(aspect > 0 && Number.isFinite(aspect))) throw new RangeError(`${aspect} is no aspect of a sheet`);
}

/** Cut alike on both sides, as `layoutPhoto` does. Throws RangeError for an aspect that isn't a positive number. */
export function centredCrop(photo: Size, aspect: number): ShareRect {
  checkAspect(aspect);
  const window = windowOf(photo, lyingAspect(photo, aspect));
  return sharesOf(window, Math.floor((window.photoPx - window.lengthPx) / 2));
}

function spanOf(face: ShareRect, { isAcross, photoPx }: Window): FaceSpan {
  const [from, length] = isAcross ? [face.left, face.width] : [face.top, face.height];
  const start = bounded(from * photoPx, [0, photoPx]);
  // A face in the foreground counts more than passers-by.
  return {
    start,
    end: bounded((from + length) * photoPx, [start, photoPx]),
    weight: face.width * face.height,
  };
}

/** Faces by weight; what isn't a rectangle of some size is none. */
function spansOf(faces: readonly ShareRect[], window: Window): FaceSpan[] {
  return faces
    .map((face) => spanOf(face, window))
    .filter(({ start, end, weight }) => end > start && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxFaces);
}

/** The first pixels at which the window may start so that it shows all of the spans; undefined when they don't fit. */
function placesShowing(spans: readonly Span[], { photoPx, lengthPx }: Window): Span | undefined {
  const min = Math.max(0, ...spans.map(({ end }) => Math.ceil(end) - lengthPx));
  const max = Math.min(photoPx - lengthPx, ...spans.map(({ start }) => Math.floor(start)));
  return min <= max ? { start: min, end: max } : undefined;
}

function withRoom({ start, end }: Span, { isAcross, photoPx }: Window, room: number): Span {
  const length = (end - start) * room;
  const [before, after] = isAcross ? [headroom.beside, headroom.beside] : [headroom.above, headroom.below];
  return { start: Math.max(0, start - before * length), end: Math.min(photoPx, end + after * length) };
}

/** The faces that can be whole together: all of them, else those that weigh most. */
function wholeTogether(spans: readonly FaceSpan[], window: Window): readonly FaceSpan[] {
  const inside = (at: number) =>
    spans.filter(({ start, end }) => Math.floor(start) >= at && Math.ceil(end) <= at + window.lengthPx);
  const last = window.photoPx - window.lengthPx;
  // Which faces are whole changes only where one of them begins or ends.
  const places = spans.flatMap(({ start, end }) => [Math.floor(start), Math.ceil(end) - window.lengthPx]);
  let best: { kept: readonly FaceSpan[]; weight: number } = { kept: [], weight: 0 };
  for (const place of places) {
    const kept = inside(bounded(place, [0, last]));
    const weight = kept.reduce((sum, face) => sum + face.weight, 0);
    if (weight > best.weight) best = { kept, weight };
  }
  return best.kept;
}

/** No face fits: as much as can be of the largest, its middle in the middle. */
function placesOfLarge({ start, end }: Span, { photoPx, lengthPx }: Window): Span {
  const at = bounded(Math.round((start + end - lengthPx) / 2), [0, photoPx - lengthPx]);
  return { start: at, end: at };
}

function placesForFaces(spans: readonly FaceSpan[], window: Window): Span {
  const kept = wholeTogether(spans, window);
  for (const room of kept.length > 0 ? rooms : []) {
    const places = placesShowing(
      kept.map((span) => withRoom(span, window, room)),
      window,
    );
    if (places) return places;
  }
  return placesOfLarge(spans[0]!, window);
}

/** How much salience lies before each cell's edge along the axis; the last is all of it. */
function sumsAlong({ columns, rows, cells }: SalienceGrid, isAcross: boolean): number[] {
  const sums = new Array<number>((isAcross ? columns : rows) + 1).fill(0);
  for (let i = 0; i < columns * rows; i++) {
    const value = Number.parseInt(cells[i] ?? '0', 16) || 0;
    const cell = isAcross ? i % columns : Math.floor(i / columns);
    sums[cell + 1] = sums[cell + 1]! + value;
  }
  for (let i = 1; i < sums.length; i++) sums[i] = sums[i]! + sums[i - 1]!;
  return sums;
}

/** The share of all salience that the window shows from `at` on. */
function shownFrom(sums: readonly number[], { photoPx, lengthPx }: Window, at: number): number {
  const before = (place: number) => {
    const cell = (place / photoPx) * (sums.length - 1);
    const whole = Math.min(sums.length - 2, Math.floor(cell));
    return sums[whole]! + (sums[whole + 1]! - sums[whole]!) * (cell - whole);
  };
  const all = sums.at(-1)!;
  return all > 0 ? (before(at + lengthPx) - before(at)) / all : 0;
}

/** Of these places the one nearest to the centre that shows about the most. */
function placeOfMaxSalience(places: Span, window: Window, salience: SalienceGrid | undefined): number {
  const centre = Math.floor((window.photoPx - window.lengthPx) / 2);
  const nearest = bounded(centre, [places.start, places.end]);
  if (!salience || places.start === places.end) return nearest;
  const sums = sumsAlong(salience, window.isAcross);
  const length = places.end - places.start;
  const tried = Array.from(
    { length: placesTried + 1 },
    (_, i) => places.start + Math.round((length * i) / placesTried),
  );
  const found = [nearest, ...tried].map((at) => ({ at, shown: shownFrom(sums, window, at) }));
  const enough = Math.max(...found.map(({ shown }) => shown)) - salienceSlack;
  const [best] = found
    .filter(({ shown }) => shown >= enough)
    .toSorted((a, b) => Math.abs(a.at - centre) - Math.abs(b.at - centre));
  return best?.at ?? nearest;
}

/** Where the window begins, and why. */
function placeWindow(facts: CropFacts, window: Window): { at: number; by: SuggestedShares['by'] } {
  const last = window.photoPx - window.lengthPx;
  const centre = Math.floor(last / 2);
  const spans = spansOf(facts.faces ?? [], window);
  const anywhere = { start: 0, end: last };
  const places = spans.length > 0 ? placesForFaces(spans, window) : anywhere;
  const at = placeOfMaxSalience(places, window, facts.salience);
  if (at === centre) return { at, by: 'centre' };
  const isFaces = spans.length > 0 && at !== placeOfMaxSalience(anywhere, window, facts.salience);
  return { at, by: isFaces ? 'faces' : 'salience' };
}

/**
 * The crop to offer for a sheet of `aspect` (width by height; turned like `layoutPhoto` does): all faces whole with room
 * above the head where that can be, then the most of what draws the eye, then near the centre. Always the largest part that
 * has the shape, in whole pixels, inside the photo. Throws RangeError for an aspect that isn't a positive number.
 */
export function suggestCrop(facts: CropFacts, aspect: number): SuggestedShares {
  checkAspect(aspect);
  const window = windowOf(facts, lyingAspect(facts, aspect));
  const { at, by } = placeWindow(facts, window);
  return { ...sharesOf(window, at), by };
}

/** The same for a crop whose size was decided: moved along the axis on which more is cut off, centred on the other one. */
export function suggestCropOfSize(
  facts: CropFacts,
  { widthPx, heightPx }: Size,
): { leftPx: number; topPx: number; by: SuggestedShares['by'] } {
  const isAcross = facts.widthPx - widthPx > facts.heightPx - heightPx;
  const [photoPx, lengthPx] = isAcross ? [facts.widthPx, widthPx] : [facts.heightPx, heightPx];
  const { at, by } = placeWindow(facts, { isAcross, photoPx, lengthPx: bounded(lengthPx, [1, photoPx]) });
  return {
    leftPx: isAcross ? at : Math.floor((facts.widthPx - widthPx) / 2),
    topPx: isAcross ? Math.floor((facts.heightPx - heightPx) / 2) : at,
    by,
  };
}

/** `cut`: a part of it isn't shown (`shown` is the share that is); `near`: whole, but in the strip along the edge. */
export interface FaceInCrop {
  index: number;
  place: 'inside' | 'near' | 'cut' | 'outside';
  shown: number;
}

/** What floating point may be off, in shares. */
const rounding = 1e-9;

/** How each face lies in a crop; `safe`: the strip along its edges, in shares of its width and height. */
export function facesInCrop(
  faces: readonly ShareRect[],
  crop: ShareRect,
  safe: { across: number; along: number },
): FaceInCrop[] {
  const right = crop.left + crop.width;
  const bottom = crop.top + crop.height;
  return faces.map((face, index) => {
    const width = Math.min(face.left + face.width, right) - Math.max(face.left, crop.left);
    const height = Math.min(face.top + face.height, bottom) - Math.max(face.top, crop.top);
    const shown = Math.min(1, (Math.max(0, width) * Math.max(0, height)) / (face.width * face.height));
    if (!(shown > rounding)) return { index, place: 'outside', shown: 0 };
    if (shown < 1 - rounding) return { index, place: 'cut', shown };
    const [strip, stripAlong] = [safe.across * crop.width, safe.along * crop.height];
    const isInside =
      face.left - crop.left >= strip - rounding &&
      right - face.left - face.width >= strip - rounding &&
      face.top - crop.top >= stripAlong - rounding &&
      bottom - face.top - face.height >= stripAlong - rounding;
    return { index, place: isInside ? 'inside' : 'near', shown: 1 };
  });
}
