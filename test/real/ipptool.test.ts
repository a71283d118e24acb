/**
 * The conformance tests that CUPS ships, run against our virtual printer and, as a measure, against ippeveprinter:
 * ours must pass at least as many and fail none.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRealTool, getRealTool, startIppeveprinter, whenReal } from './real-printers.ts';

const suiteFolder = '/usr/share/cups/ipptool';

interface Score {
  pass: number;
  fail: number;
  skip: number;
  failures: string[];
}

/** A PDF of one empty page; the size in points. */
function onePagePdf(widthPt: number, heightPt: number): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${widthPt} ${heightPt}]/Contents 4 0 R>>`,
    '<</Length 29>>stream\n0.2 0.4 0.6 rg 72 72 99 99 re f\nendstream',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((content, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj${content}endobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${pdf}xref\n0 5\n0000000000 65535 f \n${table}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`;
}

/** Seconds before a test is run, and before it is run again because the printer is busy. */
const quickPauses = '0.01,0.3';
/** A printer that still prints the job before doesn't take another, and that test is not repeated. */
const createPauses = '0.3,0.3';

/** Whatever waits for the printer asks it again every five seconds unless told. */
const hastened = (suite: string): string =>
  suite.replace(/^\{\n[\s\S]*?^\}/gm, (test) => {
    const isCreation = /OPERATION Create-Job/.test(test);
    if (!isCreation && !/REPEAT-(NO-)?MATCH/.test(test)) return test;
    return test.replace('{', `{\n\tDELAY "${isCreation ? createPauses : quickPauses}"`);
  });

/** The suite with the sample files that it names and that Debian leaves out. */
async function makeSuite(folder: string): Promise<void> {
  for (const file of readdirSync(suiteFolder).filter((name) => name.endsWith('.test')))
    writeFileSync(join(folder, file), hastened(readFileSync(join(suiteFolder, file), 'utf8')));
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } });
  await picture.clone().jpeg().toFile(join(folder, 'color.jpg'));
  await picture.clone().grayscale().jpeg().toFile(join(folder, 'gray.jpg'));
  const sizes: Record<string, [number, number]> = { a4: [595, 842], letter: [612, 792] };
  for (const [size, [widthPt, heightPt]] of Object.entries(sizes))
    for (const name of ['document', 'onepage'])
      writeFileSync(join(folder, `${name}-${size}.pdf`), onePagePdf(widthPt, heightPt));
  // Sent to nobody without PostScript, but ipptool gives up on a file that is not there.
  for (const size of Object.keys(sizes))
    writeFileSync(join(folder, `document-${size}.ps`), '%!PS-Adobe-3.0\nshowpage\n');
}

/** Runs one test file; counts lines, because the exit code can be 0 with failures inside an INCLUDE. */
async function score(uri: string, suite: { folder: string; file: string; version: string }): Promise<Score> {
  const sample = join(suite.folder, 'color.jpg');
  const flags = [
    '-t',
    '-I',
    '-T',
    '30',
    '-V',
    suite.version,
    '-f',
    sample,
    uri,
    join(suite.folder, suite.file),
  ];
  const child = spawn(getRealTool('ipptool'), flags, {
    cwd: suite.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  // PWG's raster samples come apart from CUPS; the suite ends there, after all that can be asked without them.
  if (/"(document|color|gray)[^"]*" \(mapped.*cannot be read/.test(output))
    throw new Error(`a sample file is missing:\n${output}`);
  const count = (mark: string): number => output.split(mark).length - 1;
  const lines = output.split('\n');
  const failures = lines.flatMap((line, at) =>
    line.includes('[FAIL]') ? [lines.slice(at, at + 6).join('\n')] : [],
  );
  return { pass: count('[PASS]'), fail: count('[FAIL]'), skip: count('[SKIP]'), failures };
}

/** Each includes the ones before it. */
const cases = [
  { file: 'ipp-1.1.test', version: '1.1' },
  { file: 'ipp-2.0.test', version: '2.0' },
  { file: 'ipp-everywhere.test', version: '2.0' },
];

whenReal(['ipptool'])('ipptool', () => {
  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platen-ipptool-'));
    await makeSuite(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // ippeveprinter takes its time in each: all three at once.
  it.concurrent.each(cases)(
    '$file: the virtual printer fails none and passes no less than ippeveprinter',
    async (suite) => {
      const dir = join(folder, `sheets-${suite.file}`);
      mkdirSync(dir);
      const printer = await startVirtualPrinter({ port: 0, dir, name: 'Conformance' });
      const ours = await score(printer.uri, { folder, ...suite }).finally(() => printer.close());
      expect(ours.failures).toEqual([]);
      expect(ours.fail).toBe(0);
      expect(ours.pass).toBeGreaterThan(25);
      console.log(`${suite.file}: ${ours.pass} passed, ${ours.fail} failed, ${ours.skip} skipped`);
      if (!findRealTool('ippeveprinter') || !findRealTool('avahi-daemon')) return;
      const real = await startIppeveprinter({ name: `Reference ${suite.version}` });
      const theirs = await score(real.uri, { folder, ...suite }).finally(() => real.stop());
      console.log(
        [
          `${suite.file}   pass  fail  skip`,
          `  virtual        ${ours.pass}    ${ours.fail}    ${ours.skip}`,
          `  ippeveprinter  ${theirs.pass}    ${theirs.fail}    ${theirs.skip}`,
        ].join('\n'),
      );
      expect(ours.pass).toBeGreaterThanOrEqual(theirs.pass);
    },
    240_000,
  );
});
