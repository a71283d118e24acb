/**
 * Owns how much of a picture sRGB can't show: colours of a matrix profile (ICC.1:2022 section 8.3.3) that fall outside of its
 * triangle. A close estimate: the profile's own curves are taken for those of sRGB. Must never convert a picture.
 */
import { findIccTag } from '../decode/icc-name.ts';
import type { PixelView } from '../pixels/pixel-view.ts';

const samples = 60_000;
/** Linear light may leave 0 to 1 by so much: rounding, and curves that differ a little. */
const tolerance = 0.02;

/** XYZ (D50, as in profiles) to linear sRGB: the inverse of sRGB's own colorants. */
const toSrgb = [
  [3.1339, -1.6169, -0.4906],
  [-0.9788, 1.9161, 0.0335],
  [0.0719, -0.229, 1.4052],
] as const;

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const v = value / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

type Column = [x: number, y: number, z: number];

function readColorant(profile: Buffer, signature: string): Column | undefined {
  const tag = findIccTag(profile, signature);
  if (!tag || tag.length < 20) return undefined;
  const at = (offset: number) => tag.readInt32BE(offset) / 65_536;
  return [at(8), at(12), at(16)];
}

/** From the profile's linear red, green and blue to those of sRGB; undefined for profiles of another kind. */
function matrixOf(profile: Buffer): Column[] | undefined {
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((signature) => readColorant(profile, signature));
  if (columns.some((column) => column === undefined)) return undefined;
  return toSrgb.map(
    (row) => columns.map((column) => row.reduce((sum, v, i) => sum + v * column![i]!, 0)) as Column,
  );
}

/** The share (0 to 1) of the view's pixels, which are stored in the colours of `icc`, that sRGB can't show. */
export function measureWideGamutShare(view: PixelView, icc: Uint8Array | undefined): number {
  const matrix = icc && matrixOf(Buffer.from(icc.buffer, icc.byteOffset, icc.byteLength));
  if (!matrix || view.channels !== 3) return 0;
  const { bytes, widthPx, heightPx, origin, stepX, stepY } = view;
  const every = Math.max(1, Math.floor(Math.sqrt((widthPx * heightPx) / samples)));
  let [seen, outside] = [0, 0];
  for (let y = every >> 1; y < heightPx; y += every) {
    for (let x = every >> 1; x < widthPx; x += every) {
      const at = origin + x * stepX + y * stepY;
      const colour: Column = [linear[bytes[at]!]!, linear[bytes[at + 1]!]!, linear[bytes[at + 2]!]!];
      seen += 1;
      for (const [r, g, b] of matrix) {
        const light = r * colour[0] + g * colour[1] + b * colour[2];
        if (light >= -tolerance && light <= 1 + tolerance) continue;
        outside += 1;
        break;
      }
    }
  }
  return seen > 0 ? Math.round((outside / seen) * 1000) / 1000 : 0;
}
