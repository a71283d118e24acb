/** Faces and salience as files are measured: upright whatever the file's orientation, and the crop that follows. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facesInCrop, suggestCrop } from '../layout/crop-rules.ts';
import { makePortrait } from '../testing/face-photos.ts';
import { measurePhoto } from './photo-measures.ts';
import { judgeQuality } from './quality-rules.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'subject-measures-'));
});
afterAll(() => rm(folder, { recursive: true }));

const { pixels, face } = await makePortrait();
const raw = { raw: { width: pixels.widthPx, height: pixels.heightPx, channels: 3 as const } };
/** Ways to store the upright picture: what undoes the orientation that is written into the file. */
const stored = {
  1: () => sharp(pixels.rgb, raw),
  2: () => sharp(pixels.rgb, raw).flop(),
  3: () => sharp(pixels.rgb, raw).rotate(180),
  6: () => sharp(pixels.rgb, raw).rotate(270),
  8: () => sharp(pixels.rgb, raw).rotate(90),
} as const;

async function measure(orientation: keyof typeof stored) {
  const path = join(folder, `${orientation}.tif`);
  const upright = await stored[orientation]().png().toBuffer();
  await writeFile(
    path,
    await sharp(upright).withMetadata({ orientation }).tiff({ compression: 'lzw' }).toBuffer(),
  );
  return await measurePhoto(path);
}

describe('a photo with a face', () => {
  it('is measured with the face where it is', async () => {
    const { faces: found = [], salience } = await measure(1);
    expect(found).toHaveLength(1);
    expect(Math.abs(found[0]!.left - face.left)).toBeLessThan(0.06);
    expect(Math.abs(found[0]!.top - face.top)).toBeLessThan(0.06);
    expect(salience?.cells).toHaveLength(1024);
  });

  it.each([2, 3, 6, 8] as const)(
    'stored by orientation %d has the same measures, to the bit',
    async (orientation) => {
      const [upright, turned] = [await measure(1), await measure(orientation)];
      expect(turned.faces).toEqual(upright.faces);
      expect(turned.salience).toEqual(upright.salience);
    },
  );

  it('gets a crop that keeps it, on every sheet where it fits', async () => {
    const measures = await measure(1);
    for (const aspect of [0.5, 0.8, 1, 1.25, 1.5, 2, 3]) {
      const crop = suggestCrop(measures, aspect);
      const [place] = facesInCrop(measures.faces ?? [], crop, { across: 0, along: 0 });
      expect(place).toMatchObject({ place: 'inside' });
    }
  });
});

describe('the quality check', () => {
  const square = { widthMm: 101.6, heightMm: 101.6, fit: 'fill', isBorderless: true } as const;

  it('suggests another crop where the centred one cuts a face, and none where nothing is cut', async () => {
    const measures = await measure(1);
    const atEdge = { ...measures, faces: [{ ...measures.faces![0]!, left: 0.02 }] };
    const { placed, suggestedCrop, findings } = judgeQuality(atEdge, square);
    expect(findings.map(({ name }) => name)).toContain('face_cut');
    expect(suggestedCrop.by).toBe('faces');
    expect(suggestedCrop.leftPx).toBeLessThanOrEqual(0.02 * measures.widthPx);
    expect(suggestedCrop).toMatchObject({ widthPx: placed.crop.widthPx, heightPx: placed.crop.heightPx });
    const whole = judgeQuality(atEdge, { ...square, fit: 'fit' });
    expect(whole.suggestedCrop).toMatchObject({ by: 'centre', ...whole.placed.crop });
  });
});
