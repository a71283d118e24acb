/**
 * Owns filling a hole by patches of the known picture around it, coarse to fine: what is large is decided where the hole
 * is small, and every finer size begins with the places that the one before has chosen. Says from where each pixel is to
 * be copied and by how much its colour is to be moved; copies nothing itself. Must never take anything from a pixel that
 * isn't known.
 */
import { type KernelLayout, layOut } from './kernel-memory.ts';

/** What a pixel of a picture to be filled is: known; to be filled; there to be gone on from, but never copied. */
export const [knownPixel, holePixel, contextPixel] = [0, 1, 2] as const;

/** A part of a picture with a hole in it. */
export interface HolePicture {
  /** Interleaved 8-bit RGB, row by row; in the hole first colours, which say what is large and nothing of detail. */
  rgb: Uint8Array;
  /** `knownPixel`, `holePixel` or `contextPixel`, row by row. */
  kinds: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** Where the pixels of a hole are copied from. */
export interface HoleCopy {
  /** The places of the hole's pixels, rising. */
  places: Int32Array;
  /** The place from which each is copied. */
  sources: Int32Array;
  /** By how much red, green and blue are moved then, three numbers per pixel. */
  shifts: Float32Array;
}

interface Level {
  /** Red, green, blue and texture. */
  samples: Uint8Array;
  kinds: Uint8Array;
  widthPx: number;
  heightPx: number;
}

const side = 8;
/** A hole of this depth is small: little wider than a patch. */
const smallDepthPx = 5;
const minSidePx = 24;
/** So many patches must be known to be chosen from. */
const minKnown = 64;
const textureRadiusPx = 4;
const textureGain = 1;
/** How much less is trusted per pixel of depth, and how little at least. */
const trustFall = 1.3;
const maxTrustDepth = 40;
/** Rounds of search and vote, and passes of search in each: in the smallest size, between, in the last. */
const smallestRounds = [6, 4] as const;
const middleRounds = [3, 2] as const;
const lastRounds = [2, 1] as const;
/** Over how much the seams of what was copied are evened out. */
const evenRadiusPx = 2;

/** Depth of the hole at each of its pixels, in steps to any of eight sides, at most 255. */
function depthsOf(
  kinds: Uint8Array,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Uint8Array {
  const depths = new Uint8Array(kinds.length);
  const far = 255;
  // Beyond the picture nothing is known, so its border is no rim.
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? far : depths[y * widthPx + x]!;
  for (let y = 0, place = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, place++) {
      if (kinds[place] !== holePixel) continue;
      const before = Math.min(at(x - 1, y), at(x - 1, y - 1), at(x, y - 1), at(x + 1, y - 1));
      depths[place] = Math.min(far, before + 1);
    }
  }
  for (let y = heightPx - 1, place = kinds.length - 1; y >= 0; y--) {
    for (let x = widthPx - 1; x >= 0; x--, place--) {
      if (depths[place] === 0) continue;
      const after = Math.min(at(x + 1, y), at(x + 1, y + 1), at(x, y + 1), at(x - 1, y + 1));
      depths[place] = Math.min(depths[place]!, after + 1);
    }
  }
  return depths;
}

/** Sums of a window over rows or columns of two planes at once: a measure, and of how many pixels it is. */
function slide(
  [from, into]: [Float32Array, Float32Array],
  [count, length]: [number, number],
  [across, along]: [number, number],
): void {
  for (let line = 0; line < count; line++) {
    const start = line * across;
    let sum = 0;
    for (let i = -textureRadiusPx; i < length; i++) {
      const next = i + textureRadiusPx;
      if (next < length) sum += from[start + next * along]!;
      const last = i - textureRadiusPx - 1;
      if (last >= 0) sum -= from[start + last * along]!;
      if (i >= 0) into[start + i * along] = sum;
    }
  }
}

/** How much goes on around each pixel: the mean step of the light from pixel to pixel, where both are known. */
function addTexture({ samples, kinds, widthPx, heightPx }: Level): void {
  const [steps, counts, rows] = [0, 1, 2].map(() => new Float32Array(kinds.length)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const light = (place: number) =>
    samples[4 * place]! + 2 * samples[4 * place + 1]! + samples[4 * place + 2]!;
  for (let y = 0, place = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, place++) {
      if (kinds[place] === holePixel) continue;
      const here = light(place);
      if (x > 0 && kinds[place - 1] !== holePixel) {
        steps[place]! += Math.abs(here - light(place - 1));
        counts[place]!++;
      }
      if (y > 0 && kinds[place - widthPx] !== holePixel) {
        steps[place]! += Math.abs(here - light(place - widthPx));
        counts[place]!++;
      }
    }
  }
  for (const plane of [steps, counts]) {
    slide([plane, rows], [heightPx, widthPx], [widthPx, 1]);
    slide([rows, plane], [widthPx, heightPx], [1, widthPx]);
  }
  for (let place = 0; place < kinds.length; place++) {
    const mean = counts[place]! > 0.5 ? steps[place]! / counts[place]! : 0;
    samples[4 * place + 3] = Math.min(255, Math.round((textureGain * mean) / 2));
  }
}

function firstLevel({ rgb, kinds, widthPx, heightPx }: HolePicture): Level {
  const samples = new Uint8Array(4 * kinds.length);
  for (let place = 0; place < kinds.length; place++) {
    samples[4 * place] = rgb[3 * place]!;
    samples[4 * place + 1] = rgb[3 * place + 1]!;
    samples[4 * place + 2] = rgb[3 * place + 2]!;
  }
  const level = { samples, kinds, widthPx, heightPx };
  addTexture(level);
  return level;
}

/** At half the size: means of colours; of textures those of what is no hole. A last odd row or column isn't in it. */
function halfOf({ samples, kinds, widthPx, heightPx }: Level): Level {
  const half = { widthPx: widthPx >> 1, heightPx: heightPx >> 1 };
  const count = half.widthPx * half.heightPx;
  const [small, smallKinds] = [new Uint8Array(4 * count), new Uint8Array(count)];
  const under = [0, 1, widthPx, widthPx + 1];
  for (let y = 0, to = 0; y < half.heightPx; y++) {
    for (let x = 0; x < half.widthPx; x++, to++) {
      const place = 2 * y * widthPx + 2 * x;
      let [red, green, blue, texture, known, kind] = [2, 2, 2, 0, 0, knownPixel as number];
      for (const step of under) {
        const from = place + step;
        red += samples[4 * from]!;
        green += samples[4 * from + 1]!;
        blue += samples[4 * from + 2]!;
        if (kinds[from] === holePixel) {
          kind = holePixel;
          continue;
        }
        if (kinds[from] === contextPixel && kind === knownPixel) kind = contextPixel;
        known++;
        texture += samples[4 * from + 3]!;
      }
      smallKinds[to] = kind;
      small[4 * to] = red >> 2;
      small[4 * to + 1] = green >> 2;
      small[4 * to + 2] = blue >> 2;
      small[4 * to + 3] = known > 0 ? Math.round(texture / known) : 0;
    }
  }
  return { ...half, samples: small, kinds: smallKinds };
}

/** First textures of the hole, from the rim inwards, each the mean of its neighbours that have one. */
function fillTexture({ samples, kinds, widthPx, heightPx }: Level): void {
  const depths = depthsOf(kinds, { widthPx, heightPx });
  const order: number[][] = [];
  depths.forEach((depth, place) => {
    if (depth === 0) return;
    order[depth] ??= [];
    order[depth].push(place);
  });
  for (let depth = 1; depth < order.length; depth++) {
    for (const place of order[depth] ?? []) {
      const [x, y] = [place % widthPx, Math.floor(place / widthPx)];
      let [sum, count] = [0, 0];
      for (let j = Math.max(0, y - 1); j <= Math.min(heightPx - 1, y + 1); j++) {
        for (let i = Math.max(0, x - 1); i <= Math.min(widthPx - 1, x + 1); i++) {
          const near = j * widthPx + i;
          if (depths[near]! >= depth) continue;
          count++;
          sum += samples[4 * near + 3]!;
        }
      }
      if (count > 0) samples[4 * place + 3] = Math.round(sum / count);
    }
  }
}

/** Per place, whether the patch there has a pixel of these kinds. */
function touching({ kinds, widthPx, heightPx }: Level, isMeant: (kind: number) => boolean): Uint8Array {
  const rows = new Uint8Array(kinds.length);
  const found = new Uint8Array(kinds.length);
  for (let y = 0; y < heightPx; y++) {
    let next = widthPx + side;
    for (let x = widthPx - 1; x >= 0; x--) {
      const place = y * widthPx + x;
      if (isMeant(kinds[place]!)) next = x;
      if (next - x < side) rows[place] = 1;
    }
  }
  for (let x = 0; x < widthPx; x++) {
    let next = heightPx + side;
    for (let y = heightPx - 1; y >= 0; y--) {
      const place = y * widthPx + x;
      if (rows[place] === 1) next = y;
      if (next - y < side) found[place] = 1;
    }
  }
  return found;
}

/** The patches of a level: those that touch the hole, those that are known all over. */
interface Patches {
  targets: Int32Array;
  known: Uint8Array;
  knownPlaces: Int32Array;
}

function patchesOf(level: Level): Patches {
  const { widthPx, heightPx } = level;
  const isTarget = touching(level, (kind) => kind === holePixel);
  const isUnknown = touching(level, (kind) => kind !== knownPixel);
  const known = new Uint8Array(isTarget.length);
  const [targets, knownPlaces]: [number[], number[]] = [[], []];
  for (let y = 0; y <= heightPx - side; y++) {
    for (let x = 0; x <= widthPx - side; x++) {
      const place = y * widthPx + x;
      if (isTarget[place] === 1) targets.push(place);
      if (isUnknown[place] === 1) continue;
      known[place] = 1;
      knownPlaces.push(place);
    }
  }
  return { targets: Int32Array.from(targets), known, knownPlaces: Int32Array.from(knownPlaces) };
}

/** What a level has found. */
interface Found {
  level: Level;
  /** Per place: that of the patch that its patch takes, -1 where it has no hole; and its shifts, a byte each. */
  sources: Int32Array;
  shifts: Int32Array;
}

/** Numbers by Marsaglia's xorshift, from 0 up to `below`. */
function createDraw(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** With what the patches of a level begin: twice what the level of half the size has found, else by chance. */
function startOf({ widthPx, heightPx }: Level, patches: Patches, coarse: Found | undefined, seed: number) {
  const draw = createDraw(seed);
  const sources = new Int32Array(patches.known.length).fill(-1);
  const shifts = new Int32Array(patches.known.length);
  for (const target of patches.targets) {
    const [x, y] = [target % widthPx, Math.floor(target / widthPx)];
    let source = -1;
    if (coarse) {
      const { widthPx: halfWidth, heightPx: halfHeight } = coarse.level;
      const [i, j] = [Math.min(x >> 1, halfWidth - side), Math.min(y >> 1, halfHeight - side)];
      const half = j * halfWidth + i;
      const taken = coarse.sources[half]!;
      if (taken >= 0) {
        const toX = x + 2 * ((taken % halfWidth) - i);
        const toY = y + 2 * (Math.floor(taken / halfWidth) - j);
        const isInside = toX >= 0 && toY >= 0 && toX <= widthPx - side && toY <= heightPx - side;
        if (isInside && patches.known[toY * widthPx + toX] === 1) source = toY * widthPx + toX;
        shifts[target] = coarse.shifts[half]!;
      }
    }
    sources[target] = source >= 0 ? source : patches.knownPlaces[draw(patches.knownPlaces.length)]!;
  }
  return { sources, shifts };
}

type Names = 'image' | 'known' | 'sources' | 'costs' | 'shifts' | 'depths' | 'targets' | 'pixels' | 'small';

const trusts = Float32Array.from({ length: 256 }, (_, depth) => {
  let trust = 1;
  for (let i = 0; i < Math.min(depth, maxTrustDepth); i++) trust = Math.fround(trust / trustFall);
  return trust;
});

interface Run {
  level: Level;
  patches: Patches;
  pixels: Int32Array;
  layout: KernelLayout<Names>;
}

function openRun(level: Level, patches: Patches, coarse: Found | undefined, seed: number): Run {
  const { samples, kinds, widthPx, heightPx } = level;
  const places = kinds.length;
  const found: number[] = [];
  kinds.forEach((kind, place) => {
    if (kind === holePixel) found.push(place);
  });
  const pixels = Int32Array.from(found);
  const layout = layOut<Names>({
    image: 4 * places,
    known: places,
    sources: 4 * places,
    costs: 4 * places,
    shifts: 4 * places,
    depths: places,
    targets: 4 * patches.targets.length,
    pixels: 8 * pixels.length,
    small: 4 * 256,
  });
  const { at, bytes, floats, integers, kernels } = layout;
  const start = startOf(level, patches, coarse, seed);
  bytes.set(samples, at.image);
  bytes.set(patches.known, at.known);
  integers.set(start.sources, at.sources / 4);
  floats.fill(0, at.costs / 4, at.costs / 4 + places);
  integers.set(start.shifts, at.shifts / 4);
  bytes.set(depthsOf(kinds, level), at.depths);
  integers.set(patches.targets, at.targets / 4);
  integers.set(pixels, at.pixels / 4);
  floats.set(trusts, at.small / 4);
  kernels.openPatches(at.image, at.known, at.sources, at.costs, at.shifts, widthPx, heightPx, seed);
  return { level, patches, pixels, layout };
}

/** Searches and votes in turns; begins with a vote where the places come from a smaller size. */
function work(run: Run, [rounds, passes]: readonly [number, number], hasPlaces: boolean): void {
  const { level, patches, pixels, layout } = run;
  const { at, kernels } = layout;
  const count = patches.targets.length;
  const vote = () => kernels.votePatches(at.pixels, pixels.length, at.depths, at.small);
  if (hasPlaces) vote();
  const reach = Math.max(level.widthPx, level.heightPx);
  for (let round = 0; round < rounds; round++) {
    kernels.measurePatches(at.targets, count);
    for (let pass = 0; pass < passes; pass++) {
      kernels.detectPatches(at.targets, count, pass % 2, round === 0 && !hasPlaces ? reach : reach >> 1);
    }
    vote();
  }
}

/** Means of a window over the rows, then the columns, twice, of three samples a pixel. */
function evenOut(values: Float32Array, widthPx: number, heightPx: number): void {
  const line = new Float32Array(Math.max(widthPx, heightPx));
  const pass = (lines: number, length: number, across: number, along: number) => {
    for (let start = 0; start < 3 * lines; start++) {
      const first = Math.floor(start / 3) * across + (start % 3);
      for (let k = 0; k < length; k++) line[k] = values[first + k * along]!;
      let [sum, count] = [0, 0];
      for (let k = -evenRadiusPx; k < length; k++) {
        if (k + evenRadiusPx < length) {
          sum += line[k + evenRadiusPx]!;
          count++;
        }
        if (k > evenRadiusPx) {
          sum -= line[k - evenRadiusPx - 1]!;
          count--;
        }
        if (k >= 0) values[first + k * along] = sum / count;
      }
    }
  };
  for (let time = 0; time < 2; time++) {
    pass(heightPx, widthPx, 3 * widthPx, 3);
    pass(widthPx, heightPx, 3, 3 * widthPx);
  }
}

/** Where the hole lies, and some pixels around it. */
function boxOf(pixels: Int32Array, { widthPx, heightPx }: Level, margin: number) {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (const place of pixels) {
    const [x, y] = [place % widthPx, Math.floor(place / widthPx)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  left = Math.max(0, left - margin);
  top = Math.max(0, top - margin);
  right = Math.min(widthPx, right + margin + 1);
  bottom = Math.min(heightPx, bottom + margin + 1);
  return { left, top, widthPx: right - left, heightPx: bottom - top };
}

/**
 * What was copied has grain and seams, what was voted has neither: the copy is moved by what both differ in, evened out.
 */
function shiftsOf({ level, pixels, layout }: Run, sources: Int32Array): Float32Array {
  const { at, bytes } = layout;
  const box = boxOf(pixels, level, 2 * evenRadiusPx);
  const values = new Float32Array(3 * box.widthPx * box.heightPx);
  const inBox = (place: number): number =>
    (Math.floor(place / level.widthPx) - box.top) * box.widthPx + (place % level.widthPx) - box.left;
  pixels.forEach((place, i) => {
    const to = 3 * inBox(place);
    for (let c = 0; c < 3; c++) {
      values[to + c] = bytes[at.image + 4 * place + c]! - bytes[at.image + 4 * sources[i]! + c]!;
    }
  });
  evenOut(values, box.widthPx, box.heightPx);
  const shifts = new Float32Array(3 * pixels.length);
  pixels.forEach((place, i) => {
    const from = 3 * inBox(place);
    shifts.set(values.subarray(from, from + 3), 3 * i);
  });
  return shifts;
}

function takeCopy(run: Run): HoleCopy {
  const { pixels, layout } = run;
  const { at, integers, kernels } = layout;
  const into = at.pixels + 4 * pixels.length;
  kernels.choosePatches(at.pixels, pixels.length, into);
  const sources = integers.slice(into / 4, into / 4 + pixels.length);
  return { places: pixels, sources, shifts: shiftsOf(run, sources) };
}

/** The picture and its halves, down to where the hole is small, each with its patches. Empty where too little is known. */
function sizesOf(picture: HolePicture): { level: Level; patches: Patches }[] {
  const sizes: { level: Level; patches: Patches }[] = [];
  for (let level = firstLevel(picture); ; level = halfOf(level)) {
    const patches = patchesOf(level);
    if (patches.knownPlaces.length < minKnown || patches.targets.length === 0) return sizes;
    sizes.push({ level, patches });
    if (Math.min(level.widthPx, level.heightPx) < 2 * minSidePx) return sizes;
    const depth = depthsOf(level.kinds, level).reduce((most, value) => Math.max(most, value), 0);
    if (depth <= smallDepthPx) return sizes;
  }
}

/**
 * From where the pixels of the hole are copied. Same picture and seed, same answer. Undefined where too little is known to
 * copy from. Takes about 40 bytes of memory per pixel.
 */
export function findHoleCopy(picture: HolePicture, seed: number): HoleCopy | undefined {
  const sizes = sizesOf(picture);
  let coarse: Found | undefined;
  for (let index = sizes.length - 1; index >= 0; index--) {
    const { level, patches } = sizes[index]!;
    if (!coarse) fillTexture(level);
    const run = openRun(level, patches, coarse, seed + index + 1);
    const rounds = !coarse ? smallestRounds : index > 0 ? middleRounds : lastRounds;
    work(run, rounds, coarse !== undefined);
    if (index === 0) {
      run.layout.kernels.measurePatches(run.layout.at.targets, patches.targets.length);
      return takeCopy(run);
    }
    const { at, integers } = run.layout;
    const taken = (from: number) => integers.slice(from / 4, from / 4 + level.kinds.length);
    coarse = { level, sources: taken(at.sources), shifts: taken(at.shifts) };
  }
  return undefined;
}
