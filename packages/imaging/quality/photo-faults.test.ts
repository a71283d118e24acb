/** Faults of cameras and of their owners, put into scenes drawn by code, and what looks like them and is none. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultPhoto, faults } from '../testing/fault-samples.ts';
import { drawThings, looks } from '../testing/look-samples.ts';
import { drawPhoto } from '../testing/photo-samples.ts';
import { measurePhoto } from './photo-measures.ts';
import { judgeQuality } from './quality-rules.ts';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photo-faults-'));
});
afterAll(() => rm(folder, { recursive: true }));

const size = { widthPx: 1200, heightPx: 800 };
const papers = [
  { widthMm: 101.6, heightMm: 152.4, fit: 'fill', isBorderless: true },
  { widthMm: 152.4, heightMm: 203.2, fit: 'fill', isBorderless: true },
  { widthMm: 210, heightMm: 297, fit: 'fit', isBorderless: false },
] as const;
const unclear = new Set(['over 1.5 EV', 'cast light orange', 'enlarged 2 cubic', 'enlarged 4 linear']);
/** Greys and whites tell of these; the drawn scene has none. */
const ofLight = new Set(['colour_cast', 'overexposed']);
const told = ['shaken', 'overexposed', 'colour_cast', 'blotchy', 'enlarged'];

/** A scene as a camera takes it: no edge is harder than its lens and its sensor make it. */
async function photograph(): Promise<FaultPhoto> {
  const large = await drawPhoto({ widthPx: 2 * size.widthPx, heightPx: 2 * size.heightPx }, 3);
  const raw = { raw: { width: large.widthPx, height: large.heightPx, channels: 3 as const } };
  const small = await sharp(large.pixels, raw).resize(size.widthPx, size.heightPx).raw().toBuffer();
  return { rgb: new Uint8Array(small), ...size };
}
const scene = await photograph();
const things = await drawThings();

/** The faults that are told of a file on any of the papers, with their severities. */
async function toldOf(bytes: Buffer): Promise<Map<string, Set<string>>> {
  const path = join(folder, String(count++));
  await writeFile(path, bytes);
  const measures = await measurePhoto(path);
  const found = new Map<string, Set<string>>();
  for (const paper of papers) {
    for (const { name, severity } of judgeQuality(measures, paper).findings) {
      if (told.includes(name)) found.set(name, (found.get(name) ?? new Set()).add(severity));
    }
  }
  return found;
}

const jpegOf = ({ rgb, widthPx, heightPx }: FaultPhoto, quality: number) =>
  sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();

/** So strong that everybody sees them; weaker ones are told where more speaks for them than a drawing has. */
const clear = faults.filter(({ finding, name }) => finding && !unclear.has(name));

describe('a fault that everybody sees is told', () => {
  it.each(clear)('$name', async ({ finding, make }) => {
    const photo = ofLight.has(finding!) ? things : scene;
    const found = await toldOf(await make(photo, 3));
    expect([...found.keys()]).toContain(finding);
    expect([...(found.get(finding!) ?? [])]).not.toContain('fatal');
  });
});

describe('what nobody minds is left alone', () => {
  it.each(faults.filter(({ finding }) => !finding))('$name', async ({ make }) => {
    for (const photo of [scene, things]) {
      expect([...(await toldOf(await make(photo, 3)))]).toEqual([]);
    }
  });

  it.each(Object.entries(looks).map(([name, draw], index) => [name, [95, 75][index % 2]!, draw] as const))(
    '%s, as a JPEG of quality %d',
    async (_, quality, draw) => {
      expect([...(await toldOf(await jpegOf(await draw(), quality)))]).toEqual([]);
    },
  );
});
