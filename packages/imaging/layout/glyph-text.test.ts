/** Letters of captions: what is drawn, what is not, how wide it is, and the same dots on every machine. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fittingText, isDrawable, textInk, textToDraw, textWidthPx } from './glyph-text.ts';

const dot = { widthPx: 1, heightPx: 1 };

/** The letter as rows of dots, without the empty ones. */
function drawn(letter: string): string[] {
  const ink = textInk(letter, { leftPx: 0, topPx: 0, dot });
  const rows = Array.from({ length: 16 }, () => Array.from({ length: textWidthPx(letter, dot) }, () => '.'));
  for (const { leftPx, topPx, widthPx } of ink)
    for (let x = leftPx; x < leftPx + widthPx; x++) rows[topPx]![x] = '#';
  return rows.map((row) => row.join('')).filter((row) => row.includes('#'));
}

describe('text on sheets', () => {
  it('draws capitals, small letters, accents and Chinese as they are written', () => {
    expect(drawn('i')).not.toEqual(drawn('I'));
    expect(drawn('e')).not.toEqual(drawn('é'));
    expect(drawn('é').length).toBeGreaterThan(drawn('e').length);
    expect(drawn('一')).toEqual(['###############.']);
    expect(drawn('L')).toEqual([...Array.from({ length: 9 }, () => '.#......'), '.######.']);
  });

  it('has the letters of each plain script, and refuses those that would come out wrong', () => {
    const plain = [
      'Zażółć gęślą jaźń',
      'Ξεσκεπάζω',
      'съешь ещё',
      '国国圖',
      'ひらがなカタカナ',
      '한국어',
      'ㄅㄆ',
      'Հայ',
      'ქართ',
      '3 × 4 = 12 №',
    ];
    for (const text of plain) expect([text, isDrawable(textToDraw(text))]).toEqual([text, true]);
    const wrong = [
      'שלום',
      'مرحبا',
      'हिन्दी',
      'ไทย',
      'ខ្មែរ',
      '👍',
      'x\u0323\u0302',
      'a\u202eb',
      '\u0007',
      '𠀀',
    ];
    for (const text of wrong) expect([text, isDrawable(textToDraw(text))]).toEqual([text, false]);
  });

  it('takes a letter and its accent for one', () => {
    expect(textToDraw('Zoe\u0308')).toBe('Zoë');
    expect(textToDraw('\u1112\u1161\u11ab')).toBe('한');
    expect(textToDraw(' a\t\n b ')).toBe('a b');
  });

  it('is shortened by its width, never by half a letter', () => {
    for (let widthPx = 0; widthPx < 200; widthPx++)
      for (const keeps of ['start', 'both ends'] as const)
        for (const text of ['PXL_20260714_123456789', '外婆家的院子里的樱花树下', 'a樱b花c树']) {
          const shown = fittingText(text, dot, { widthPx, keeps });
          expect(textWidthPx(shown, dot)).toBeLessThanOrEqual(widthPx);
          if (shown !== text && shown !== '') expect(shown).toContain('…');
        }
    expect(fittingText('PXL_20260714', dot, { widthPx: 64, keeps: 'start' })).toBe('PXL_202…');
  });

  it('is the same ink everywhere', () => {
    const text = textToDraw('IMG_0412 Zoë 外婆の写真 한국 Привет');
    const ink = JSON.stringify(textInk(text, { leftPx: 3, topPx: 5, dot: { widthPx: 2, heightPx: 2 } }));
    expect(createHash('sha256').update(ink).digest('hex').slice(0, 16)).toBe('0a09648752ae63b3');
  });
});
