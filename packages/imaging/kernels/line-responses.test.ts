import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noisePlane } from '../testing/kernel-samples.ts';
import { type Plane8, stripRows } from './kernel-planes.ts';
import { type LineOptions, type LineResponses, lineResponses as respond } from './line-responses.ts';

type OneThickness = Omit<LineOptions, 'thicknessesPx'> & { thicknessPx: number };
const lineResponses = (plane: Plane8, { thicknessPx, ...options }: OneThickness): LineResponses =>
  respond(plane, { ...options, thicknessesPx: [thicknessPx] })[0]!;

/** (a * b + 16384) / 32768, as the kernels multiply by a fraction. */
const share = (a: number, b: number): number => Math.floor((a * b + 16384) / 32768);

/** One pixel's responses, as the definition says. */
function respondByHand(plane: Plane8, options: OneThickness, [x0, y0]: [number, number]): number[] {
  const { widthPx, heightPx } = plane;
  const at = (x: number, y: number): number => {
    const place = Math.max(0, Math.min(heightPx - 1, y)) * widthPx + Math.max(0, Math.min(widthPx - 1, x));
    return options.polarity === 'dark' ? 255 - plane.samples[place]! : plane.samples[place]!;
  };
  const before = Math.floor((options.thicknessPx - 1) / 2);
  const after = Math.floor(options.thicknessPx / 2);
  const found = Array.from({ length: 16 }, (_, d) => {
    const [cos, sin] = [Math.cos((d * Math.PI) / 16), Math.sin((d * Math.PI) / 16)];
    const long = Math.max(Math.abs(cos), Math.abs(sin));
    const half = Math.round(((options.lengthPx - 1) / 2) * long);
    const steps = Array.from({ length: 2 * half + 1 }, (_, i) => i - half);
    const line = steps.map((i) => {
      const [x, y] =
        Math.abs(cos) >= Math.abs(sin) ? [i, Math.round((i * sin) / cos)] : [Math.round((i * cos) / sin), i];
      return [x, y] as const;
    });
    const aside = (step: number) => [Math.round(-step * sin), Math.round(step * cos)] as const;
    const shift = Math.floor(Math.log2(128 / line.length));
    const factor = Math.round((32768 * 64) / (line.length * 2 ** shift));
    const mean = (step: number): number => {
      const [dx, dy] = aside(step);
      return share(line.reduce((sum, [x, y]) => sum + at(x0 + x + dx, y0 + y + dy), 0) * 2 ** shift, factor);
    };
    let centre = mean(0);
    if (options.thicknessPx > 1) {
      centre = 0;
      const part = Math.floor(32768 / options.thicknessPx);
      for (let step = -before; step <= after; step++) centre += share(mean(step), part);
    }
    const sides = Math.max(mean(-before - 2), mean(after + 2));
    const [[lx, ly], [rx, ry]] = [aside(-before - 2), aside(after + 2)];
    const marks = line.filter(([x, y]) => {
      const [px, py] = [x0 + x, y0 + y];
      return at(px, py) - Math.max(at(px + lx, py + ly), at(px + rx, py + ry)) >= options.supportLevel;
    });
    const strength = Math.max(0, Math.min(255, Math.floor((centre - sides) / 16)));
    return { strength, support: Math.round((marks.length * 255) / line.length) };
  });
  const strength = Math.max(...found.map((it) => it.strength));
  const direction = found.findIndex((it) => it.strength === strength);
  const far = found.filter((_, d) =>
    [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].includes((d - direction + 16) % 16),
  );
  return [strength, direction, Math.max(...far.map((it) => it.strength)), found[direction]!.support];
}

const read = (it: LineResponses, place: number): number[] =>
  [it.strength, it.direction, it.second, it.support].map((plane) => plane[place]!);

describe('lineResponses', () => {
  it('is what its definition says, whatever the size', () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 40 }), fc.nat(999));
    const options = fc.record({
      lengthPx: fc.integer({ min: 3, max: 127 }),
      thicknessPx: fc.integer({ min: 1, max: 9 }),
      polarity: fc.constantFrom('bright' as const, 'dark' as const),
      supportLevel: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(sizes, options, ([width, height, seed], chosen) => {
        const plane = noisePlane(width, height, seed);
        const found = lineResponses(plane, chosen);
        for (let place = seed % 7; place < width * height; place += 61) {
          const by = respondByHand(plane, chosen, [place % width, Math.floor(place / width)]);
          expect(read(found, place)).toEqual(by);
        }
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  const options: OneThickness = { lengthPx: 31, thicknessPx: 1, polarity: 'bright', supportLevel: 10 };

  it.each(Array.from({ length: 16 }, (_, d) => d))(
    'finds a line in direction %i and tells it from an edge',
    (d) => {
      const angle = (d * Math.PI) / 16;
      const line = { samples: new Uint8Array(101 * 101).fill(90), widthPx: 101, heightPx: 101 };
      for (let i = -200; i <= 200; i++) {
        const [x, y] = [
          Math.round(50 + (i / 2) * Math.cos(angle)),
          Math.round(50 + (i / 2) * Math.sin(angle)),
        ];
        if (x >= 0 && y >= 0 && x < 101 && y < 101) line.samples[y * 101 + x] = 150;
      }
      const [strength, direction, second, support] = read(lineResponses(line, options), 50 * 101 + 50);
      expect(direction).toBe(d);
      expect(strength).toBeGreaterThan(4 * 50);
      expect(second).toBeLessThan(4 * 20);
      expect(support).toBeGreaterThan(240);
      expect(lineResponses(line, { ...options, polarity: 'dark' }).strength[50 * 101 + 50]).toBeLessThan(
        4 * 10,
      );
      const edge = {
        ...line,
        samples: line.samples.map((_, i) => ((i % 101) + 2 * Math.floor(i / 101) > 150 ? 200 : 80)),
      };
      expect(Math.max(...lineResponses(edge, options).strength)).toBeLessThan(4 * 30);
    },
  );

  it('gives a dot little support', () => {
    const plane = { samples: new Uint8Array(61 * 61).fill(90), widthPx: 61, heightPx: 61 };
    for (const place of [30 * 61 + 30, 30 * 61 + 31]) plane.samples[place] = 255;
    const [strength, , second, support] = read(lineResponses(plane, options), 30 * 61 + 30);
    expect(support).toBeLessThan(25);
    expect(second).toBeGreaterThan(strength! / 4);
  });

  it('has no seam between strips', () => {
    const plane = noisePlane(12_000, 120);
    expect(stripRows(12_000 * 40, 120)).toBeLessThan(120);
    const found = lineResponses(plane, options);
    for (let place = 3; place < plane.samples.length; place += 7919) {
      const by = respondByHand(plane, options, [place % 12_000, Math.floor(place / 12_000)]);
      expect(read(found, place)).toEqual(by);
    }
  });

  it('finds each thickness as if it were looked for alone', () => {
    const plane = noisePlane(70, 50);
    const several = respond(plane, {
      lengthPx: 21,
      thicknessesPx: [1, 3, 8],
      polarity: 'dark',
      supportLevel: 9,
    });
    for (const [i, thicknessPx] of [1, 3, 8].entries())
      expect(several[i]).toEqual(
        lineResponses(plane, { lengthPx: 21, thicknessPx, polarity: 'dark', supportLevel: 9 }),
      );
  });

  it('refuses options out of bounds', () => {
    const bad = [
      { lengthPx: 2 },
      { lengthPx: 128 },
      { thicknessPx: 0 },
      { thicknessPx: 10 },
      { supportLevel: 0 },
    ];
    for (const it of bad)
      expect(() => lineResponses(noisePlane(5, 5), { ...options, ...it })).toThrow(RangeError);
  });
});
