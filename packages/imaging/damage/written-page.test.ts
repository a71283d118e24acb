/** Drawn handwriting, and drawn photos and prints, which are none. */
import { describe, expect, it } from 'vitest';
import { agePrint, scratchPrint } from '../testing/damage-samples.ts';
import { drawPhoto, pixelsOf } from '../testing/photo-samples.ts';
import { createSampleRandom } from '../testing/random-samples.ts';
import { isWrittenPage } from './written-page.ts';

const size = { widthPx: 480, heightPx: 320 };

/** Lines of waves with dots over them, brown on yellow paper that is darker on one side. */
function drawLetter() {
  const random = createSampleRandom(5);
  const rgb = new Uint8Array(3 * size.widthPx * size.heightPx);
  for (let at = 0; at < rgb.length / 3; at++) {
    const shade = 20 * ((at % size.widthPx) / size.widthPx) + 2 * random.normal();
    rgb.set([225 - shade, 210 - shade, 175 - shade], 3 * at);
  }
  for (let line = 20; line < size.heightPx - 10; line += 26) {
    for (let x = 15; x < size.widthPx - 15; x++) {
      const y = Math.round(line + 5 * Math.sin(x / 4) + random.normal() / 3);
      for (const v of [y, y + 1]) rgb.fill(60, 3 * (v * size.widthPx + x), 3 * (v * size.widthPx + x + 1));
    }
  }
  return { rgb, ...size };
}

describe('isWrittenPage', () => {
  it('knows a letter on old paper', () => {
    expect(isWrittenPage(drawLetter())).toBe(true);
  });

  it('takes no photo for one, aged or scratched or as it was, nor a letter that is light on dark', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const photo = await drawPhoto(size, seed);
      for (const each of [photo, agePrint(photo, seed), scratchPrint(photo, seed)]) {
        expect(isWrittenPage(pixelsOf(each))).toBe(false);
      }
    }
    const board = drawLetter();
    for (let i = 0; i < board.rgb.length; i++) board.rgb[i] = 255 - board.rgb[i]!;
    expect(isWrittenPage(board)).toBe(false);
    expect(isWrittenPage({ rgb: new Uint8Array(3 * 40 * 30).fill(200), widthPx: 40, heightPx: 30 })).toBe(
      false,
    );
  });
});
