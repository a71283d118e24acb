/** Owns drawing shapes into a cover of opacities, with soft edges: discs, strokes along curves. Draws no colours. */

/** Opacity from 0 to 1 per pixel. */
export type Cover = { opacity: Float32Array; widthPx: number; heightPx: number };
export type Point = readonly [x: number, y: number];

export const createCover = (widthPx: number, heightPx: number): Cover => ({
  opacity: new Float32Array(widthPx * heightPx),
  widthPx,
  heightPx,
});

/** A disc with an edge one pixel soft; a squeezed one when `squeeze` isn't 1. */
export function drawDisc(
  cover: Cover,
  [x, y]: Point,
  { radiusPx, opacity, squeeze = 1 }: { radiusPx: number; opacity: number; squeeze?: number },
): void {
  const reach = Math.ceil(radiusPx * Math.max(1, squeeze)) + 1;
  for (let v = Math.floor(y) - reach; v <= y + reach; v++) {
    for (let u = Math.floor(x) - reach; u <= x + reach; u++) {
      if (u < 0 || v < 0 || u >= cover.widthPx || v >= cover.heightPx) continue;
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
