/** Owns drawing shapes into a cover of opacities, with soft edges: discs, strokes along curves. Draws no colours. */

/** Opacity from 0 to 1 per pixel. `drawn`: the box outside of which nothing was drawn. */
export interface Cover {
  opacity: Float32Array;
  widthPx: number;
  heightPx: number;
  drawn: Box;
}
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export type Point = readonly [x: number, y: number];

const nothing = ({ widthPx, heightPx }: Pick<Cover, 'widthPx' | 'heightPx'>): Box => ({
  left: widthPx,
  top: heightPx,
  right: 0,
  bottom: 0,
});

export function createCover(widthPx: number, heightPx: number): Cover {
  const size = { widthPx, heightPx };
  return { opacity: new Float32Array(widthPx * heightPx), ...size, drawn: nothing(size) };
}

/** Calls back with every place that has something of the cover, and empties the cover. */
export function takeCover(cover: Cover, visit: (at: number, opacity: number) => void): void {
  const { opacity, widthPx, drawn } = cover;
  for (let y = drawn.top; y < drawn.bottom; y++) {
    for (let at = y * widthPx + drawn.left; at < y * widthPx + drawn.right; at++) {
      if (opacity[at]! > 0) visit(at, opacity[at]!);
      opacity[at] = 0;
    }
  }
  cover.drawn = nothing(cover);
}

/** A disc with an edge one pixel soft; a squeezed one when `squeeze` isn't 1. */
export function drawDisc(
  cover: Cover,
  [x, y]: Point,
  { radiusPx, opacity, squeeze = 1 }: { radiusPx: number; opacity: number; squeeze?: number },
): void {
  const reach = Math.ceil(radiusPx * Math.max(1, squeeze)) + 1;
  const left = Math.max(0, Math.floor(x) - reach);
  const top = Math.max(0, Math.floor(y) - reach);
  const right = Math.min(cover.widthPx, Math.floor(x + reach) + 1);
  const bottom = Math.min(cover.heightPx, Math.floor(y + reach) + 1);
  if (left >= right || top >= bottom) return;
  const { drawn } = cover;
  drawn.left = Math.min(drawn.left, left);
  drawn.top = Math.min(drawn.top, top);
  drawn.right = Math.max(drawn.right, right);
  drawn.bottom = Math.max(drawn.bottom, bottom);
  for (let v = top; v < bottom; v++) {
    for (let u = left; u < right; u++) {
      const distance = Math.hypot((u - x) / squeeze, v - y);
      const inside = Math.max(0, Math.min(1, radiusPx + 0.5 - distance)) * opacity;
      const at = v * cover.widthPx + u;
      cover.opacity[at] = Math.max(cover.opacity[at]!, inside);
    }
  }
}

/** A stroke along a curve given for 0 to 1; `widthAt` gives its width in pixels. */
export function drawStroke(
  cover: Cover,
  curve: (t: number) => Point,
  { lengthPx, opacity, widthAt }: { lengthPx: number; opacity: number; widthAt(t: number): number },
): void {
  const steps = Math.ceil(lengthPx * 2);
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    drawDisc(cover, curve(t), { radiusPx: widthAt(t) / 2, opacity });
  }
}
