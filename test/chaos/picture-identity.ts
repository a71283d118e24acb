/** Pictures that say which they are in blocks large enough to be read from paper, and the reading of them. */
import sharp from 'sharp';

const bits = 16;
const columns = 4;
/** Shares of the picture: a border that may be trimmed, then the blocks. */
const margin = 0.2;
const block = (1 - 2 * margin) / columns;
/** A mark in the upper left corner says which way up it is. */
const mark = { from: 0.07, to: 0.15 };

/** A JPEG of 3:2 that carries a number below 65,536; noise makes its bytes many. */
export async function makeNumberedPicture(number: number, widthPx: number): Promise<Buffer> {
  const heightPx = Math.round((widthPx * 2) / 3);
  const pixels = Buffer.alloc(widthPx * heightPx * 3);
  let noise = number + 1;
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) {
      noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0;
      const grain = (noise >>> 24) % 24;
      const [red, green, blue] = colourAt(number, x / widthPx, y / heightPx);
      const at = (y * widthPx + x) * 3;
      pixels[at] = Math.min(255, red + grain);
      pixels[at + 1] = Math.min(255, green + grain);
      pixels[at + 2] = Math.min(255, blue + grain);
    }
  return await sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

function colourAt(number: number, x: number, y: number): [number, number, number] {
  if (x > mark.from && x < mark.to && y > mark.from && y < mark.to) return [210, 30, 30];
  const column = Math.floor((x - margin) / block);
  const row = Math.floor((y - margin) / block);
  const isBlock = column >= 0 && column < columns && row >= 0 && row < bits / columns;
  if (!isBlock) return [120, 135, 145];
  return (number >> (row * columns + column)) & 1 ? [225, 225, 225] : [15, 15, 15];
}

/** The number of a picture, whichever way it was turned; undefined when it can't be read. */
export async function readNumberedPicture(bytes: Buffer): Promise<number | undefined> {
  try {
    const upright = await sharp(bytes, { failOn: 'none' })
      .rotate()
      .toColourspace('srgb')
      .removeAlpha()
      .toBuffer({ resolveWithObject: true });
    const turns = upright.info.width >= upright.info.height ? [0, 180] : [90, 270];
    for (const turn of turns) {
      const { data, info } = await sharp(upright.data, { failOn: 'none' })
        .rotate(turn)
        .resize(360, 240, { fit: 'fill' })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const pixelAt = (x: number, y: number) => {
        const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
        return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
      };
      const [red, green] = pixelAt((mark.from + mark.to) / 2, (mark.from + mark.to) / 2);
      if (red < 140 || green > 110) continue;
      let number = 0;
      for (let bit = 0; bit < bits; bit += 1) {
        const x = margin + block * ((bit % columns) + 0.5);
        const y = margin + block * (Math.floor(bit / columns) + 0.5);
        const [r, g, b] = pixelAt(x, y);
        if (r + g + b > 384) number |= 1 << bit;
      }
      return number;
    }
  } catch {
    // What can't be decoded can't be read.
  }
  return undefined;
}

/** True for a JPEG, PNG or PDF whose end is there. Anything else can't be told and counts as whole. */
export function isWholeDocument(bytes: Buffer): boolean {
  const tail = bytes.subarray(-64);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return tail.includes(Buffer.from([0xff, 0xd9]));
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return tail.includes('%%EOF');
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return tail.includes('IEND');
  return bytes.length > 0;
}
