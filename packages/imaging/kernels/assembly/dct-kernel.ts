/**
 * 8-point DCT-II and its inverse on four lanes at once (Loeffler, Ligtenberg and Moschytz 1989, in the arrangement of
 * libjpeg's integer transform, here in single precision). Each direction scales by the root of 8.
 */

const A: f32 = 0.5411961;
const B: f32 = 0.765366864;
const C: f32 = -1.847759065;
const D: f32 = 1.175875602;
const E: f32 = 0.298631336;
const F: f32 = 2.053119869;
const G: f32 = 3.072711026;
const H: f32 = 1.50132111;
const I: f32 = -0.899976223;
const J: f32 = -2.562915447;
const K: f32 = -1.96157056;
const L: f32 = -0.390180644;

/** Eight vectors, `step` bytes apart, to eight vectors at `to`, 32 bytes apart. */
export function forwardDct(from: usize, step: usize, to: usize): void {
  const x0 = v128.load(from);
  const x1 = v128.load(from + step);
  const x2 = v128.load(from + 2 * step);
  const x3 = v128.load(from + 3 * step);
  const x4 = v128.load(from + 4 * step);
  const x5 = v128.load(from + 5 * step);
  const x6 = v128.load(from + 6 * step);
  const x7 = v128.load(from + 7 * step);
  const s0 = f32x4.add(x0, x7);
  const s1 = f32x4.add(x1, x6);
  const s2 = f32x4.add(x2, x5);
  const s3 = f32x4.add(x3, x4);
  const even0 = f32x4.add(s0, s3);
  const even1 = f32x4.add(s1, s2);
  const even2 = f32x4.sub(s1, s2);
  const even3 = f32x4.sub(s0, s3);
  v128.store(to, f32x4.add(even0, even1));
  v128.store(to, f32x4.sub(even0, even1), 128);
  const turned = f32x4.mul(f32x4.add(even2, even3), f32x4.splat(A));
  v128.store(to, f32x4.add(turned, f32x4.mul(even3, f32x4.splat(B))), 64);
  v128.store(to, f32x4.add(turned, f32x4.mul(even2, f32x4.splat(C))), 192);
  const d4 = f32x4.sub(x3, x4);
  const d5 = f32x4.sub(x2, x5);
  const d6 = f32x4.sub(x1, x6);
  const d7 = f32x4.sub(x0, x7);
  const z1 = f32x4.mul(f32x4.add(d4, d7), f32x4.splat(I));
  const z2 = f32x4.mul(f32x4.add(d5, d6), f32x4.splat(J));
  const y3 = f32x4.add(d4, d6);
  const y4 = f32x4.add(d5, d7);
  const z5 = f32x4.mul(f32x4.add(y3, y4), f32x4.splat(D));
  const z3 = f32x4.add(f32x4.mul(y3, f32x4.splat(K)), z5);
  const z4 = f32x4.add(f32x4.mul(y4, f32x4.splat(L)), z5);
  v128.store(to, f32x4.add(f32x4.add(f32x4.mul(d4, f32x4.splat(E)), z1), z3), 224);
  v128.store(to, f32x4.add(f32x4.add(f32x4.mul(d5, f32x4.splat(F)), z2), z4), 160);
  v128.store(to, f32x4.add(f32x4.add(f32x4.mul(d6, f32x4.splat(G)), z2), z3), 96);
  v128.store(to, f32x4.add(f32x4.add(f32x4.mul(d7, f32x4.splat(H)), z1), z4), 32);
}

function addTo(at: usize, value: v128): void {
  v128.store(at, f32x4.add(v128.load(at), value));
}

/** Eight vectors at `from`, 32 bytes apart, back to eight that are added, times `weight`, `step` bytes apart. */
export function addInverseDct(from: usize, to: usize, step: usize, weight: v128): void {
  const x0 = f32x4.mul(v128.load(from), weight);
  const x1 = f32x4.mul(v128.load(from, 32), weight);
  const x2 = f32x4.mul(v128.load(from, 64), weight);
  const x3 = f32x4.mul(v128.load(from, 96), weight);
  const x4 = f32x4.mul(v128.load(from, 128), weight);
  const x5 = f32x4.mul(v128.load(from, 160), weight);
  const x6 = f32x4.mul(v128.load(from, 192), weight);
  const x7 = f32x4.mul(v128.load(from, 224), weight);
  const turned = f32x4.mul(f32x4.add(x2, x6), f32x4.splat(A));
  const t2 = f32x4.add(turned, f32x4.mul(x6, f32x4.splat(C)));
  const t3 = f32x4.add(turned, f32x4.mul(x2, f32x4.splat(B)));
  const t0 = f32x4.add(x0, x4);
  const t1 = f32x4.sub(x0, x4);
  const even0 = f32x4.add(t0, t3);
  const even3 = f32x4.sub(t0, t3);
  const even1 = f32x4.add(t1, t2);
  const even2 = f32x4.sub(t1, t2);
  const z1 = f32x4.mul(f32x4.add(x7, x1), f32x4.splat(I));
  const z2 = f32x4.mul(f32x4.add(x5, x3), f32x4.splat(J));
  const y3 = f32x4.add(x7, x3);
  const y4 = f32x4.add(x5, x1);
  const z5 = f32x4.mul(f32x4.add(y3, y4), f32x4.splat(D));
  const z3 = f32x4.add(f32x4.mul(y3, f32x4.splat(K)), z5);
  const z4 = f32x4.add(f32x4.mul(y4, f32x4.splat(L)), z5);
  const odd0 = f32x4.add(f32x4.add(f32x4.mul(x7, f32x4.splat(E)), z1), z3);
  const odd1 = f32x4.add(f32x4.add(f32x4.mul(x5, f32x4.splat(F)), z2), z4);
  const odd2 = f32x4.add(f32x4.add(f32x4.mul(x3, f32x4.splat(G)), z2), z3);
  const odd3 = f32x4.add(f32x4.add(f32x4.mul(x1, f32x4.splat(H)), z1), z4);
  addTo(to, f32x4.add(even0, odd3));
  addTo(to + step, f32x4.add(even1, odd2));
  addTo(to + 2 * step, f32x4.add(even2, odd1));
  addTo(to + 3 * step, f32x4.add(even3, odd0));
  addTo(to + 4 * step, f32x4.sub(even3, odd0));
  addTo(to + 5 * step, f32x4.sub(even2, odd1));
  addTo(to + 6 * step, f32x4.sub(even1, odd2));
  addTo(to + 7 * step, f32x4.sub(even0, odd3));
}
