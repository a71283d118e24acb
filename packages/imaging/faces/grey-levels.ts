/** Owns grey copies of a picture in other sizes, by exact arithmetic. Must never know what is in it. */
import type { GreyPicture } from './face-channels.ts';

/** Rec. 601 luma of interleaved RGB. */
export function greyOf({
  rgb,
  widthPx,
  heightPx,
}: {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
}): GreyPicture {
  const samples = new Float32Array(widthPx * heightPx);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (77 * rgb[3 * i]! + 150 * rgb[3 * i + 1]! + 29 * rgb[3 * i + 2]!) / 256;
  }
  return { samples, widthPx, heightPx };
}

/** Each new sample is the mean of what it covers; rows become columns, so that twice is upright again. */
function shrinkRows({ samples, widthPx, heightPx }: GreyPicture, newPx: number): GreyPicture {
  const out = new Float32Array(newPx * heightPx);
  const step = widthPx / newPx;
  for (let x = 0; x < newPx; x++) {
    const [from, to] = [x * step, Math.min(widthPx, (x + 1) * step)];
    const first = Math.floor(from);
    const last = Math.min(widthPx - 1, Math.ceil(to) - 1);
    const [before, after] = [from - first, last + 1 - to];
    for (let y = 0, at = 0; y < heightPx; y++, at += widthPx) {
      let sum = 0;
      for (let i = at + first; i <= at + last; i++) sum += samples[i]!;
      sum -= before * samples[at + first]! + after * samples[at + last]!;
      out[x * heightPx + y] = sum / (to - from);
    }
  }
  return { samples: out, widthPx: heightPx, heightPx: newPx };
}

/** The picture in a size that isn't larger than it. */
export function shrinkGrey(picture: GreyPicture, widthPx: number, heightPx: number): GreyPicture {
  return shrinkRows(shrinkRows(picture, widthPx), heightPx);
}

/** The picture with copies of its edge around it. */
export function padGrey({ samples, widthPx, heightPx }: GreyPicture, padPx: number): GreyPicture {
  const [width, height] = [widthPx + 2 * padPx, heightPx + 2 * padPx];
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = Math.max(0, Math.min(heightPx - 1, y - padPx)) * widthPx;
    const to = y * width;
    out.fill(samples[from]!, to, to + padPx);
    out.set(samples.subarray(from, from + widthPx), to + padPx);
    out.fill(samples[from + widthPx - 1]!, to + padPx + widthPx, to + width);
  }
  return { samples: out, widthPx: width, heightPx: height };
}
