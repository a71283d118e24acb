/**
 * Owns the calibration page: crosses at known places, rulers, ladders at the four edges, a grey wedge; made by code for any
 * sheet, printed without correction. Must never hold more than a band where the printer takes raster.
 */
import sharp from 'sharp';
import { type Sheet, sheetPixels } from '../layout/sheet-geometry.ts';
import { createRasterDocument } from '../raster/raster-document.ts';
import { createPixelLines } from '../raster/raster-pixels.ts';
import { writeWhole } from '../write-whole.ts';
import { calibrationMarks, ladderLines, ladderStepHmm } from './calibration-mark-rules.ts';
import { checkSheet, rasterPageOf } from './raster-sheet.ts';
import type { SheetOutput } from './sheet-output.ts';

export interface CalibrationPageOptions {
  targetPath: string;
  sheet: Omit<Sheet, 'correction'>;
  output: SheetOutput;
}

/** A rectangle in hundredths of a millimetre; `grey` 0 is black. Lines are thin rectangles around their place. */
interface Mark {
  xHmm: number;
  yHmm: number;
  widthHmm: number;
  heightHmm: number;
  grey: number;
}

const lineHmm = 10;
const crossArmHmm = 400;
const wedgeSteps = 11;

/** 3 x 5 dots, rows from the top, the highest bit on the left. */
const glyphs: Record<string, number[]> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 2, 2],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  x: [0, 5, 2, 5, 0],
  '.': [0, 0, 0, 0, 2],
};
const dotHmm = 30;

function textMarks(text: string, place: { xHmm: number; yHmm: number }): Mark[] {
  return [...text].flatMap((character, index) =>
    (glyphs[character] ?? []).flatMap((row, y) =>
      [0, 1, 2].flatMap((x) =>
        row & (4 >> x)
          ? {
              xHmm: place.xHmm + (index * 4 + x) * dotHmm,
              yHmm: place.yHmm + y * dotHmm,
              widthHmm: dotHmm,
              heightHmm: dotHmm,
              grey: 0,
            }
          : [],
      ),
    ),
  );
}

const upright = (xHmm: number, from: number, to: number): Mark => ({
  xHmm: xHmm - lineHmm / 2,
  yHmm: from,
  widthHmm: lineHmm,
  heightHmm: to - from,
  grey: 0,
});
const level = (yHmm: number, from: number, to: number): Mark => ({
  xHmm: from,
  yHmm: yHmm - lineHmm / 2,
  widthHmm: to - from,
  heightHmm: lineHmm,
  grey: 0,
});

const cross = (x: number, y: number): Mark[] => [
  upright(x, y - crossArmHmm, y + crossArmHmm),
  level(y, x - crossArmHmm, x + crossArmHmm),
];

/** Ticks every millimetre from one cross to the other; every fifth and tenth longer, every tenth with its distance from the edge. */
function ruler(from: number, to: number, at: number, isUpright: boolean): Mark[] {
  const marks: Mark[] = [];
  for (let place = Math.ceil(from / 100) * 100; place <= to; place += 100) {
    const length = place % 1000 === 0 ? 300 : place % 500 === 0 ? 220 : 140;
    marks.push(isUpright ? level(place, at, at + length) : upright(place, at, at + length));
    if (place % 1000 !== 0) continue;
    const spot = isUpright ? { xHmm: at + 350, yHmm: place - 75 } : { xHmm: place - 75, yHmm: at + 350 };
    marks.push(...textMarks(String(place / 100), spot));
  }
  return marks;
}

/** Lines side by side, each a step further in: the lowest number that is seen on paper tells what is lost beyond the edge. */
function ladder(side: 'left' | 'right' | 'top' | 'bottom', { widthHmm, heightHmm }: Sheet): Mark[] {
  const isAcross = side === 'left' || side === 'right';
  const along = isAcross ? heightHmm : widthHmm;
  const step = Math.min(150, Math.floor(along / (3 * ladderLines)));
  const start = Math.round(along * 0.6);
  return Array.from({ length: ladderLines }, (_, line) => {
    const depth = line * ladderStepHmm;
    const from = start + line * step;
    const far = { left: depth, top: depth, right: widthHmm - depth, bottom: heightHmm - depth }[side];
    const marks = [isAcross ? upright(far, from, from + step) : level(far, from, from + step)];
    if (line % 4 !== 0) return marks;
    const text = String(line);
    const textHmm = text.length * 4 * dotHmm;
    const inwards = { left: depth + 60, top: depth + 60, right: far - 40 - textHmm, bottom: far - 210 }[side];
    const spot = isAcross ? { xHmm: inwards, yHmm: from } : { xHmm: from, yHmm: inwards };
    return [...marks, ...textMarks(text, spot)];
  }).flat();
}

function wedge({ widthHmm, heightHmm }: Sheet): Mark[] {
  // Left of the upright ruler.
  const patch = Math.floor((widthHmm * 0.3) / wedgeSteps);
  return Array.from({ length: wedgeSteps }, (_, index) => ({
    xHmm: Math.round(widthHmm * 0.17) + index * patch,
    yHmm: Math.round(heightHmm * 0.3),
    // A little over its neighbour, which comes on top of it: no white line stands between them.
    widthHmm: patch + lineHmm,
    heightHmm: Math.min(1000, Math.round(heightHmm * 0.1)),
    grey: Math.round((255 * index) / (wedgeSteps - 1)),
  }));
}

function marksOf(sheet: Sheet): Mark[] {
  const at = calibrationMarks(sheet);
  const label = `${Math.round(sheet.widthHmm / 100)}x${Math.round(sheet.heightHmm / 100)}`;
  return [
    ...wedge(sheet),
    ...cross(at.leftXHmm, at.middleYHmm),
    ...cross(at.rightXHmm, at.middleYHmm),
    ...cross(at.middleXHmm, at.topYHmm),
    ...cross(at.middleXHmm, at.bottomYHmm),
    ...ruler(at.leftXHmm, at.rightXHmm, at.middleYHmm + 500, false),
    ...ruler(at.topYHmm, at.bottomYHmm, at.middleXHmm + 500, true),
    ...(['left', 'right', 'top', 'bottom'] as const).flatMap((side) => ladder(side, sheet)),
    ...textMarks(label, {
      xHmm: Math.round(sheet.widthHmm * 0.17),
      yHmm: Math.round(sheet.heightHmm * 0.24),
    }),
  ];
}

interface PixelMark {
  left: number;
  right: number;
  top: number;
  bottom: number;
  grey: number;
}

/** At least a pixel thick, and placed by its middle. */
function pixelMark(mark: Mark, { dpiX, dpiY, widthHmm, heightHmm }: Sheet): PixelMark {
  const size = sheetPixels({
    dpiX,
    dpiY,
    widthHmm,
    heightHmm,
    marginsHmm: { top: 0, right: 0, bottom: 0, left: 0 },
  });
  const span = (from: number, length: number, { dpi, max }: { dpi: number; max: number }) => {
    const pixels = Math.max(1, Math.round((length * dpi) / 2540));
    const start = Math.round(((from + length / 2) * dpi) / 2540 - pixels / 2);
    return [Math.min(max, Math.max(0, start)), Math.min(max, Math.max(0, start + pixels))] as const;
  };
  const [left, right] = span(mark.xHmm, mark.widthHmm, { dpi: dpiX, max: size.widthPx });
  const [top, bottom] = span(mark.yHmm, mark.heightHmm, { dpi: dpiY, max: size.heightPx });
  return { left, right, top, bottom, grey: mark.grey };
}

const bandRows = 256;

/** Grey, white paper, from the top. */
function* drawBands(sheet: Sheet): Generator<{ pixels: Uint8Array; rows: number; channels: 1 }> {
  const { widthPx, heightPx } = sheetPixels(sheet);
  const marks = marksOf(sheet).map((mark) => pixelMark(mark, sheet));
  for (let top = 0; top < heightPx; top += bandRows) {
    const rows = Math.min(bandRows, heightPx - top);
    const pixels = new Uint8Array(widthPx * rows).fill(255);
    for (const mark of marks) {
      for (let y = Math.max(top, mark.top); y < Math.min(top + rows, mark.bottom); y += 1)
        pixels.fill(mark.grey, (y - top) * widthPx + mark.left, (y - top) * widthPx + mark.right);
    }
    yield { pixels, rows, channels: 1 };
  }
}

async function writeJpeg(targetPath: string, sheet: Sheet): Promise<number> {
  const { widthPx, heightPx } = sheetPixels(sheet);
  const pixels = Buffer.concat([...drawBands(sheet)].map((band) => band.pixels));
  const raw = { width: widthPx, height: heightPx, channels: 1 } as const;
  const jpeg = await sharp(pixels, { raw, limitInputPixels: false })
    .withMetadata({ density: sheet.dpiX })
    .jpeg({ quality: 95, progressive: false })
    .toBuffer();
  await writeWhole(targetPath, jpeg);
  return jpeg.length;
}

/** Makes the page. Throws RangeError and ImagingRefusal for impossible sheets, and the errors of the file system. */
export async function createCalibrationPage(options: CalibrationPageOptions): Promise<{ bytes: number }> {
  const { targetPath, sheet, output } = options;
  checkSheet(sheet);
  if (output.format === 'image/jpeg') return { bytes: await writeJpeg(targetPath, sheet) };
  const document = createRasterDocument(targetPath, { format: output.format, pages: 1 });
  try {
    const page = rasterPageOf({ sheet, output, page: 1, pages: 1, profile: undefined });
    const toLines = createPixelLines(output.type, page.widthPx);
    document.startPage(page);
    for (const band of drawBands(sheet)) document.writeLines(toLines(band));
    return { bytes: document.finish() };
  } catch (error) {
    document.discard();
    throw error;
  }
}
