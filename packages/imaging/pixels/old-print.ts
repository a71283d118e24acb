/**
 * Owns whether a photo is an old print at all: shades of one tint, paper that is no longer white, grain, a border. Trees that
 * `tools/learn-old-prints.ts` grows from real old prints and from good photos judge by what tones and noise show. Must never do any
 * I/O but read `old-print-trees.bin`, and never touch a pixel.
 */
import type { RgbPixels } from '../kernels/kernel-planes.ts';
import { type BoostedTrees, chanceOf, readTrees } from './boosted-trees.ts';
import type { ToneReading } from './tone-network.ts';

/** What the grain is like: deviations of a channel's noise and of both opponent colours, and how white it is. */
export interface PrintGrain {
  grain: number;
  sigmas: readonly [sum: number, redBlue: number, greenMagenta: number];
  whiteness: number;
}

/** Red, green and blue stand in the order of a warm tint, but for so many levels. */
const warmSlack = 4;
const binLevels = 8;
const minBin = 8;
const deviationShares = [0.5, 0.9, 0.98] as const;
const maxDeviation = 60;

/** How far each pixel's red and blue are off what its green has in this picture: shares of them, in levels. */
function measureTintSpread({ rgb }: RgbPixels): number[] {
  const bins = Array.from({ length: Math.ceil(256 / binLevels) }, (): [number[], number[]] => [[], []]);
  for (let i = 0; i < rgb.length; i += 3) {
    const green = rgb[i + 1]!;
    const bin = bins[Math.floor(green / binLevels)]!;
    bin[0].push(rgb[i]! - green);
    bin[1].push(rgb[i + 2]! - green);
  }
  const counts = new Uint32Array(256);
  let total = 0;
  for (const tints of bins.flat()) {
    if (tints.length < minBin) continue;
    tints.sort((a, b) => a - b);
    const middle = tints[tints.length >> 1]!;
    for (const tint of tints) counts[Math.abs(tint - middle)]! += 1;
    total += tints.length;
  }
  return deviationShares.map((share) => {
    let seen = 0;
    const found = counts.findIndex((count) => {
      seen += count;
      return seen > share * total;
    });
    return Math.min(maxDeviation, Math.max(0, found));
  });
}

/** Faint colours are looked for in cells of so many pixels a side, in which grain evens out, and not so near to the border. */
const cellPx = 8;
const marginShare = 1 / 16;
/** Stains move red less green and blue less green along one line, and this is across it: colours that no stain has. */
const acrossStain = [0.78, 0.63] as const;

/** What red or blue has over green at each green, in the middle: between bins a straight line. */
function createTintCurve({ rgb }: RgbPixels, channel: 0 | 2): (green: number) => number {
  const bins = Array.from({ length: 256 / binLevels }, (): number[] => []);
  for (let i = 0; i < rgb.length; i += 3)
    bins[Math.floor(rgb[i + 1]! / binLevels)]!.push(rgb[i + channel]! - rgb[i + 1]!);
  const middles = bins.map((bin) => bin.sort((a, b) => a - b)[bin.length >> 1]);
  return (green) => {
    const place = Math.max(0, Math.min(bins.length - 1, green / binLevels - 0.5));
    const below = Math.floor(place);
    const above = Math.min(bins.length - 1, below + 1);
    const [low, high] = [middles[below] ?? middles[above] ?? 0, middles[above] ?? middles[below] ?? 0];
    return low + (place - below) * (high - low);
  };
}

/** How far whole places are off the picture's one tint, in levels, and not as stains are: the root of the mean square. */
export function measureFaintColours(square: RgbPixels): number {
  const { rgb, widthPx, heightPx } = square;
  const [redOver, blueOver] = [createTintCurve(square, 0), createTintCurve(square, 2)];
  const [left, top] = [Math.floor(marginShare * widthPx), Math.floor(marginShare * heightPx)];
  let [squares, cells] = [0, 0];
  for (let y = top; y + cellPx <= heightPx - top; y += cellPx) {
    for (let x = left; x + cellPx <= widthPx - left; x += cellPx) {
      let sum = 0;
      for (let v = y; v < y + cellPx; v++) {
        for (let i = 3 * (v * widthPx + x); i < 3 * (v * widthPx + x + cellPx); i += 3) {
          const green = rgb[i + 1]!;
          sum += acrossStain[0] * (rgb[i]! - green - redOver(green));
          sum += acrossStain[1] * (rgb[i + 2]! - green - blueOver(green));
        }
      }
      squares += (sum / cellPx ** 2) ** 2;
      cells++;
    }
  }
  return cells > 0 ? Math.sqrt(squares / cells) : 0;
}

function warmShareOf({ rgb }: RgbPixels): number {
  let warm = 0;
  for (let i = 0; i < rgb.length; i += 3) {
    const green = rgb[i + 1]!;
    if (rgb[i]! >= green - warmSlack && green >= rgb[i + 2]! - warmSlack) warm++;
  }
  return (3 * warm) / rgb.length;
}

/** What the trees ask about; `printShare` is how much of the scan the picture has, 0 to 1. */
export function listOldPrintFeatures(
  { features, square }: ToneReading,
  { grain, sigmas, whiteness }: PrintGrain,
  printShare: number,
): number[] {
  return [
    ...features.values,
    warmShareOf(square),
    ...measureTintSpread(square).map((levels) => levels / maxDeviation),
    Math.min(8, grain),
    whiteness,
    Math.min(10, sigmas[1]),
    Math.min(10, sigmas[2]),
    printShare,
  ];
}

/**
 * What is thought of a photo: the chance that it is an old print, 0 to 1, and whether it has one tint, stains apart, which isn't that
 * of a dye left alone.
 */
export interface OldPrintFinding {
  chance: number;
  isMonochrome: boolean;
  /** Its one tint has traces of other colours, as what is left of a colour print may have. */
  hasFaintColours: boolean;
  /** It lies in a mount, or straight on the bed of a scanner: few things but old pictures do. */
  isMounted: boolean;
  /** It shows a surface that is rough everywhere, such as a mosaic, and nothing that a photographer would print. */
  isSurface?: boolean;
  /** What `print-witness.ts` says of how the whole photo looks, whatever tones and grain say; absent where nobody asked it. */
  look?: number;
}

/** What is around the picture. `share`: how much of the scan the picture has, 0 to 1. */
export interface PrintPlace {
  share: number;
  isMounted: boolean;
}

/** Half of the old prints lie in something, one good photo in thirty; the trees, which know how much lies around, have counted a part of it. */
const mountedOdds = 2;

const moreLikely = (chance: number, odds: number): number => {
  const all = (chance / (1 - chance)) * Math.exp(odds);
  return all / (1 + all);
};

/** Nine tenths of a stained print of one tint are this near to it, in levels; of colour prints at most three quarters are. */
const oneTintLevels = 12;
/** Places of nine in ten prints of one tint are less off it, but for stains; the others are told by whether they faded as colours do. */
const faintLevels = 1.75;

let trees: BoostedTrees | undefined;

export function judgeOldPrint(
  reading: ToneReading,
  grain: PrintGrain,
  { share, isMounted }: PrintPlace,
): OldPrintFinding {
  trees ??= readTrees(new URL('old-print-trees.bin', import.meta.url));
  const [, most] = measureTintSpread(reading.square) as [number, number, number];
  const chance = chanceOf(trees, listOldPrintFeatures(reading, grain, share));
  return {
    chance: isMounted ? moreLikely(chance, mountedOdds) : chance,
    isMounted,
    isMonochrome: most <= oneTintLevels && !reading.features.isDyeTinted,
    hasFaintColours: measureFaintColours(reading.square) >= faintLevels,
  };
}

/** From which chance a photo is treated as an old print for certain, and from which as one by half. */
const certainChance = 0.5;
const possibleChance = 0.2;
const forcedChance = 0.1;
const possibleShare = 0.5;

/**
 * How much of what an old print of one tint needs is done: all of it, half of it, nothing. Grey paper
 * has no age to tell: a fade of black and white is judged by its tones alone, unless what it is mounted in tells.
 */
export function oldPrintShareOf(
  { chance, isMonochrome, isMounted }: OldPrintFinding,
  { isForced, isGrey }: { isForced: boolean; isGrey: boolean },
): number {
  if (!isMonochrome) return 0;
  if (isForced && chance >= forcedChance) return 1;
  if (isGrey && !isMounted) return 0;
  if (chance >= certainChance) return 1;
  return chance >= possibleChance ? possibleShare : 0;
}

/** From this chance on a fade is likelier than in any photo. */
const likelyChance = 0.4;
const [damagedOdds, likelyOdds] = [2, 1.5] as const;
/** Stones have neither black nor white: that both are missing tells little. */
const surfaceOdds = -2;

/** By its tones and grain, as the trees know them. */
export const isLikelyOld = ({ chance }: OldPrintFinding): boolean => chance >= likelyChance;

/** Whether what only one witness sees in it is worth a question. Grey paper has no age to tell: there the photo itself must be certain. */
export const isWorthAsking = ({ chance }: OldPrintFinding, isGrey: boolean): boolean =>
  chance >= (isGrey ? certainChance : likelyChance);

/** Less likely an old print than this is a photo of today: of good photos eleven in twelve. */
const modernChance = 0.05;

/** Whether what is seen in it may be asked about, which changes nothing. */
export const mayBePrint = ({ chance }: OldPrintFinding): boolean => chance >= modernChance;

/** Of good photos one in fifty looks as old as that, and one in two hundred. */
const [askedLook, sureLook] = [0, 1.4] as const;
const lookOf = ({ look = Number.NEGATIVE_INFINITY }: OldPrintFinding): number => look;

/** Whether it looks like an old print: enough for a question, which changes nothing. */
export const looksOld = (old: OldPrintFinding): boolean => lookOf(old) >= askedLook;

/**
 * What the whole photo says of a fade, as a logarithm of odds: its other damage, else how likely it is an old print by its tones or
 * its look, or anything mounted.
 */
export function fadeOddsOf(old: OldPrintFinding, isDamaged: boolean): number {
  if (isDamaged) return damagedOdds;
  if (old.isSurface) return surfaceOdds;
  return isLikelyOld(old) || old.isMounted || lookOf(old) >= sureLook ? likelyOdds : 0;
}
