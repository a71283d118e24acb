/** How far a pickup point is. Pure. */

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

/** The nearest first; those that nobody has measured last, in their order. */
export function byDistance<P extends { latitude: number | null; longitude: number | null }>(
  points: readonly P[],
  from: Position,
): Array<{ point: P; km: number | undefined }> {
  return points
    .map((point) => ({
      point,
      km:
        point.latitude === null || point.longitude === null
          ? undefined
          : distanceKm(from, { latitude: point.latitude, longitude: point.longitude }),
    }))
    .toSorted((one, other) => (one.km ?? Infinity) - (other.km ?? Infinity) || 0);
}
