/**
 * Filling by patches of 8 x 8 pixels (Wexler, Shechtman, Irani, "Space-time completion of video", 2007): each patch that
 * touches a hole looks for the most alike one of the known picture (Barnes et al., "PatchMatch", 2009), then each pixel of
 * the hole becomes what the patches over it say. Pixels are four bytes: red, green, blue and a measure of the texture, as
 * Newson et al. proposed ("Video inpainting of complex scenes", 2014). A patch may be taken lighter or darker than it is
 * by a little, so that gradients have no steps.
 *
 * A patch is named by the place of its upper left pixel.
 */

const side = 8;
/** By how much a colour of a patch may be shifted, in levels; the texture never is. */
const maxShift: f32 = 14;
/** How much of what a shift explains counts all the same: of two patches the one that needs none is better. */
const shiftPrice: f32 = 0.3;
/** Costs below this are grain: 2 levels a sample. */
const grainCost: f32 = 768;

let imageAt: usize = 0;
let knownAt: usize = 0;
let sourcesAt: usize = 0;
let costsAt: usize = 0;
let shiftsAt: usize = 0;
let width: i32 = 0;
let height: i32 = 0;
let random: u32 = 1;

/**
 * Tells the other functions where things are, of a picture of `widthPx` x `heightPx`. Per place: `image` 4 bytes; `known`
 * one byte, 1 where a patch is known in all its pixels; `sources`, `costs` (f32) and `shifts` 4 bytes each.
 */
export function openPatches(
  image: usize,
  known: usize,
  sources: usize,
  costs: usize,
  shifts: usize,
  widthPx: i32,
  heightPx: i32,
  seed: u32,
): void {
  imageAt = image;
  knownAt = known;
  sourcesAt = sources;
  costsAt = costs;
  shiftsAt = shifts;
  width = widthPx;
  height = heightPx;
  random = seed | 1;
}

/** Xorshift of 32 bits (Marsaglia, 2003). */
function draw(): u32 {
  random ^= random << 13;
  random ^= random >> 17;
  random ^= random << 5;
  return random;
}

let foundShift: i32 = 0;

/** How unlike two patches are, after the shift that makes them most alike, which is left in `foundShift`. */
function unlikeness(target: i32, source: i32): f32 {
  const rowBytes = (<usize>width) << 2;
  let a = imageAt + ((<usize>target) << 2);
  let b = imageAt + ((<usize>source) << 2);
  let squares = i32x4.splat(0);
  let sums = i16x8.splat(0);
  for (let row = 0; row < side; row++) {
    const a0 = v128.load(a);
    const b0 = v128.load(b);
    const a1 = v128.load(a, 16);
    const b1 = v128.load(b, 16);
    const d0 = i16x8.sub(i16x8.extend_low_i8x16_u(a0), i16x8.extend_low_i8x16_u(b0));
    const d1 = i16x8.sub(i16x8.extend_high_i8x16_u(a0), i16x8.extend_high_i8x16_u(b0));
    const d2 = i16x8.sub(i16x8.extend_low_i8x16_u(a1), i16x8.extend_low_i8x16_u(b1));
    const d3 = i16x8.sub(i16x8.extend_high_i8x16_u(a1), i16x8.extend_high_i8x16_u(b1));
    sums = i16x8.add(sums, i16x8.add(i16x8.add(d0, d1), i16x8.add(d2, d3)));
    squares = i32x4.add(squares, i32x4.add(i32x4.dot_i16x8_s(d0, d0), i32x4.dot_i16x8_s(d1, d1)));
    squares = i32x4.add(squares, i32x4.add(i32x4.dot_i16x8_s(d2, d2), i32x4.dot_i16x8_s(d3, d3)));
    a += rowBytes;
    b += rowBytes;
  }
  const total = f32x4.convert_i32x4_s(
    i32x4.add(i32x4.extend_low_i16x8_s(sums), i32x4.extend_high_i16x8_s(sums)),
  );
  const most = f32x4.replace_lane(f32x4.splat(maxShift), 3, 0);
  const shift = f32x4.max(f32x4.min(f32x4.mul(total, f32x4.splat(<f32>1 / 64)), most), f32x4.neg(most));
  // Of the sum of (d - shift)², and the price of the shift.
  const explained = f32x4.mul(
    shift,
    f32x4.sub(f32x4.add(total, total), f32x4.mul(shift, f32x4.splat(<f32>64 * (1 + shiftPrice)))),
  );
  const rest = f32x4.sub(f32x4.convert_i32x4_s(squares), explained);
  const quarters = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(shift, f32x4.splat(4))));
  const narrow = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(quarters, quarters), i16x8.splat(0));
  foundShift = i32x4.extract_lane(narrow, 0);
  return (
    f32x4.extract_lane(rest, 0) +
    f32x4.extract_lane(rest, 1) +
    f32x4.extract_lane(rest, 2) +
    f32x4.extract_lane(rest, 3)
  );
}

function tryPatch(target: i32, source: i32): void {
  const at = (<usize>target) << 2;
  const cost = unlikeness(target, source);
  if (cost >= load<f32>(costsAt + at)) return;
  store<f32>(costsAt + at, cost);
  store<i32>(sourcesAt + at, source);
  store<i32>(shiftsAt + at, foundShift);
}

/** Measures what the patches have, after the picture in the hole has changed. */
export function measurePatches(targets: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const target = load<i32>(targets + ((<usize>i) << 2));
    const at = (<usize>target) << 2;
    store<f32>(costsAt + at, unlikeness(target, load<i32>(sourcesAt + at)));
    store<i32>(shiftsAt + at, foundShift);
  }
}

/** What the neighbour `step` places before it takes, moved on by as much. Neighbours outside of the hole take nothing. */
function tryNeighbour(target: i32, step: i32): void {
  const near = load<i32>(sourcesAt + ((<usize>(target - step)) << 2));
  if (near < 0) return;
  const source = near + step;
  const x = near % width;
  if (step === 1 && x >= width - side) return;
  if (step === -1 && x === 0) return;
  if (source < 0 || source >= width * height) return;
  if (load<u8>(knownAt + <usize>source) === 0) return;
  if (load<i32>(sourcesAt + ((<usize>target) << 2)) === source) return;
  tryPatch(target, source);
}

/**
 * One pass over `count` targets, forwards or backwards: what neighbours have found, then chance in squares around what is
 * the best so far, from `reach` pixels down.
 */
export function detectPatches(targets: usize, count: i32, isBackwards: i32, reach: i32): void {
  const sign = isBackwards ? -1 : 1;
  const right = width - side;
  const bottom = height - side;
  for (let i = 0; i < count; i++) {
    const index = isBackwards ? count - 1 - i : i;
    const target = load<i32>(targets + ((<usize>index) << 2));
    const x = target % width;
    const y = target / width;
    if (isBackwards ? x < right : x > 0) tryNeighbour(target, sign);
    if (isBackwards ? y < bottom : y > 0) tryNeighbour(target, sign * width);
    for (let radius = reach; radius > 0; radius >>= 1) {
      const best = load<i32>(sourcesAt + ((<usize>target) << 2));
      const left = max(0, (best % width) - radius);
      const top = max(0, best / width - radius);
      const columns = min(right, (best % width) + radius) - left + 1;
      const rows = min(bottom, best / width + radius) - top + 1;
      const source = (top + <i32>(draw() % <u32>rows)) * width + left + <i32>(draw() % <u32>columns);
      if (load<u8>(knownAt + <usize>source) === 0 || source === best) continue;
      tryPatch(target, source);
    }
  }
}

/** The least cost of the patches over the pixel. */
function leastOver(left: i32, right: i32, top: i32, bottom: i32): f32 {
  let least: f32 = 1e30;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      least = min(least, load<f32>(costsAt + ((<usize>(y * width + x)) << 2)));
    }
  }
  return least;
}

/**
 * Makes `count` pixels what the patches over them say: those that fit better, and those whose middle is nearer to what is
 * known, say more. `depths`: a byte per place, how far it is from the rim; `trust`: f32 by depth.
 */
export function votePatches(pixels: usize, count: i32, depths: usize, trust: usize): void {
  const middle = <usize>(4 * width + 4);
  for (let i = 0; i < count; i++) {
    const pixel = load<i32>(pixels + ((<usize>i) << 2));
    const px = pixel % width;
    const py = pixel / width;
    const left = max(0, px - side + 1);
    const right = min(width - side, px);
    const top = max(0, py - side + 1);
    const bottom = min(height - side, py);
    const least = leastOver(left, right, top, bottom) + grainCost;
    let sum = f32x4.splat(0);
    let weights: f32 = 0;
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const patch = y * width + x;
        const at = (<usize>patch) << 2;
        const near = least / (load<f32>(costsAt + at) + grainCost);
        const depth = <usize>load<u8>(depths + <usize>patch + middle);
        const weight = near * near * load<f32>(trust + (depth << 2));
        const source = load<i32>(sourcesAt + at) + pixel - patch;
        const colour = f32x4.convert_i32x4_u(
          i32x4.extend_low_i16x8_u(
            i16x8.extend_low_i8x16_u(v128.load32_zero(imageAt + ((<usize>source) << 2))),
          ),
        );
        const shift = f32x4.convert_i32x4_s(
          i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(shiftsAt + at))),
        );
        const moved = f32x4.add(colour, f32x4.mul(shift, f32x4.splat(0.25)));
        sum = f32x4.add(sum, f32x4.mul(moved, f32x4.splat(weight)));
        weights += weight;
      }
    }
    const mean = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.div(sum, f32x4.splat(weights))));
    const bytes = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(mean, mean), i16x8.splat(0));
    v128.store32_lane(imageAt + ((<usize>pixel) << 2), bytes, 0);
  }
}

/** For each of `count` pixels the place that it is copied from: where the best of the patches over it has it. */
export function choosePatches(pixels: usize, count: i32, places: usize): void {
  for (let i = 0; i < count; i++) {
    const pixel = load<i32>(pixels + ((<usize>i) << 2));
    const px = pixel % width;
    const py = pixel / width;
    let least: f32 = 1e30;
    let place = pixel;
    for (let y = max(0, py - side + 1); y <= min(height - side, py); y++) {
      for (let x = max(0, px - side + 1); x <= min(width - side, px); x++) {
        const patch = y * width + x;
        const at = (<usize>patch) << 2;
        const cost = load<f32>(costsAt + at);
        if (cost >= least) continue;
        least = cost;
        place = load<i32>(sourcesAt + at) + pixel - patch;
      }
    }
    store<i32>(places + ((<usize>i) << 2), place);
  }
}
