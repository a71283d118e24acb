/**
 * Owns turning 8-bit pixels (sRGB or grey, white paper 255) into the lines of a raster type: grey from colour, ink from
 * grey, 1 bit by error diffusion, and the mirror image for the backs of sheets. Must never touch a file.
 */
import { bytesPerLine, type RasterType, rasterFormats } from './raster-types.ts';

/** 8-bit pixels from the top, `channels` bytes each, without padding. */
export interface PixelBand {
  pixels: Uint8Array;
  rows: number;
  channels: 1 | 3;
}

/** Turns bands of one page, from top to bottom, into lines. The result is only valid until the next call. */
export type PixelLines = (band: PixelBand) => { pixels: Uint8Array; rows: number; strideBytes: number };

/** Luminance of sRGB (IEC 61966-2-1, with the primaries of BT.709) in linear light, back in the curve of sRGB. */
const linearLight = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const curveSteps = 4096;
const curve = Uint8Array.from({ length: curveSteps + 1 }, (_, step) => {
  const linear = step / curveSteps;
  return Math.round(255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055));
});

export function greyOf(red: number, green: number, blue: number): number {
  // Grey stays what it was, whatever the steps of the curve.
  if (red === green && green === blue) return red;
  const linear = 0.2126 * linearLight[red]! + 0.7152 * linearLight[green]! + 0.0722 * linearLight[blue]!;
  return curve[Math.round(linear * curveSteps)]!;
}

function toGrey({ pixels, channels }: PixelBand, grey: Uint8Array): Uint8Array {
  if (channels === 1) return pixels;
  for (let i = 0, at = 0; i < grey.length; i += 1, at += 3)
    grey[i] = greyOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
  return grey;
}

function toColour({ pixels, channels }: PixelBand, colour: Uint8Array): Uint8Array {
  if (channels === 3) return pixels;
  for (let i = 0, at = 0; i < pixels.length; i += 1, at += 3) colour.fill(pixels[i]!, at, at + 3);
  return colour;
}

/** 0 to 255 become 0 to 65535 exactly: each byte twice. */
function widen(samples: Uint8Array): Uint8Array {
  const wide = new Uint8Array(samples.length * 2);
  for (let i = 0; i < samples.length; i += 1) wide.fill(samples[i]!, 2 * i, 2 * i + 2);
  return wide;
}

/**
 * 1 bit by error diffusion (Floyd and Steinberg 1976), lines in turn from left and from right; `inkBit` is what a dot is.
 * Lines end in blank paper.
 */
function createDither(widthPx: number, inkBit: 0 | 1): (grey: Uint8Array, rows: number) => Uint8Array {
  const strideBytes = Math.ceil(widthPx / 8);
  let errors = new Float32Array(widthPx + 2);
  let below = new Float32Array(widthPx + 2);
  let isFromRight = false;
  return (grey, rows) => {
    const bits = new Uint8Array(strideBytes * rows).fill(inkBit === 1 ? 0 : 255);
    for (let y = 0; y < rows; y += 1) {
      const step = isFromRight ? -1 : 1;
      for (let n = 0, x = isFromRight ? widthPx - 1 : 0; n < widthPx; n += 1, x += step) {
        const wanted = grey[y * widthPx + x]! + errors[x + 1]!;
        const isInk = wanted < 128;
        const error = wanted - (isInk ? 0 : 255);
        errors[x + 1 + step]! += (error * 7) / 16;
        below[x + 1 - step]! += (error * 3) / 16;
        below[x + 1]! += (error * 5) / 16;
        below[x + 1 + step]! += error / 16;
        if (isInk) bits[y * strideBytes + (x >> 3)]! ^= 128 >> (x & 7);
      }
      [errors, below] = [below, errors];
      below.fill(0);
      isFromRight = !isFromRight;
    }
    return bits;
  };
}

/** Lines of `type`, `widthPx` wide. One per page: 1-bit types carry errors from line to line. */
export function createPixelLines(type: RasterType, widthPx: number): PixelLines {
  const { bitsPerColour, channels, white } = rasterFormats[type];
  const strideBytes = bytesPerLine(type, widthPx);
  const dither = bitsPerColour === 1 ? createDither(widthPx, white === 0 ? 1 : 0) : undefined;
  return (band) => {
    const { rows } = band;
    const plain =
      channels === 3
        ? toColour(band, band.channels === 3 ? band.pixels : new Uint8Array(widthPx * rows * 3))
        : toGrey(band, band.channels === 1 ? band.pixels : new Uint8Array(widthPx * rows));
    if (dither) return { pixels: dither(plain, rows), rows, strideBytes };
    const inked = white === 0 ? plain.map((grey) => 255 - grey) : plain;
    return { pixels: bitsPerColour === 16 ? widen(inked) : inked, rows, strideBytes };
  };
}

/** The band mirrored left to right, in place. */
export function mirrorRows({ pixels, rows, channels }: PixelBand): void {
  const strideBytes = pixels.length / rows;
  for (let row = 0; row < rows; row += 1) {
    let left = row * strideBytes;
    for (let right = left + strideBytes - channels; left < right; left += channels, right -= channels) {
      for (let i = 0; i < channels; i += 1) {
        const byte = pixels[left + i]!;
        pixels[left + i] = pixels[right + i]!;
        pixels[right + i] = byte;
      }
    }
  }
}

/** The band's rows from the bottom up, in place. */
export function reverseRows({ pixels, rows }: PixelBand): void {
  const strideBytes = pixels.length / rows;
  const row = new Uint8Array(strideBytes);
  for (let top = 0, bottom = rows - 1; top < bottom; top += 1, bottom -= 1) {
    row.set(pixels.subarray(top * strideBytes, (top + 1) * strideBytes));
    pixels.copyWithin(top * strideBytes, bottom * strideBytes, (bottom + 1) * strideBytes);
    pixels.set(row, bottom * strideBytes);
  }
}
