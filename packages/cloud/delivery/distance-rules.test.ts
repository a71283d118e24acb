import { expect, it } from 'vitest';
import { distanceKm } from './distance-rules.ts';

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
