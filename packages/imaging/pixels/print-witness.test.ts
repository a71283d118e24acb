/** The network's weights are there whole, it answers alike on every machine, and good pictures are no old prints to it. */
import { describe, expect, it } from 'vitest';
import { drawPhoto, pixelsOf } from '../testing/photo-samples.ts';
import { drawStructure, structureScenes } from '../testing/structure-samples.ts';
import { askWitness } from './print-witness.ts';

const size = { widthPx: 480, heightPx: 320 };

describe('the witness of old prints', () => {
  it('says the same of the same picture, whatever was asked before', async () => {
    const [first, second] = await Promise.all(
      [51, 52].map(async (seed) => pixelsOf(await drawPhoto(size, seed))),
    );
    const said = askWitness(first!);
    expect(Number.isFinite(said)).toBe(true);
    expect(askWitness(second!)).not.toBe(said);
    expect(askWitness({ ...first!, rgb: Uint8Array.from(first!.rgb) })).toBe(said);
  });

  it('never touches the picture', async () => {
    const photo = pixelsOf(await drawPhoto(size, 53));
    const before = Buffer.from(photo.rgb);
    askWitness(photo);
    expect(before.equals(photo.rgb)).toBe(true);
  });

  it.each(structureScenes)('takes %s for no old print', (name) => {
    expect(askWitness(pixelsOf(drawStructure(name, { ...size, seed: 71 })))).toBeLessThan(0);
  });
});
