import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { noisePlane } from '../testing/kernel-samples.ts';

let layOut: typeof import('./kernel-memory.ts').layOut;
let medianPlane: typeof import('./median-plane.ts').medianPlane;

/** Kernels of its own: those that other tests have used already are watched by a timer of theirs. */
beforeAll(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ layOut } = await import('./kernel-memory.ts'));
  ({ medianPlane } = await import('./median-plane.ts'));
});
afterAll(() => {
  vi.useRealTimers();
  vi.resetModules();
});

it('lays buffers out side by side, aligned, with room behind each', () => {
  const { at, bytes } = layOut({ first: 100, second: 1, third: 64 });
  expect(at.first % 64).toBe(0);
  expect(at.second).toBeGreaterThanOrEqual(at.first + 100 + 64);
  expect(at.third).toBeGreaterThanOrEqual(at.second + 1 + 64);
  expect(bytes.length).toBeGreaterThanOrEqual(at.third + 64 + 64);
});

it('refuses more memory than is allowed, and goes on', () => {
  expect(() => layOut({ much: 257 * 1024 * 1024 })).toThrow(RangeError);
  expect(medianPlane(noisePlane(20, 20), 2).samples).toHaveLength(400);
});

it('releases the memory when no kernel ran for a while, and not before', () => {
  layOut({ much: 60_000_000 });
  vi.advanceTimersByTime(1500);
  expect(layOut({ some: 1 }).bytes.length).toBeGreaterThan(60_000_000);
  vi.advanceTimersByTime(60_000);
  expect(layOut({ some: 1 }).bytes.length).toBeLessThan(1_000_000);
  expect(medianPlane(noisePlane(20, 20), 2).samples).toHaveLength(400);
});
