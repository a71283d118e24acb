/**
 * Inpainting by fast marching (Telea, "An image inpainting technique based on the fast marching method", 2004): unknown
 * pixels are filled from the rim inwards, nearest first, each from the known ones around it.
 */

const known: u8 = 0;
const unknown: u8 = 1;
const rim: u8 = 2; // and 3 outside of the picture
const far: f32 = 1e6;

/** A binary heap of places, ordered by their times; equal times by place, so that the order is the same everywhere. */
let heap: usize = 0;
let heapLength: i32 = 0;
let timesAt: usize = 0;
let flagsAt: usize = 0;

function timeOf(place: i32): f32 {
  return load<f32>(timesAt + ((<usize>place) << 2));
}

function flagOf(place: i32): u8 {
  return load<u8>(flagsAt + <usize>place);
}

function heapGet(at: i32): i32 {
  return load<i32>(heap + ((<usize>at) << 2));
}

function heapSet(at: i32, place: i32): void {
  store<i32>(heap + ((<usize>at) << 2), place);
}

function isBefore(a: i32, b: i32): bool {
  const timeA = timeOf(a);
  const timeB = timeOf(b);
  return timeA < timeB || (timeA === timeB && a < b);
}

function push(place: i32): void {
  let at = heapLength++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heapGet(parent);
    if (!isBefore(place, above)) break;
    heapSet(at, above);
    at = parent;
  }
  heapSet(at, place);
}

function pop(): i32 {
  const first = heapGet(0);
  const last = heapGet(--heapLength);
  let at = 0;
  while (true) {
    let child = 2 * at + 1;
    if (child >= heapLength) break;
    if (child + 1 < heapLength && isBefore(heapGet(child + 1), heapGet(child))) child++;
    const below = heapGet(child);
    if (!isBefore(below, last)) break;
    heapSet(at, below);
    at = child;
  }
  heapSet(at, last);
  return first;
}

function isReached(place: i32): bool {
  const flag = flagOf(place);
  return flag === known || flag === rim;
}

/** The time at which a front that passes `a` and `b`, neighbours on two axes, arrives. */
function arrival(a: i32, b: i32): f32 {
  const timeA = isReached(a) ? timeOf(a) : far;
  const timeB = isReached(b) ? timeOf(b) : far;
  const first = min(timeA, timeB);
  const apart = abs(timeA - timeB);
  if (apart >= 1) return first + 1;
  return (timeA + timeB + sqrt<f32>(<f32>2 - apart * apart)) * <f32>0.5;
}

/** The slope of the times at `place` on one axis. */
function slope(place: i32, step: i32): f32 {
  const before = isReached(place - step);
  const after = isReached(place + step);
  if (before && after) return (timeOf(place + step) - timeOf(place - step)) * <f32>0.5;
  if (after) return timeOf(place + step) - timeOf(place);
  if (before) return timeOf(place) - timeOf(place - step);
  return 0;
}

/** A pixel from the known ones within the radius: near ones, those on the front's way and of its age count most. */
function fill(rgb: usize, place: i32, stride: i32, offsets: usize, count: i32): void {
  const time = timeOf(place);
  const slopeX = slope(place, 1);
  const slopeY = slope(place, stride);
  let weights: f32 = 0;
  let red: f32 = 0;
  let green: f32 = 0;
  let blue: f32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const offset = offsets + (i << 4);
    const near = place + load<i32>(offset);
    if (!isReached(near)) continue;
    const along = abs(load<f32>(offset, 4) * slopeX + load<f32>(offset, 8) * slopeY);
    const aged = <f32>1 + abs(timeOf(near) - time);
    const weight = (load<f32>(offset, 12) * max(along, <f32>1e-3)) / aged;
    const from = rgb + <usize>near * 3;
    weights += weight;
    red += weight * <f32>load<u8>(from);
    green += weight * <f32>load<u8>(from, 1);
    blue += weight * <f32>load<u8>(from, 2);
  }
  if (weights <= 0) return;
  const to = rgb + <usize>place * 3;
  store<u8>(to, <u8>nearest<f32>(red / weights));
  store<u8>(to, <u8>nearest<f32>(green / weights), 1);
  store<u8>(to, <u8>nearest<f32>(blue / weights), 2);
}

function visit(rgb: usize, place: i32, stride: i32, offsets: usize, count: i32): void {
  if (flagOf(place) !== unknown) return;
  const time = min(
    min(arrival(place - stride, place - 1), arrival(place + stride, place - 1)),
    min(arrival(place - stride, place + 1), arrival(place + stride, place + 1)),
  );
  store<f32>(timesAt + ((<usize>place) << 2), time);
  fill(rgb, place, stride, offsets, count);
  store<u8>(flagsAt + <usize>place, rim);
  push(place);
}

/**
 * Fills the pixels flagged 1 of `count` places, in place; flags are 0 for known ones, and 3 around the picture, where
 * the frame is as wide as the radius. `offsets`: per neighbour its distance in places, x, y (both as a share of their
 * length) and weight. `queue` has room for every unknown pixel and every known one beside one.
 */
export function inpaint(
  rgb: usize,
  flags: usize,
  times: usize,
  stride: i32,
  places: i32,
  offsets: usize,
  count: i32,
  queue: usize,
): void {
  heap = queue;
  heapLength = 0;
  timesAt = times;
  flagsAt = flags;
  for (let place = stride; place < places - stride; place++) {
    if (flagOf(place) !== known) continue;
    const isRim =
      flagOf(place - 1) === unknown ||
      flagOf(place + 1) === unknown ||
      flagOf(place - stride) === unknown ||
      flagOf(place + stride) === unknown;
    if (isRim) push(place);
  }
  while (heapLength > 0) {
    const place = pop();
    visit(rgb, place - stride, stride, offsets, count);
    visit(rgb, place - 1, stride, offsets, count);
    visit(rgb, place + 1, stride, offsets, count);
    visit(rgb, place + stride, stride, offsets, count);
  }
}
