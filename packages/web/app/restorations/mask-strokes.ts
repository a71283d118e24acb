/**
 * Strokes of a brush over a mask. Owns how they are drawn at any size: places and widths are shares of the photo, so that what was painted
 * on a small screen is exact on the full photo. Pure but for the canvas that it is given.
 */

export interface Stroke {
  tool: 'paint' | 'erase';
  /** Share of the photo's longer side. */
  width: number;
  /** Shares of width and height, 0 to 1. */
  points: ReadonlyArray<{ x: number; y: number }>;
}

export interface Size {
  widthPx: number;
  heightPx: number;
}

/** What a canvas needs to be drawn on. */
export type StrokeContext = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'fill'
  | 'stroke'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
  | 'strokeStyle'
  | 'fillStyle'
  | 'globalCompositeOperation'
>;

/** Draws the stroke in this colour, or takes away what is there. */
export function drawStroke(
  context: StrokeContext,
  stroke: Stroke,
  { widthPx, heightPx, colour }: Size & { colour: string },
): void {
  const { tool, width, points } = stroke;
  const [first] = points;
  if (!first) return;
  const lineWidth = Math.max(1, width * Math.max(widthPx, heightPx));
  context.globalCompositeOperation = tool === 'paint' ? 'source-over' : 'destination-out';
  context.lineWidth = lineWidth;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.beginPath();
  if (points.length === 1) {
    context.arc(first.x * widthPx, first.y * heightPx, lineWidth / 2, 0, 2 * Math.PI);
    context.fill();
  } else {
    context.moveTo(first.x * widthPx, first.y * heightPx);
    for (const { x, y } of points.slice(1)) context.lineTo(x * widthPx, y * heightPx);
    context.stroke();
  }
  context.globalCompositeOperation = 'source-over';
}

/** Black and white of grey, in place: what a mask is made of. */
export function createBinary(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    // What is transparent is black.
    const value = pixels[at]! * pixels[at + 3]! >= 128 * 255 ? 255 : 0;
    pixels[at] = value;
    pixels[at + 1] = value;
    pixels[at + 2] = value;
    pixels[at + 3] = 255;
  }
}

/**
 * Light of a mask as opacity of one colour, in place: how it is laid over the photo. From middle grey on it is marked, whatever its value
 * stands for.
 */
export function createOverlay(
  pixels: Uint8ClampedArray,
  [red, green, blue]: readonly [number, number, number],
): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const value = pixels[at]!;
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
    pixels[at + 3] = Math.min(255, 2 * value);
  }
}

export interface View {
  zoom: number;
  /** Of the photo's middle from the middle of the window, in px of the screen. */
  x: number;
  y: number;
}

export const wholeView: View = { zoom: 1, x: 0, y: 0 };
const maxZoom = 16;

/** The view enlarged around a point (px from the middle of the window), which stays where it is; never smaller than the whole. */
export function zoomAt(view: View, factor: number, at: { x: number; y: number }): View {
  const zoom = Math.min(maxZoom, Math.max(1, view.zoom * factor));
  const scale = zoom / view.zoom;
  return { zoom, x: at.x - (at.x - view.x) * scale, y: at.y - (at.y - view.y) * scale };
}

/** The view kept so that the photo covers the window's middle: it can't be lost. */
export function withinWindow(view: View, { widthPx, heightPx }: Size): View {
  const most = (px: number) => (px * (view.zoom - 1)) / 2;
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  return { zoom: view.zoom, x: clamp(view.x, most(widthPx)), y: clamp(view.y, most(heightPx)) };
}
