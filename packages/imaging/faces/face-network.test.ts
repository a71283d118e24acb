/** The weights are those that the network was written for, and its answers are the same on every machine. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noisePlane } from '../testing/kernel-samples.ts';
import { askFaceNetwork, readPinned } from './face-network.ts';
import { fitPicture, mirrorSquare, padPicture } from './fit-picture.ts';

const noise = { rgb: noisePlane(288, 64, 4).samples, widthPx: 96, heightPx: 64 };
const hashOf = ({ buffer, byteOffset, byteLength }: Uint8Array | Float32Array) =>
  createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex')
    .slice(0, 16);

describe('the face network', () => {
  it('refuses a file that is another than the one it knows, naming it', () => {
    const name = '@vladmandic/face-api/model/tiny_face_detector_model.bin';
    expect(() => readPinned({ name, sha256: '0'.repeat(64) })).toThrow(
      /tiny_face_detector_model\.bin .* SHA-256/,
    );
    expect(() => readPinned({ name: `${name}.gone`, sha256: '' })).toThrow(/gone/);
  });

  it('answers for each square of 32 pixels, to the same bit everywhere', () => {
    const answers = askFaceNetwork(noise);
    expect(answers).toMatchObject({ columns: 3, rows: 2, stride: 32 });
    expect(hashOf(answers.values)).toBe('ad8940af537d358f');
    expect(hashOf(askFaceNetwork(noise).values)).toBe(hashOf(answers.values));
  });
});

describe('copies of other sizes', () => {
  it('are made of the same bytes everywhere, larger and smaller', () => {
    expect(hashOf(fitPicture(noise, { widthPx: 61, heightPx: 130 }).rgb)).toBe('7c6fc35ab469effc');
  });

  it('keep an even colour, and means', () => {
    const even = { ...noise, rgb: new Uint8Array(96 * 64 * 3).fill(77) };
    for (const size of [
      { widthPx: 1, heightPx: 1 },
      { widthPx: 200, heightPx: 3 },
    ]) {
      expect(new Set(fitPicture(even, size).rgb)).toEqual(new Set([77]));
    }
    const mean = (bytes: Uint8Array) => bytes.reduce((sum, value) => sum + value, 0) / bytes.length;
    const half = fitPicture(noise, { widthPx: 48, heightPx: 32 });
    expect(Math.abs(mean(half.rgb) - mean(noise.rgb))).toBeLessThan(1);
  });

  it('are cut as squares in the mirror, with copies of the edge around', () => {
    const pair = { rgb: Uint8Array.of(1, 2, 3, 4, 5, 6), widthPx: 2, heightPx: 1 };
    const { rgb } = mirrorSquare(pair, { leftPx: 0, topPx: 0, sidePx: 3 });
    const row = [4, 5, 6, 4, 5, 6, 1, 2, 3];
    expect([...rgb]).toEqual([...row, ...row, ...row]);
  });

  it('are put in the corner of black canvases', () => {
    const padded = padPicture({ rgb: Uint8Array.of(1, 2, 3, 4, 5, 6), widthPx: 1, heightPx: 2 }, 2);
    expect(padded).toMatchObject({ widthPx: 2, heightPx: 2 });
    expect([...padded.rgb]).toEqual([1, 2, 3, 0, 0, 0, 4, 5, 6, 0, 0, 0]);
    expect(padPicture(padded, 2)).toBe(padded);
  });
});
