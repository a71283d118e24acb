/**
 * Which photos are the same picture, whatever their size and compression: two fingerprints of 64 bits each, of the low
 * frequencies and of the slopes from left to right. It finds copies; it is no search for things alike.
 */
import sharp from 'sharp';

/** Sixteen digits of the frequencies, then sixteen of the slopes. */
export type PhotoPrint = string;

const sidePx = 32;
const cosines = Array.from({ length: 8 }, (_, k) =>
  Float64Array.from({ length: sidePx }, (_, n) => Math.cos((Math.PI * (2 * n + 1) * k) / (2 * sidePx))),
);

async function readGrey(file: Buffer, widthPx: number, heightPx: number): Promise<Buffer> {
  return sharp(file, { failOn: 'none' })
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .resize(widthPx, heightPx, { fit: 'fill' })
    .raw()
    .toBuffer();
}

function digitsOf(bits: readonly boolean[]): string {
  const word = bits.reduce((sum, bit) => (sum << 1n) | (bit ? 1n : 0n), 0n);
  return word.toString(16).padStart(16, '0');
}

export async function readPhotoPrint(file: Buffer): Promise<PhotoPrint> {
  const grey = await readGrey(file, sidePx, sidePx);
  const frequencies = cosines.flatMap((down) =>
    cosines.map((across) => {
      let sum = 0;
      for (let y = 0; y < sidePx; y++) {
        for (let x = 0; x < sidePx; x++) {
          sum += (grey[y * sidePx + x] as number) * (down[y] as number) * (across[x] as number);
        }
      }
      return sum;
    }),
  );
  const middle = frequencies.slice(1).toSorted((a, b) => a - b)[31] as number;
  const slopes = await readGrey(file, 9, 8);
  const rises = Array.from({ length: 64 }, (_, i) => {
    const at = Math.floor(i / 8) * 9 + (i % 8);
    return (slopes[at + 1] as number) > (slopes[at] as number);
  });
  return digitsOf(frequencies.map((value) => value > middle)) + digitsOf(rises);
}

function differingBits(a: string, b: string): number {
  let rest = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let bits = 0;
  for (; rest > 0n; rest &= rest - 1n) bits++;
  return bits;
}

export function isSamePicture(a: PhotoPrint, b: PhotoPrint): boolean {
  const frequencies = differingBits(a.slice(0, 16), b.slice(0, 16));
  const slopes = differingBits(a.slice(16), b.slice(16));
  return (frequencies <= 8 && slopes <= 12) || (frequencies <= 12 && slopes <= 5);
}
