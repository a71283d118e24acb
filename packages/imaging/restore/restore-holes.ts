/**
 * Owns which way of filling each part of a mask gets: what is narrow is filled smoothly (`inpaintRgb`), what is wide by
 * patches of the picture around it (`findHoleCopy`), at a smaller size where it is very wide, with the detail copied at
 * the full one. In faces nothing is copied, and what is too wide for them to be filled smoothly is left as it is.
 *
 * INVARIANTS: pixels that aren't marked never change; none that is marked, and none of a face, is ever copied from. Same
 * pixels, mask and areas, same result. Memory is bounded by the tile, not by the hole.
 */
import { type InpaintOptions, inpaintRgb } from '../kernels/inpaint-rgb.ts';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import {
  contextPixel,
  findHoleCopy,
  type HoleCopy,
  type HolePicture,
  holePixel,
  knownPixel,
} from '../kernels/patch-fill.ts';
import { findWide, type HolePart, listHoleParts, type PixelBox } from './restore-hole-parts.ts';
import type { Areas } from './restore-masks.ts';

export interface FillHolesOptions extends InpaintOptions {
  /** Faces, as shares of the picture. Asked only when something is wide. */
  protect(): Areas;
  /** A person marked them: in faces too all of them is filled, what is wide smoothly. */
  isMeant: boolean;
}

export interface FilledHoles {
  /** What was left as it was, because it lies across a face; undefined where nothing was. */
  left: Plane8 | undefined;
}

/** Holes from this depth are wide: at 10 px a smooth fill begins to look smeared. */
const wideDepthPx = 5;
/** In faces what is wider than this share of them is left. */
const maxFaceShare = 1 / 12;
/** A hole of more than this depth is worked on at a smaller size, in which it has at most so much. */
const workDepthPx = 88;
/** And so are holes that are together more than this share of the picture: time stays bounded. */
const workShare = 0.05;
/** Tiles of the working size, and how much of the hole beyond them is worked on with them, so that they fit. */
const tilePx = 640;
const haloPx = 24;
/** How far around a hole is looked for patches, at the working size: so many times its depth, within bounds. */
const marginDepths = 4;
const [minMarginPx, maxMarginPx] = [96, 200];

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

const boxesOf = (areas: Areas, { widthPx, heightPx }: RgbPixels): PixelBox[] =>
  areas
    .map(({ left, top, width, height }) => ({
      left: clamp(Math.floor(left * widthPx), 0, widthPx),
      top: clamp(Math.floor(top * heightPx), 0, heightPx),
      right: clamp(Math.ceil((left + width) * widthPx), 0, widthPx),
      bottom: clamp(Math.ceil((top + height) * heightPx), 0, heightPx),
    }))
    .filter((box) => box.right > box.left && box.bottom > box.top);

/** Unmarks in `wide` what lies in faces; gives the mask of what is too wide to be filled there. */
function takeFaces(wide: Plane8, mask: Plane8, faces: readonly PixelBox[]): Plane8 | undefined {
  const { widthPx, heightPx } = mask;
  let left: Plane8 | undefined;
  for (const face of faces) {
    const depthPx = Math.max(wideDepthPx, ((face.right - face.left) * maxFaceShare) / 2);
    // Some way beyond the face, so that a hole that ends at its border isn't narrower for it.
    const around = Math.ceil(4 * depthPx);
    const [x0, y0] = [Math.max(0, face.left - around), Math.max(0, face.top - around)];
    const near: Plane8 = {
      widthPx: Math.min(widthPx, face.right + around) - x0,
      heightPx: Math.min(heightPx, face.bottom + around) - y0,
      samples: new Uint8Array(0),
    };
    near.samples = new Uint8Array(near.widthPx * near.heightPx);
    for (let y = 0; y < near.heightPx; y++) {
      const from = (y0 + y) * widthPx + x0;
      near.samples.set(mask.samples.subarray(from, from + near.widthPx), y * near.widthPx);
    }
    const tooWide = findWide(near, depthPx);
    for (let y = face.top; y < face.bottom; y++) {
      for (let x = face.left; x < face.right; x++) {
        const place = y * widthPx + x;
        if (wide.samples[place] === 0) continue;
        wide.samples[place] = 0;
        if (!tooWide || tooWide.samples[(y - y0) * near.widthPx + x - x0] === 0) continue;
        left ??= { samples: new Uint8Array(widthPx * heightPx), widthPx, heightPx };
        left.samples[place] = 255;
      }
    }
  }
  return left;
}

interface Task {
  pixels: RgbPixels;
  mask: Plane8;
  faces: readonly PixelBox[];
}

/** Sees whether a pixel may be copied from. */
const isKnown = ({ mask, faces }: Task, x: number, y: number): boolean =>
  mask.samples[y * mask.widthPx + x]! <= 127 &&
  !faces.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom);

/** What is around a tile: `factor` pixels of the picture are one of the window. */
interface Window extends PixelBox {
  factor: number;
}

function windowAround(tile: PixelBox, marginPx: number, factor: number, { widthPx, heightPx }: RgbPixels) {
  const fit = (from: number, to: number, length: number): [number, number] => {
    const start = Math.max(0, from - marginPx * factor);
    const end = Math.min(length, to + marginPx * factor);
    // Whole pixels of the window: more room where there is, else less at the beginning.
    const size = Math.ceil((end - start) / factor) * factor;
    if (start + size <= length) return [start, start + size];
    if (end - size >= 0) return [end - size, end];
    return [end - Math.floor((end - start) / factor) * factor, end];
  };
  const [left, right] = fit(tile.left, tile.right, widthPx);
  const [top, bottom] = fit(tile.top, tile.bottom, heightPx);
  return { left, top, right, bottom, factor };
}

/** What the pixels of the window are at full size. */
function kindsIn({ mask, faces }: Task, { runs }: HolePart, tile: PixelBox, window: Window): Uint8Array {
  const width = window.right - window.left;
  const kinds = new Uint8Array(width * (window.bottom - window.top)).fill(knownPixel);
  for (let y = window.top, to = 0; y < window.bottom; y++) {
    const row = y * mask.widthPx;
    for (let x = window.left; x < window.right; x++, to++) {
      if (mask.samples[row + x]! > 127) kinds[to] = contextPixel;
    }
  }
  const fillBox = (box: PixelBox, kind: number) => {
    const [from, end] = [Math.max(box.left, window.left), Math.min(box.right, window.right)];
    if (from >= end) return;
    for (let y = Math.max(box.top, window.top); y < Math.min(box.bottom, window.bottom); y++) {
      const row = (y - window.top) * width - window.left;
      kinds.fill(kind, row + from, row + end);
    }
  };
  for (const face of faces) fillBox(face, contextPixel);
  const halo = haloPx * window.factor;
  for (let i = 0; i < runs.length; i += 3) {
    const [y, from, end] = [runs[i]!, runs[i + 1]!, runs[i + 2]!];
    if (y < tile.top - halo || y >= tile.bottom + halo) continue;
    const [left, right] = [Math.max(from, tile.left - halo), Math.min(end, tile.right + halo)];
    fillBox({ left, right, top: y, bottom: y + 1 }, holePixel);
  }
  return kinds;
}

/** The window at its own size: means, with what was filled smoothly in the hole. */
function pictureOf({ pixels }: Task, kinds: Uint8Array, window: Window): HolePicture {
  const { left, top, right, bottom, factor } = window;
  const fullWidth = right - left;
  const [widthPx, heightPx] = [fullWidth / factor, (bottom - top) / factor];
  const rgb = new Uint8Array(3 * widthPx * heightPx);
  const small = factor === 1 ? kinds : new Uint8Array(widthPx * heightPx);
  const count = factor * factor;
  for (let y = 0, to = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, to++) {
      let [red, green, blue, kind] = [count >> 1, count >> 1, count >> 1, knownPixel as number];
      for (let j = y * factor; j < (y + 1) * factor; j++) {
        for (let i = x * factor; i < (x + 1) * factor; i++) {
          const under = kinds[j * fullWidth + i]!;
          if (under === holePixel) kind = holePixel;
          else if (under === contextPixel && kind === knownPixel) kind = contextPixel;
          const from = 3 * ((top + j) * pixels.widthPx + left + i);
          red += pixels.rgb[from]!;
          green += pixels.rgb[from + 1]!;
          blue += pixels.rgb[from + 2]!;
        }
      }
      small[to] = kind;
      rgb[3 * to] = red / count;
      rgb[3 * to + 1] = green / count;
      rgb[3 * to + 2] = blue / count;
    }
  }
  return { rgb, kinds: small, widthPx, heightPx };
}

/** Copies what was found at the picture's own size. */
function takeSame({ pixels }: Task, copy: HoleCopy, tile: PixelBox, window: Window): void {
  const width = window.right - window.left;
  const { rgb, widthPx } = pixels;
  copy.places.forEach((place, i) => {
    const [x, y] = [window.left + (place % width), window.top + Math.floor(place / width)];
    if (x < tile.left || x >= tile.right || y < tile.top || y >= tile.bottom) return;
    const source = copy.sources[i]!;
    const from = 3 * ((window.top + Math.floor(source / width)) * widthPx + window.left + (source % width));
    const to = 3 * (y * widthPx + x);
    for (let c = 0; c < 3; c++)
      rgb[to + c] = clamp(Math.round(rgb[from + c]! + copy.shifts[3 * i + c]!), 0, 255);
  });
}

/** Between which two pixels of the window one of the picture lies: the first, and the share of the next. */
function between(at: number, factor: number, length: number): [number, number] {
  const place = clamp((at + 0.5) / factor - 0.5, 0, length - 1);
  const first = Math.min(length - 1, Math.floor(place));
  return [first, place - first];
}

/** Copies at full size along what was found at a smaller one, fading from one copied piece to the next. */
function takeEnlarged(task: Task, { runs }: HolePart, copy: HoleCopy, tile: PixelBox, window: Window): void {
  const { rgb, widthPx, heightPx } = task.pixels;
  const { left, top, right, bottom, factor } = window;
  const [width, height] = [(right - left) / factor, (bottom - top) / factor];
  const indices = new Int32Array(width * height).fill(-1);
  copy.places.forEach((place, i) => {
    indices[place] = i;
  });
  const colour = [0, 0, 0];
  const paint = (x: number, y: number) => {
    const [column, later] = between(x - left, factor, width);
    const [row, lower] = between(y - top, factor, height);
    colour.fill(0);
    let weights = 0;
    for (let corner = 0; corner < 4; corner++) {
      const [i, j] = [Math.min(width - 1, column + (corner & 1)), Math.min(height - 1, row + (corner >> 1))];
      const weight = (corner & 1 ? later : 1 - later) * (corner >> 1 ? lower : 1 - lower);
      const index = indices[j * width + i]!;
      if (index < 0 || weight === 0) continue;
      const source = copy.sources[index]!;
      const fromX = x + factor * ((source % width) - i);
      const fromY = y + factor * (Math.floor(source / width) - j);
      if (fromX < 0 || fromY < 0 || fromX >= widthPx || fromY >= heightPx) continue;
      if (!isKnown(task, fromX, fromY)) continue;
      weights += weight;
      const from = 3 * (fromY * widthPx + fromX);
      for (let c = 0; c < 3; c++) colour[c]! += weight * (rgb[from + c]! + copy.shifts[3 * index + c]!);
    }
    if (weights === 0) return;
    const to = 3 * (y * widthPx + x);
    for (let c = 0; c < 3; c++) rgb[to + c] = clamp(Math.round(colour[c]! / weights), 0, 255);
  };
  for (let i = 0; i < runs.length; i += 3) {
    const y = runs[i]!;
    if (y < tile.top || y >= tile.bottom) continue;
    for (let x = Math.max(runs[i + 1]!, tile.left); x < Math.min(runs[i + 2]!, tile.right); x++) paint(x, y);
  }
}

/** The tiles of a part: the whole where it isn't larger than one. */
function* tilesOf({ box, runs }: HolePart, sizePx: number): Generator<PixelBox> {
  const [columns, rows] = [
    Math.ceil((box.right - box.left) / sizePx),
    Math.ceil((box.bottom - box.top) / sizePx),
  ];
  const [width, height] = [
    Math.ceil((box.right - box.left) / columns),
    Math.ceil((box.bottom - box.top) / rows),
  ];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = box.left + column * width;
      const top = box.top + row * height;
      const tile = {
        left,
        top,
        right: Math.min(box.right, left + width),
        bottom: Math.min(box.bottom, top + height),
      };
      const tight = { left: tile.right, top: tile.bottom, right: tile.left, bottom: tile.top };
      for (let i = 0; i < runs.length; i += 3) {
        const [y, from, end] = [runs[i]!, runs[i + 1]!, runs[i + 2]!];
        if (y < tile.top || y >= tile.bottom || from >= tile.right || end <= tile.left) continue;
        tight.left = Math.min(tight.left, Math.max(from, tile.left));
        tight.right = Math.max(tight.right, Math.min(end, tile.right));
        tight.top = Math.min(tight.top, y);
        tight.bottom = Math.max(tight.bottom, y + 1);
      }
      if (tight.left < tight.right) yield tight;
    }
  }
}

function fillPart(task: Task, part: HolePart, minFactor: number): void {
  const factor = Math.max(minFactor, Math.ceil(part.depthPx / workDepthPx));
  const marginPx = clamp(Math.ceil((marginDepths * part.depthPx) / factor), minMarginPx, maxMarginPx);
  for (const tile of tilesOf(part, tilePx * factor)) {
    const window = windowAround(tile, marginPx, factor, task.pixels);
    const kinds = kindsIn(task, part, tile, window);
    const copy = findHoleCopy(pictureOf(task, kinds, window), tile.top * 7919 + tile.left);
    if (!copy) continue;
    if (factor === 1) takeSame(task, copy, tile, window);
    else takeEnlarged(task, part, copy, tile, window);
  }
}

/** The pixels of a mask, three samples each, in order. */
function keepMarked({ rgb }: RgbPixels, { samples }: Plane8): Uint8Array {
  let count = 0;
  for (let i = 0; i < samples.length; i++) if (samples[i]! > 127) count++;
  const kept = new Uint8Array(3 * count);
  for (let i = 0, to = 0; i < samples.length; i++) {
    if (samples[i]! <= 127) continue;
    for (let c = 0; c < 3; c++) kept[to++] = rgb[3 * i + c]!;
  }
  return kept;
}

function putBack({ rgb }: RgbPixels, { samples }: Plane8, kept: Uint8Array): void {
  for (let i = 0, from = 0; i < samples.length; i++) {
    if (samples[i]! <= 127) continue;
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = kept[from++]!;
  }
}

/** The parts, the very deep ones apart from cracks that lead to them: those needn't be worked on at a smaller size. */
function listParts(wide: Plane8, mask: Plane8): HolePart[] {
  const deep = findWide(mask, workDepthPx);
  if (!deep) return listHoleParts(wide);
  for (let i = 0; i < deep.samples.length; i++) {
    if (wide.samples[i] === 0) deep.samples[i] = 0;
    else if (deep.samples[i] !== 0) wide.samples[i] = 0;
  }
  return [...listHoleParts(deep), ...listHoleParts(wide)];
}

/**
 * Fills in place the pixels over 127 in the mask, which has the picture's size, and says what it has left. A mask that
 * leaves nothing known changes nothing. Throws RangeError.
 */
export function fillHoles(pixels: RgbPixels, mask: Plane8, options: FillHolesOptions): FilledHoles {
  const { protect, isMeant, ...smooth } = options;
  const wide = findWide(mask, wideDepthPx);
  if (!wide || mask.samples.every((sample) => sample > 127)) {
    inpaintRgb(pixels, mask, smooth);
    return { left: undefined };
  }
  const faces = boxesOf(protect(), pixels);
  const tooWide = takeFaces(wide, mask, faces);
  const left = isMeant ? undefined : tooWide;
  const kept = left && keepMarked(pixels, left);
  const parts = listParts(wide, mask);
  inpaintRgb(pixels, mask, smooth);
  const area = parts.reduce((sum, part) => sum + part.areaPx, 0);
  const minFactor = Math.ceil(Math.sqrt(area / (workShare * mask.samples.length)));
  const task = { pixels, mask, faces };
  for (const part of parts) fillPart(task, part, Math.max(1, minFactor));
  if (left && kept) putBack(pixels, left, kept);
  return { left };
}
