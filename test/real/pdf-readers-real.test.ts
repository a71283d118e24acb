/**
 * Other programs read what is made of customers' PDFs: Ghostscript, MuPDF and poppler print exactly the pages that were priced, and
 * show them as they show the original.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { probeFile } from '@platen/imaging/decode/probe-file';
import { preparePages } from '@platen/imaging/sheet/prepare-pages';
import { pdfConflicts } from '@platen/imaging/testing/pdf-conflict-samples';
import { hostileFonts, makeFontPdf } from '@platen/imaging/testing/pdf-font-samples';
import { goodPdfs } from '@platen/imaging/testing/pdf-good-samples';
import { makeFormPdf, makePdf } from '@platen/imaging/testing/pdf-samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whenReal } from './real-printers.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-pdf-readers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How each draws all pages of a file into numbered files of pixels; what is outside the crop box is no page. */
const programs = {
  gs: (path: string, to: string, dpi: number) => [
    '-q',
    '-dNOPAUSE',
    '-dBATCH',
    '-dSAFER',
    '-dUseCropBox',
    '-sDEVICE=ppmraw',
    `-r${dpi}`,
    '-o',
    join(to, '%d.ppm'),
    path,
  ],
  mutool: (path: string, to: string, dpi: number) => [
    'draw',
    '-q',
    '-r',
    String(dpi),
    '-o',
    join(to, '%d.ppm'),
    path,
  ],
  pdftoppm: (path: string, to: string, dpi: number) => [
    '-q',
    '-r',
    String(dpi),
    '-cropbox',
    path,
    join(to, 'p'),
  ],
};
type Program = keyof typeof programs;
const names = Object.keys(programs) as Program[];

/** Pages as a program prints them. A complaint in its exit code is none of ours: what it drew counts. */
async function print(program: Program, path: string, dpi = 8): Promise<Buffer[]> {
  const to = join(folder, program);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  await run(program, programs[program](path, to, dpi), { timeout: 60_000 }).catch(() => {});
  return readdirSync(to)
    .sort((a, b) => a.length - b.length || a.localeCompare(b))
    .map((name) => readFileSync(join(to, name)));
}

let made = 0;
async function rewrite(pdf: Buffer): Promise<{ sourcePath: string; targetPath: string; priced: number }> {
  made += 1;
  const sourcePath = join(folder, `${made}.pdf`);
  const targetPath = join(folder, `${made}-made.pdf`);
  writeFileSync(sourcePath, pdf);
  const { pages: priced } = await probeFile(sourcePath);
  await preparePages({ sourcePath, targetPath, output: { format: 'application/pdf' } });
  return { sourcePath, targetPath, priced };
}

whenReal(['gs', 'mutool', 'pdftoppm', 'pdftops', 'qpdf'])('a PDF made for a printer', () => {
  const accepted = pdfConflicts.filter(({ pages }) => pages !== undefined);

  it('is the pages that were priced, for whoever reads it', async () => {
    for (const { name, make } of accepted) {
      const { targetPath, priced } = await rewrite(make());
      const printed = await Promise.all(names.map((program) => print(program, targetPath)));
      expect([name, ...printed.map(({ length }) => length)]).toEqual([name, ...names.map(() => priced)]);
      // qpdf says whether anything in the structure is not as it should be.
      await run('qpdf', ['--check', targetPath]);
    }
  }, 240_000);

  it('is as many sheets where a driver makes PostScript of it, whatever a font says', async () => {
    const countSheets = async (path: string): Promise<number> => {
      const postScript = join(folder, 'driven.ps');
      await run('pdftops', ['-q', path, postScript]);
      return (await print('gs', postScript)).length;
    };
    const original = join(folder, 'font.pdf');
    writeFileSync(original, makeFontPdf({ clear: 'showpage showpage' }));
    expect(await countSheets(original)).toBe(3);
    for (const { name, program } of hostileFonts) {
      const { targetPath } = await rewrite(makeFontPdf(program));
      expect([name, await countSheets(targetPath)]).toEqual([name, 1]);
    }
    expect(await countSheets((await rewrite(makeFontPdf({}))).targetPath)).toBe(1);
  }, 240_000);

  it('shows them as the original does, to each of them', async () => {
    const samples = goodPdfs
      .map(({ make }) => make())
      .concat(makeFormPdf(), makePdf({ pages: 3, widthMm: 210, heightMm: 297 }));
    for (const pdf of samples) {
      const { sourcePath, targetPath } = await rewrite(pdf);
      for (const program of names) {
        const [before, after] = [
          await print(program, sourcePath, 100),
          await print(program, targetPath, 100),
        ];
        expect(before.length).toBeGreaterThan(0);
        expect(after.map((page, i) => page.equals(before[i]!))).toEqual(before.map(() => true));
      }
    }
  }, 240_000);

  it('is read by PDFium after each of the ways in which qpdf writes a file', async () => {
    const plainPath = join(folder, 'plain.pdf');
    writeFileSync(plainPath, makePdf({ pages: 4, widthMm: 100, heightMm: 100 }));
    const ways = [
      ['--linearize'],
      ['--object-streams=generate'],
      ['--encrypt', '', 'owner', '40', '--print=n', '--', '--allow-weak-crypto'],
      ['--encrypt', '', 'owner', '128', '--use-aes=y', '--print=none', '--'],
      ['--encrypt', '', 'owner', '256', '--print=none', '--', '--object-streams=generate'],
    ];
    for (const way of ways) {
      const path = join(folder, 'way.pdf');
      await run('qpdf', [...way, plainPath, path]);
      const { targetPath, priced } = await rewrite(readFileSync(path));
      expect([way[0], priced]).toEqual([way[0], 4]);
      const printed = await Promise.all(names.map((program) => print(program, targetPath)));
      expect(printed.map(({ length }) => length)).toEqual([4, 4, 4]);
    }
  }, 120_000);
});
