/** A picture is found in what it was mounted in, and what isn't mounted has no mount. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { restorePixels } from '../restore/restore-pipeline.ts';
import { fadeDyes } from '../testing/damage-samples.ts';
import { drawPhoto, pixelsOf } from '../testing/photo-samples.ts';
import { usualRestore } from '../testing/restore-samples.ts';
import { drawStructure, structureScenes } from '../testing/structure-samples.ts';
import { coverRebates, detectMounts, findMountedRows } from './picture-mounts.ts';

const size = { widthPx: 480, heightPx: 320 };
const photo = pixelsOf(await drawPhoto(size, 3));

type Colour = readonly [red: number, green: number, blue: number];
interface Frame {
  colour: Colour;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** What is printed on it, how its window's corners are rounded, how it lies. */
  isPrinted?: boolean;
  roundPx?: number;
  degrees?: number;
}

const place = ({ left, top, right, bottom }: Frame, { widthPx, heightPx }: RgbPixels) => ({
  width: left + widthPx + right,
  height: top + heightPx + bottom,
});

/** With alpha: nothing is left beyond a quarter of a circle at each corner, whose edge is smooth. */
function withCorners({ rgb, widthPx, heightPx }: RgbPixels, roundPx: number): Uint8Array {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  const beyond = (at: number, length: number) =>
    Math.max(0, roundPx - 0.5 - at, at - (length - roundPx - 0.5));
  for (let i = 0; i < widthPx * heightPx; i++) {
    const away = Math.hypot(beyond(i % widthPx, widthPx), beyond(Math.floor(i / widthPx), heightPx));
    rgba.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
    rgba[i * 4 + 3] = 255 * Math.min(1, Math.max(0, roundPx === 0 ? 1 : roundPx + 0.5 - away));
  }
  return rgba;
}

/** The picture in a frame. */
async function framed(picture: RgbPixels, frame: Frame): Promise<RgbPixels> {
  const { colour, left, top, roundPx = 0, degrees = 0 } = frame;
  const { width, height } = place(frame, picture);
  const { widthPx, heightPx } = picture;
  const [r, g, b] = colour;
  const window = await sharp(withCorners(picture, roundPx), {
    raw: { width: widthPx, height: heightPx, channels: 4 },
  })
    .png()
    .toBuffer();
  const said = (text: string, baseline: number) => ({
    input: { text: { text, font: 'sans 16', dpi: 72, rgba: true } },
    left,
    top: baseline - 12,
  });
  const print = frame.isPrinted ? [said('MAY 24', top / 2), said('LABORATORY', height - 12)] : [];
  const flat = await sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .composite([...print, { input: window, left, top }])
    .png()
    .toBuffer();
  const { data, info } = await sharp(flat)
    .rotate(degrees, { background: { r, g, b } })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: data, widthPx: info.width, heightPx: info.height };
}

const card: Frame = { colour: [120, 118, 110], left: 110, top: 90, right: 130, bottom: 100 };
const frames: [name: string, frames: Frame[]][] = [
  ['a grey card', [card]],
  ['a printed one with round corners', [{ ...card, isPrinted: true, roundPx: 22 }]],
  ['a brown one, turned by a degree', [{ ...card, colour: [96, 62, 40], degrees: 1 }]],
  ['a wide one of which the picture is a third', [{ ...card, left: 260, right: 250, top: 190, bottom: 200 }]],
  [
    'a paper border on a scanner',
    [
      { ...card, colour: [226, 220, 204], left: 24, top: 24, right: 24, bottom: 40 },
      { ...card, colour: [30, 30, 32], left: 70, top: 50, right: 60, bottom: 80 },
    ],
  ],
];

async function mountedIn(list: readonly Frame[]): Promise<RgbPixels> {
  let made = photo;
  for (const frame of list) made = await framed(made, frame);
  return made;
}

describe('detectMounts', () => {
  it.each(frames)('finds the picture in %s', async (_, list) => {
    const scan = await mountedIn(list);
    const mounts = detectMounts(scan);
    expect(mounts).toHaveLength(list.length);
    const [left, top] = [
      list.reduce((sum, frame) => sum + frame.left, 0),
      list.reduce((sum, frame) => sum + frame.top, 0),
    ];
    const { inside } = mounts.at(-1)!;
    // Within it, by no more than a turn and the frame's shadow take.
    const slack = 16 + Math.max(...list.map(({ degrees = 0 }) => 14 * Math.abs(degrees)));
    expect(inside.leftPx).toBeGreaterThanOrEqual(left - 2);
    expect(inside.topPx).toBeGreaterThanOrEqual(top - 2);
    expect(inside.leftPx).toBeLessThan(left + slack);
    expect(inside.topPx).toBeLessThan(top + slack);
    expect(inside.widthPx).toBeGreaterThan(size.widthPx - 2 * slack);
    expect(inside.heightPx).toBeGreaterThan(size.heightPx - 2 * slack);
  });

  it('finds none around a photo, drawn textures, and what stands on a table', async () => {
    for (const seed of [1, 3, 5, 8]) expect(detectMounts(pixelsOf(await drawPhoto(size, seed)))).toEqual([]);
    // A form has a margin of paper around.
    for (const scene of structureScenes.filter((name) => name !== 'form'))
      expect(detectMounts(pixelsOf(drawStructure(scene, { ...size, seed: 9 }))), scene).toEqual([]);
    const vase = new Uint8Array(3 * 300 * 300).fill(190);
    for (let i = 0; i < 300 * 300; i++) {
      const [x, y] = [(i % 300) - 150, Math.floor(i / 300) - 150];
      if (x * x + y * y < 90 ** 2) vase.fill((x + y) & 127, 3 * i, 3 * i + 3);
    }
    expect(detectMounts({ rgb: vase, widthPx: 300, heightPx: 300 })).toEqual([]);
    expect(detectMounts({ rgb: new Uint8Array(3 * 64 * 64), widthPx: 64, heightPx: 64 })).toEqual([]);
    expect(detectMounts({ rgb: new Uint8Array(3), widthPx: 1, heightPx: 1 })).toEqual([]);
  });
});

describe('the rims of a plate', () => {
  /** Dark, bent and of no one width, as plates have them on a light table. */
  const onPlate = ({ rgb, ...extent }: RgbPixels): RgbPixels => {
    const made = Uint8Array.from(rgb, (value) => 80 + 0.4 * value);
    const { widthPx, heightPx } = extent;
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        const bend = 4 * Math.sin((x + y) / 60);
        const isRim =
          x < 9 + bend + y / 50 ||
          y < 8 + bend ||
          widthPx - x < 10 - bend ||
          heightPx - y < 12 + bend - x / 80;
        if (isRim) made.fill(18 + ((x + y) % 20), 3 * (y * widthPx + x), 3 * (y * widthPx + x) + 3);
      }
    }
    return { rgb: made, ...extent };
  };

  it('are found where they bend and lean, and not at the edges of a photo or a night', async () => {
    const mounts = detectMounts(onPlate(photo));
    expect(mounts).toHaveLength(1);
    const { leftPx, topPx, widthPx, heightPx } = mounts[0]!.inside;
    expect(leftPx).toBeGreaterThan(14);
    expect(topPx).toBeGreaterThan(10);
    expect(widthPx * heightPx).toBeGreaterThan(0.7 * size.widthPx * size.heightPx);
    expect(findMountedRows(onPlate(photo))).toBeUndefined();
    const night = { rgb: photo.rgb.map((value) => value >> 3), ...size };
    expect(detectMounts(night)).toEqual([]);
  });
});

describe('findMountedRows', () => {
  it('gives the pixels of the picture, round corners without the card', async () => {
    const frame = { ...card, roundPx: 30, isPrinted: true };
    const scan = await framed(photo, frame);
    const rowAt = findMountedRows(scan)!;
    let [picture, outside] = [0, 0];
    for (let y = 0; y < scan.heightPx; y++) {
      const [from, to] = rowAt(y);
      for (let x = from; x < to; x++) {
        const isIn =
          x >= frame.left && x < frame.left + size.widthPx && y >= frame.top && y < frame.top + size.heightPx;
        if (isIn) picture++;
        else outside++;
      }
    }
    expect(picture / (size.widthPx * size.heightPx)).toBeGreaterThan(0.95);
    expect(outside).toBeLessThan(0.004 * picture);
  });

  it('has nothing to say of a paper border, which ages with its print', async () => {
    expect(findMountedRows(await mountedIn(frames.at(-1)![1]))).toBeUndefined();
    expect(findMountedRows(photo)).toBeUndefined();
  });
});

describe('coverRebates', () => {
  it('takes black and white at the edges away, and leaves black and white of the picture', () => {
    const scan = { rgb: new Uint8Array(3 * 480 * 320), ...size };
    scan.rgb.forEach((_, i) => {
      scan.rgb[i] = 120 + ((i >> 3) & 31);
    });
    const whole = Uint8Array.from(scan.rgb);
    for (let y = 0; y < size.heightPx; y++) {
      scan.rgb.fill(8, 3 * y * size.widthPx, 3 * (y * size.widthPx + 14));
      scan.rgb.fill(252, 3 * ((y + 1) * size.widthPx - 9), 3 * (y + 1) * size.widthPx);
    }
    const middle = 3 * (160 * size.widthPx + 240);
    scan.rgb.fill(0, middle, middle + 60);
    coverRebates(scan);
    for (let y = 40; y < 280; y += 20) {
      const row = 3 * y * size.widthPx;
      expect([...scan.rgb.subarray(row, row + 3)]).toEqual([...whole.subarray(row + 3 * 17, row + 3 * 18)]);
      expect(Math.max(...scan.rgb.subarray(row, row + 3 * size.widthPx))).toBeLessThan(160);
    }
    expect(Math.max(...scan.rgb.subarray(middle, middle + 60))).toBe(0);
  });
});

describe('a slide in its mount', () => {
  const options = {
    ...usualRestore,
    strength: 100,
    steps: { ...usualRestore.steps, defects: false, denoise: false, deblock: false },
  };

  it('gets its colours back, and the mount keeps its own', async () => {
    const slide = pixelsOf(
      fadeDyes(await drawPhoto(size, 3), { keep: [0.2, 0.95, 0.75], stain: [0, 0.02, 0.06] }),
    );
    const scan = await framed(slide, { ...card, isPrinted: true, roundPx: 20 });
    const before = Uint8Array.from(scan.rgb);
    const { applied } = await restorePixels(scan, { options, onStage: async () => {} });
    expect(applied).toContain('cast');
    const redness = (rgb: Uint8Array, x: number, y: number): number => {
      const at = 3 * (y * scan.widthPx + x);
      return rgb[at]! - rgb[at + 1]!;
    };
    let [was, is, touched] = [0, 0, 0];
    for (let y = 0; y < scan.heightPx; y++) {
      for (let x = 0; x < scan.widthPx; x++) {
        const isIn =
          x >= card.left && x < card.left + size.widthPx && y >= card.top && y < card.top + size.heightPx;
        const at = 3 * (y * scan.widthPx + x);
        if (isIn) [was, is] = [was + redness(before, x, y), is + redness(scan.rgb, x, y)];
        else if (scan.rgb[at] !== before[at] || scan.rgb[at + 1] !== before[at + 1]) touched++;
      }
    }
    expect(is).toBeLessThan(0.6 * was);
    expect(touched).toBeLessThan(0.003 * scan.widthPx * scan.heightPx);
  });
});
