import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvFileName, csvText } from './csv-rules.ts';

describe('cells of a file for spreadsheets', () => {
  it.each([
    ['=HYPERLINK("http://evil","pay")', `"'=HYPERLINK(""http://evil"",""pay"")"`],
    ['+8613800001111', `"'+8613800001111"`],
    ['-2+3+cmd|/C calc!A0', `"'-2+3+cmd|/C calc!A0"`],
    ['@SUM(A1:A9)', `"'@SUM(A1:A9)"`],
    ['\t=1+1', `"'\t=1+1"`],
    ['\r=1+1', `"'\r=1+1"`],
    ['\n=1+1', `"'\n=1+1"`],
    ['＝1+1', `"'＝1+1"`],
    // Excel splits at ; in some countries: quoted, it is one cell everywhere.
    ['a;=1+1', '"a;=1+1"'],
    ['a,"b"\r\nc', '"a,""b""\r\nc"'],
    ['<img src=x onerror=alert(1)>', '"<img src=x onerror=alert(1)>"'],
    ['王小明', '"王小明"'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [-12.5, '-12.5'],
    [Number.NaN, ''],
    [true, 'true'],
  ])('%j', (value, written) => {
    expect(csvCell(value)).toBe(written);
  });

  it('is read back as it was by the rules of RFC 4180, and no text of anybody begins a formula', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', "'", 'a', '中'),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile), { minLength: 1 }), (rows) => {
        const read = readCsv(csvText(['one', 'two'], rows).slice(1));
        expect(read.length).toBe(rows.length + 1);
        for (const [index, row] of rows.entries()) {
          for (const [column, cell] of row.entries()) {
            const found = read[index + 1]![column]!;
            expect(found).not.toMatch(/^[=+\-@\t\r\n]/);
            expect(found === cell || found === `'${cell}`).toBe(true);
          }
        }
      }),
    );
  });

  it('begins with the mark that makes Excel read UTF-8, and is named by the day', () => {
    expect(csvText(['名称'], [['a'], [1]])).toBe('\uFEFF"名称"\r\n"a"\r\n1\r\n');
    expect(csvFileName('orders', new Date(2026, 0, 5))).toBe('platen-orders-2026-01-05.csv');
  });
});

/** A plain reader of RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === ',') {
      row.push(cell);
      cell = '';
    } else if (!isQuoted && sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += sign;
  }
  return rows;
}
