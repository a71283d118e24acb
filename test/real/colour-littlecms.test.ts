/**
 * Colours of print-ready sheets against littlecms itself: a chart of patches in every kind of source, through our pipeline and
 * through transicc. On average they may differ by less than 1 delta E 2000.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutputProfile } from '@platen/imaging/sheet/sheet-output';
import {
  adobeRgb,
  displayP3,
  makeGreyProfile,
  makePrinterProfile,
  makeRgbProfile,
  type PrinterModel,
} from '@platen/imaging/testing/icc-samples';
import { makeTiffOf } from '@platen/imaging/testing/tiff-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deltaE2000, type Lab, labOfSrgb } from '../fixtures/colour-difference.ts';
import { printPixels } from '../fixtures/pixel-sheet.ts';
import { getRealTool, whenReal } from './real-printers.ts';

/** A patch is large enough that its middle knows nothing of its neighbours. */
const patchPx = 12;
const columns = 25;

/** Every combination of five levels. */
const levels = [0, 64, 128, 191, 255];
const rgbChart = levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => [r, g, b])));
const greyChart = Array.from({ length: 25 }, (_, i) => [Math.round((255 * i) / 24)]);
const cmykChart = [0, 90, 180, 255].flatMap((c) =>
  [0, 90, 180, 255].flatMap((m) => [0, 128, 255].flatMap((y) => [0, 100].map((k) => [c, m, y, k]))),
);

function chartPixels(chart: number[][], is16Bit: boolean) {
  const rows = Math.ceil(chart.length / columns);
  const [widthPx, heightPx, channels] = [columns * patchPx, rows * patchPx, chart[0]!.length as 1 | 3 | 4];
  const samples = new (is16Bit ? Uint16Array : Uint8Array)(widthPx * heightPx * channels);
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) {
      const patch = chart[Math.floor(y / patchPx) * columns + Math.floor(x / patchPx)] ?? chart[0]!;
      for (let i = 0; i < channels; i += 1)
        samples[(y * widthPx + x) * channels + i] = is16Bit ? patch[i]! * 257 : patch[i]!;
    }
  return { widthPx, heightPx, channels, samples };
}

/** A glossy paper that shows less than sRGB: black is not black, colours are paler. */
const paper: PrinterModel = {
  paperWhite: [0.93, 0.97, 0.78],
  toLab: ([r, g, b]) => {
    const [l, a, bb] = labOfSrgb([r! * 255, g! * 255, b! * 255]);
    return [8 + 0.92 * l, 0.9 * a, 0.9 * bb];
  },
  fromLab([l, a, b], intent) {
    // Perceptual moves all lightness into what the paper has; relative clips what is darker than its black.
    const lightness = intent === 0 ? l : Math.max(0, (l - 8) / 0.92);
    return srgbOfLab([lightness, a / 0.9, b / 0.9]).map((value) => value / 255);
  },
};

function srgbOfLab([l, a, b]: readonly [number, number, number]): number[] {
  const fy = (l + 16) / 116;
  const inverse = (f: number) => (f ** 3 > 216 / 24389 ? f ** 3 : (116 * f - 16) / (24389 / 27));
  const xyz = [0.9642 * inverse(fy + a / 500), inverse(fy), 0.8249 * inverse(fy - b / 200)];
  const rows = [
    [3.1338561, -1.6168667, -0.4906146],
    [-0.9787684, 1.9161415, 0.033454],
    [0.0719453, -0.2289914, 1.4052427],
  ];
  return rows.map((row) => {
    const linear = Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, i) => sum + factor * xyz[i]!, 0),
      ),
    );
    return 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);
  });
}

/** Four inks without a trick: each takes its share of light. */
const fourInks: PrinterModel = {
  paperWhite: [0.9642, 1, 0.8249],
  toLab: ([c, m, y, k]) => labOfSrgb([c!, m!, y!].map((ink) => 255 * (1 - ink) * (1 - k!))),
  fromLab: () => [0, 0, 0, 0],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-colour-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What our pipeline puts on the sheet, patch by patch. */
async function printed(
  chart: number[][],
  { is16Bit = false, profile, output }: { is16Bit?: boolean; profile?: Buffer; output?: OutputProfile },
): Promise<number[][]> {
  const sourcePath = join(folder, 'chart.tif');
  const targetPath = join(folder, 'chart.pwg');
  const pixels = chartPixels(chart, is16Bit);
  writeFileSync(sourcePath, makeTiffOf({ ...pixels, ...(profile && { profile }) }));
  const { widthPx } = pixels;
  const samples = await printPixels({ sourcePath, targetPath }, pixels, output);
  return chart.map((_, index) => {
    const x = (index % columns) * patchPx + patchPx / 2;
    const y = Math.floor(index / columns) * patchPx + patchPx / 2;
    return [...samples.subarray((y * widthPx + x) * 3, (y * widthPx + x) * 3 + 3)];
  });
}

/** The same by transicc, in floating point: 0 to 255 each, CMYK in per cent. */
function byLittlecms(
  chart: number[][],
  { from, to, intent }: { from: string; to: string; intent: 0 | 1 },
): number[][] {
  const isCmyk = chart[0]!.length === 4;
  const input = chart.map((patch) => patch.map((v) => (isCmyk ? (v / 255) * 100 : v)).join('\n')).join('\n');
  const args = ['-n', '-i', from, '-o', to, '-t', String(intent), '-c', '0'];
  const ran = spawnSync(getRealTool('transicc'), args, { input: `${input}\n`, encoding: 'utf8' });
  const numbers = (ran.stdout.match(/-?\d+\.\d+/g) ?? []).map(Number);
  expect(numbers, ran.stderr).toHaveLength(chart.length * 3);
  // In floating point littlecms leaves colours beyond the target as they are; paper can't.
  const clipped = numbers.map((value) => Math.min(255, Math.max(0, value)));
  return chart.map((_, i) => clipped.slice(3 * i, 3 * i + 3));
}

function differences(
  ours: number[][],
  theirs: number[][],
  toLab: (rgb: number[]) => Lab,
): { mean: number; max: number } {
  const all = ours.map((rgb, i) => deltaE2000(toLab(rgb), toLab(theirs[i]!)));
  return { mean: all.reduce((sum, value) => sum + value, 0) / all.length, max: Math.max(...all) };
}

const save = (name: string, profile: Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, profile);
  return path;
};

const adobe = makeRgbProfile('Adobe RGB (made by code)', { primaries: adobeRgb, gamma: 2.2 });
const p3 = makeRgbProfile('P3 (made by code)', { primaries: displayP3, gamma: 2.2 });
const cmyk = makePrinterProfile(fourInks, { colourSpace: 'CMYK', inks: 4 });
const grey = makeGreyProfile(1.8);
const glossy = makePrinterProfile(paper, { colourSpace: 'RGB', inks: 3 });

whenReal(['transicc'])('colours as littlecms has them', () => {
  describe('to sRGB', () => {
    it.each([
      ['Adobe RGB', rgbChart, adobe, false],
      ['Display P3', rgbChart, p3, false],
      ['Adobe RGB with 16 bits', rgbChart, adobe, true],
      ['Display P3 with 16 bits', rgbChart, p3, true],
      ['CMYK with a profile', cmykChart, cmyk, false],
      ['grey with a gamma of 1.8', greyChart, grey, false],
    ] as [string, number[][], Buffer, boolean][])('%s', async (name, chart, profile, is16Bit) => {
      const ours = await printed(chart, { profile, is16Bit });
      const theirs = byLittlecms(chart, { from: save('from.icc', profile), to: '*sRGB', intent: 0 });
      const { mean, max } = differences(ours, theirs, labOfSrgb);
      console.log(`${name}: delta E 2000 mean ${mean.toFixed(3)}, most ${max.toFixed(2)}`);
      expect(mean).toBeLessThan(1);
      expect(max).toBeLessThan(4);
    });

    it.each([
      ['untagged', rgbChart, false],
      ['untagged with 16 bits', rgbChart, true],
      ['untagged grey', greyChart, false],
    ] as [string, number[][], boolean][])('%s counts as sRGB, to the byte', async (_name, chart, is16Bit) => {
      const ours = await printed(chart, { is16Bit });
      const wanted = chart.map((patch) => (patch.length === 1 ? [patch[0]!, patch[0]!, patch[0]!] : patch));
      const off = ours.flatMap((rgb, i) => rgb.map((value, c) => Math.abs(value - wanted[i]![c]!)));
      expect(Math.max(...off)).toBeLessThanOrEqual(1);
    });
  });

  describe("to the printer's paper", () => {
    const toLab = (rgb: number[]): Lab => paper.toLab(rgb.map((value) => value / 255)) as Lab;
    it.each([
      ['sRGB, perceptual', undefined, 'perceptual'],
      ['sRGB, relative', undefined, 'relative'],
      ['Adobe RGB, perceptual', adobe, 'perceptual'],
      ['Adobe RGB, relative', adobe, 'relative'],
      ['Display P3, relative', p3, 'relative'],
    ] as [string, Buffer | undefined, OutputProfile['intent']][])('%s', async (name, profile, intent) => {
      const path = save('glossy.icc', glossy);
      const ours = await printed(rgbChart, { ...(profile && { profile }), output: { path, intent } });
      const from = profile ? save('from.icc', profile) : '*sRGB';
      const theirs = byLittlecms(rgbChart, { from, to: path, intent: intent === 'relative' ? 1 : 0 });
      const { mean, max } = differences(ours, theirs, toLab);
      console.log(`${name}: delta E 2000 mean ${mean.toFixed(3)}, most ${max.toFixed(2)}`);
      expect(mean).toBeLessThan(1);
    });
  });
});
