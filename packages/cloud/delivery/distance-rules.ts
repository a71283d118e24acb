/** How far two places are from each other. Pure. */

export interface Position {
  latitude: number;
  longitude: number;
}

const earthKm = 6371.0088;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Along the great circle. */
export function distanceKm(from: Position, to: Position): number {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const chord =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude);
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}
