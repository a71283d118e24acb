/**
 * Owns decoding the first picture of a GIF (GIF89a specification): its LZW and palette are a page of code, and a decoder of others for
 * untrusted bytes is one more that can break. Must never decode a picture whose size was not looked at.
 */
import { type FileBytes, withFileBytes } from '../file-bytes.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import { tellPictureSize } from '../picture-size.ts';
import { createRgbTiff } from './rgb-tiff.ts';

/** GIFs have a few hundred pixels a side; the decoded one takes 4 bytes a pixel. */
const maxGifPixels = 25_000_000;
const gifBytesPerPixel = 8;
const maxFrames = 10_000;
/** Comments and the like in front of a picture. */
const maxBlocks = 20_000;
const headerBytes = 13;
const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;
const graphicControl = 0xf9;
const maxCodeBits = 12;

const damaged = () => new ImagingRefusal('cannot_decode', "The picture is damaged and can't be decoded.");
const cutOff = () => new ImagingRefusal('truncated');

interface Screen {
  widthPx: number;
  heightPx: number;
  palette: Buffer | undefined;
  /** Of what follows. */
  position: number;
}

interface Frame {
  left: number;
  top: number;
  widthPx: number;
  heightPx: number;
  palette: Buffer | undefined;
  isInterlaced: boolean;
  /** Which index shows what is behind; -1 for none. */
  transparent: number;
  /** Of its data: the byte that says how long codes are. */
  position: number;
}

const paletteBytes = (flags: number): number => ((flags & 0x80) !== 0 ? 3 << ((flags & 7) + 1) : 0);

function readExactly(file: FileBytes, position: number, length: number): Buffer {
  const bytes = file.read(position, length);
  if (bytes.length < length) throw cutOff();
  return bytes;
}

function readScreen(file: FileBytes): Screen {
  const head = readExactly(file, 0, headerBytes);
  const [widthPx, heightPx] = [head.readUInt16LE(6), head.readUInt16LE(8)];
  if (widthPx === 0 || heightPx === 0) throw damaged();
  if (widthPx * heightPx > maxGifPixels) throw new ImagingRefusal('too_many_pixels');
  const bytes = paletteBytes(head[10]!);
  const palette = bytes > 0 ? Buffer.from(readExactly(file, headerBytes, bytes)) : undefined;
  return { widthPx, heightPx, palette, position: headerBytes + bytes };
}

/** The position behind a row of sub-blocks, each handed to `take`. */
function walkBlocks(file: FileBytes, from: number, take?: (block: Buffer) => void): number {
  let position = from;
  for (;;) {
    const length = readExactly(file, position, 1)[0]!;
    position += 1;
    if (length === 0) return position;
    if (take) take(readExactly(file, position, length));
    position += length;
  }
}

/** Each picture of the file, without its data being looked at. */
function* framesOf(file: FileBytes, screen: Screen): Generator<Frame> {
  let { position } = screen;
  let transparent = -1;
  for (let blocks = 0; blocks < maxBlocks; blocks++) {
    const kind = readExactly(file, position, 1)[0];
    if (kind === trailer) return;
    if (kind === extension) {
      const [, label, length] = readExactly(file, position, 3);
      if (label === graphicControl && length === 4) {
        const control = readExactly(file, position + 3, 4);
        transparent = (control[0]! & 1) !== 0 ? control[3]! : -1;
      }
      position = walkBlocks(file, position + 2);
      continue;
    }
    if (kind !== image) throw damaged();
    const head = readExactly(file, position, 10);
    const flags = head[9]!;
    const bytes = paletteBytes(flags);
    const frame = {
      left: head.readUInt16LE(1),
      top: head.readUInt16LE(3),
      widthPx: head.readUInt16LE(5),
      heightPx: head.readUInt16LE(7),
      palette: bytes > 0 ? Buffer.from(readExactly(file, position + 10, bytes)) : screen.palette,
      isInterlaced: (flags & 0x40) !== 0,
      transparent,
      position: position + 10 + bytes,
    };
    yield frame;
    position = walkBlocks(file, frame.position + 1);
    transparent = -1;
  }
}

/** Checks that there is a picture of a size that is decoded. Throws ImagingRefusal. */
export function checkGifStructure(file: FileBytes): void {
  const screen = readScreen(file);
  const first = framesOf(file, screen).next();
  if (first.done) throw damaged();
  const { widthPx, heightPx } = first.value;
  if (widthPx === 0 || heightPx === 0) throw damaged();
  if (widthPx * heightPx > maxGifPixels) throw new ImagingRefusal('too_many_pixels');
}

/** How many pictures the file has, as far as it can be read. */
export function countGifFrames(file: FileBytes): number {
  let frames = 0;
  try {
    for (const _ of framesOf(file, readScreen(file))) if (++frames >= maxFrames) break;
  } catch (error) {
    if (!(error instanceof ImagingRefusal)) throw error;
  }
  return frames;
}

/** LZW with codes that grow (appendix F): the indices of a frame, in the order in which they are stored. */
function readIndices(file: FileBytes, { position, widthPx, heightPx }: Frame): Uint8Array {
  const firstBits = readExactly(file, position, 1)[0]!;
  if (firstBits < 1 || firstBits > 8) throw damaged();
  const [clear, end] = [1 << firstBits, (1 << firstBits) + 1];
  const prefixes = new Uint16Array(1 << maxCodeBits);
  const suffixes = new Uint8Array(1 << maxCodeBits);
  const word = new Uint8Array((1 << maxCodeBits) + 1);
  const indices = new Uint8Array(widthPx * heightPx);
  let [next, codeBits, before, first, to] = [end + 1, firstBits + 1, -1, 0, 0];
  let [bits, count] = [0, 0];
  let isEnd = false;
  const takeCode = (code: number): void => {
    if (code === clear) {
      [next, codeBits, before] = [end + 1, firstBits + 1, -1];
      return;
    }
    if (code === end || to >= indices.length) {
      isEnd = true;
      return;
    }
    if (code > next || (code === next && before < 0) || (before < 0 && code >= clear)) throw damaged();
    let length = 0;
    let at = code;
    if (code === next) {
      word[length++] = first;
      at = before;
    }
    while (at >= clear) {
      word[length++] = suffixes[at]!;
      at = prefixes[at]!;
    }
    first = at;
    word[length++] = at;
    while (length > 0 && to < indices.length) indices[to++] = word[--length]!;
    if (before >= 0 && next < 1 << maxCodeBits) {
      prefixes[next] = before;
      suffixes[next] = first;
      next += 1;
      if (next === 1 << codeBits && codeBits < maxCodeBits) codeBits += 1;
    }
    before = code;
  };
  walkBlocks(file, position + 1, (block) => {
    for (let i = 0; i < block.length && !isEnd; i++) {
      bits |= block[i]! << count;
      count += 8;
      while (count >= codeBits && !isEnd) {
        const code = bits & ((1 << codeBits) - 1);
        bits >>>= codeBits;
        count -= codeBits;
        takeCode(code);
      }
    }
  });
  if (to < indices.length) throw damaged();
  return indices;
}

/** The rows of an interlaced picture as they are stored: every 8th, those between, and so on (appendix E). */
function storedRows(heightPx: number, isInterlaced: boolean): number[] {
  const passes = isInterlaced
    ? ([
        [0, 8],
        [4, 8],
        [2, 4],
        [1, 2],
      ] as const)
    : ([[0, 1]] as const);
  return passes.flatMap(([start, step]) =>
    Array.from({ length: Math.max(0, Math.ceil((heightPx - start) / step)) }, (_, i) => start + i * step),
  );
}

/** The first picture as a TIFF in memory; white where it shows what is behind. Throws ImagingRefusal. */
export function decodeGif(path: string): Buffer {
  return withFileBytes(path, (file) => {
    const screen = readScreen(file);
    const { widthPx, heightPx } = screen;
    tellPictureSize({ pixels: widthPx * heightPx, bytesPerPixel: gifBytesPerPixel });
    const first = framesOf(file, screen).next();
    if (first.done) throw damaged();
    const frame = first.value;
    if (frame.widthPx * frame.heightPx > maxGifPixels) throw new ImagingRefusal('too_many_pixels');
    const { palette, transparent } = frame;
    if (!palette) throw damaged();
    const indices = readIndices(file, frame);
    const { file: tiff, pixels } = createRgbTiff({ widthPx, heightPx });
    pixels.fill(255);
    for (const [stored, row] of storedRows(frame.heightPx, frame.isInterlaced).entries()) {
      const y = frame.top + row;
      if (y >= heightPx) continue;
      for (let x = 0; x < frame.widthPx && frame.left + x < widthPx; x++) {
        const index = indices[stored * frame.widthPx + x]!;
        if (index === transparent) continue;
        const [from, to] = [index * 3, (y * widthPx + frame.left + x) * 3];
        for (let i = 0; i < 3; i++) pixels[to + i] = palette[from + i] ?? 0;
      }
    }
    return tiff;
  });
}
