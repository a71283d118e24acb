import { expect, it } from 'vitest';
import { byDistance, distanceKm } from './distance-rules.ts';

const beijing = { latitude: 39.9042, longitude: 116.4074 };
const shanghai = { latitude: 31.2304, longitude: 121.4737 };

it('measures along the great circle, over the date line too', () => {
  expect(distanceKm(beijing, shanghai)).toBeCloseTo(1067, -1);
  expect(distanceKm(beijing, beijing)).toBe(0);
  expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(
    111.2,
    0,
  );
  expect(distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 50 })).toBeCloseTo(
    20_015,
    -1,
  );
});

it('puts the nearest first and those without a place last, in their order', () => {
  const points = [
    { id: 'nowhere', latitude: null, longitude: null },
    Object.assign({ id: 'shanghai' }, shanghai),
    Object.assign({ id: 'beijing' }, beijing),
    { id: 'somewhere', latitude: null, longitude: 3 },
  ];
  const sorted = byDistance(points, { latitude: 39, longitude: 117 });
  expect(sorted.map(({ point }) => point.id)).toEqual(['beijing', 'shanghai', 'nowhere', 'somewhere']);
});
