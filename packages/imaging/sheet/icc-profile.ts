/**
 * Owns output profiles that an operator gives (ICC.1:2022 and older): whether one can be used, and the copy of it that stands
 * for one rendering intent. The bytes are untrusted: every offset is checked and every loop is bounded. Must never judge
 * colours.
 */
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { nameOfIccProfile } from '../decode/icc-name.ts';
import { ImagingRefusal } from '../imaging-refusal.ts';
import type { OutputProfile, RenderingIntent } from './sheet-output.ts';

/** What is known of a profile that can be used. `hasIntents`: those for which it has tables of its own. */
export interface OutputProfileFacts {
  name: string;
  deviceClass: 'prtr' | 'mntr';
  colourSpace: 'RGB' | 'GRAY';
  version: string;
  hasIntents: RenderingIntent[];
}

/** Large CMYK profiles have some 3 MB; RGB ones are smaller. */
const maxProfileBytes = 8 * 1024 * 1024;
const headerBytes = 128;
const tagBytes = 12;
const maxTags = 100;

interface Tag {
  at: number;
  signature: string;
  offset: number;
  bytes: number;
}

const fail = (sentence: string): never => {
  throw new ImagingRefusal('not_accepted', sentence);
};

/** The tag table (ICC.1:2022 section 7.3). Throws ImagingRefusal where it leads out of the file. */
function tagsOf(profile: Buffer): Tag[] {
  const count = profile.readUInt32BE(headerBytes);
  const end = headerBytes + 4 + count * tagBytes;
  if (count < 1 || count > maxTags || end > profile.length) fail('The tags of this ICC profile are damaged.');
  return Array.from({ length: count }, (_, index) => {
    const at = headerBytes + 4 + index * tagBytes;
    const offset = profile.readUInt32BE(at + 4);
    const bytes = profile.readUInt32BE(at + 8);
    if (offset + bytes > profile.length) fail('This ICC profile is cut off.');
    return { at, signature: profile.toString('latin1', at, at + 4), offset, bytes };
  });
}

function checkHeader(profile: Buffer): Pick<OutputProfileFacts, 'deviceClass' | 'colourSpace' | 'version'> {
  if (profile.length < headerBytes + 4 || profile.toString('latin1', 36, 40) !== 'acsp')
    fail('This file is no ICC profile.');
  if (profile.readUInt32BE(0) !== profile.length) fail('This ICC profile is cut off.');
  const deviceClass = profile.toString('latin1', 12, 16);
  if (deviceClass !== 'prtr' && deviceClass !== 'mntr')
    return fail('The profile is not one of a printer: its class must be prtr (or mntr).');
  const colourSpace = profile.toString('latin1', 16, 20).trim();
  if (colourSpace === 'CMYK')
    return fail(
      'The agent sends RGB or grey to printers; a CMYK profile fits neither. Make an RGB profile of this paper.',
    );
  if (colourSpace !== 'RGB' && colourSpace !== 'GRAY')
    return fail(`The colour space of the profile must be RGB or grey, not ${colourSpace.slice(0, 4)}.`);
  const connection = profile.toString('latin1', 20, 24);
  if (connection !== 'Lab ' && connection !== 'XYZ ') fail('This ICC profile is damaged.');
  const version = `${profile[8]}.${profile[9]! >> 4}`;
  return { deviceClass, colourSpace, version };
}

/** Looks at the profile at `path` and tries it. Throws ImagingRefusal with a sentence when it can't be used. */
export async function inspectOutputProfile(path: string): Promise<OutputProfileFacts> {
  if ((await stat(path)).size > maxProfileBytes) fail('An ICC profile of more than 8 MiB is not taken.');
  const profile = await readFile(path);
  const header = checkHeader(profile);
  const signatures = new Set(tagsOf(profile).map(({ signature }) => signature));
  const isMatrix = ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'].every((tag) => signatures.has(tag));
  if (header.colourSpace === 'RGB' && !signatures.has('B2A0') && !isMatrix)
    fail('The profile says how to read colours of this printer, not how to make them (it has no B2A table).');
  await tryProfile(path);
  const hasRelative = isMatrix || signatures.has('B2A1');
  return {
    ...header,
    name: nameOfIccProfile(profile) ?? 'without a name',
    hasIntents: hasRelative ? ['perceptual', 'relative'] : ['perceptual'],
  };
}

/** sharp passes over profiles that it can't use, in silence; one that it used is in the result. */
async function tryProfile(path: string): Promise<void> {
  const raw = { width: 2, height: 2, channels: 3 } as const;
  const colours = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 128, 128, 128]);
  const tried = await sharp(colours, { raw })
    .withIccProfile(path)
    .png()
    .toBuffer()
    .catch(() => undefined);
  if (!tried || !(await sharp(tried).metadata()).hasProfile)
    fail('The tables of this ICC profile are damaged.');
}

/**
 * A copy whose perceptual tables are those of `intent`: sharp asks for the perceptual ones alone. Tables stand side by side in
 * the tag table (0 perceptual, 1 media-relative; ICC.1:2022 section 8.10), so that one entry points where the other does.
 */
function withIntent(profile: Buffer, intents: { making: RenderingIntent; reading: RenderingIntent }): Buffer {
  const copy = Buffer.from(profile);
  const tags = new Map(tagsOf(profile).map((tag) => [tag.signature, tag]));
  const point = (direction: 'A2B' | 'B2A', intent: RenderingIntent) => {
    const entry = tags.get(`${direction}0`);
    const other = tags.get(`${direction}1`);
    if (intent === 'perceptual' || !entry || !other) return;
    copy.writeUInt32BE(other.offset, entry.at + 4);
    copy.writeUInt32BE(other.bytes, entry.at + 8);
  };
  point('B2A', intents.making);
  point('A2B', intents.reading);
  return copy;
}

/** Runs `work` with the path of a profile that makes colours by the wanted intent and is read relative to its paper. */
export async function withProfileFile<T>(
  { profile, targetPath }: { profile: OutputProfile; targetPath: string },
  work: (path: string) => Promise<T>,
): Promise<T> {
  const bytes = withIntent(await readFile(profile.path), { making: profile.intent, reading: 'relative' });
  // libvips remembers profiles by their path: another one must have another.
  const path = `${targetPath}.${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.icc`;
  try {
    writeFileSync(path, bytes);
    return await work(path);
  } finally {
    rmSync(path, { force: true });
  }
}

/** media white point (ICC.1:2022 section 9.2.36) as X, Y, Z; that of D50 where the profile has none. */
export function paperWhiteOf(profile: Buffer): [number, number, number] {
  const tag = tagsOf(profile).find(({ signature }) => signature === 'wtpt');
  if (!tag || tag.bytes < 20) return [0.9642, 1, 0.8249];
  const at = (index: number) => profile.readInt32BE(tag.offset + 8 + 4 * index) / 65536;
  return [at(0), at(1), at(2)];
}
