/**
 * Owns hostile files that are no pictures: nothing, texts, and programs under the name of a picture. For tests and benches;
 * must never read a file.
 */
import type { HostileCase } from './hostile-case.ts';
import { makeGif } from './hostile-samples.ts';

const text = (name: string, content: string): HostileCase => ({
  name,
  make: () => Buffer.from(content, 'latin1'),
  answers: ['unknown_type'],
});

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
/** Filters on filters: 1 KB of it keeps an SVG library busy for most of a minute. */
const blur = '<feGaussianBlur stdDeviation="400"/>'.repeat(20);

/** An SVG that shows the file `sibling` beside it. */
export const makeSvgWithSibling = (sibling: string): Buffer =>
  Buffer.from(
    `<svg ${namespaces} width="64" height="64"><image xlink:href="${sibling}" width="64" height="64"/></svg>`,
  );

/** An XML file with an entity that stands for the file `sibling`. */
export const makeXmlWithEntity = (sibling: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY secret SYSTEM "${sibling}">]>` +
      `<svg ${namespaces} width="64" height="64"><text y="20">&secret;</text></svg>`,
  );

/** Files in formats whose decoders are known for running programs or for reading other files. */
export const textCases: readonly HostileCase[] = [
  { name: '0 bytes', make: () => Buffer.alloc(0), answers: ['empty'] },
  { name: '1 byte', make: () => Buffer.from([0xff]), answers: ['unknown_type'] },
  { name: '20 MB of zeros', make: () => Buffer.alloc(20_000_000), answers: ['unknown_type'] },
  text('words', 'just words\n'.repeat(2000)),
  text('PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n{ } loop showpage\n'),
  text('MVG', 'push graphic-context\nimage over 0,0 0,0 "/etc/hostname"\npop graphic-context'),
  text('MSL', '<?xml version="1.0"?><image><read filename="/etc/hostname"/></image>'),
  text('HTML', '<!doctype html><img src="file:///etc/hostname">'),
  text('shell', '#!/bin/sh\ntouch /tmp/hostile\n'),
  text('PPM of 65535 x 65535', 'P6 65535 65535 255\n'),
  text('VIPS file', '\x08\xf2\xa6\xb6\xff\xff\0\0\xff\xff\0\0\x03\0\0\0'),
  text('FITS', 'SIMPLE  =                    T'.padEnd(2880)),
  text('OpenEXR', 'v/1\x01\x02\0\0\0'),
  text('zip', 'PK\x03\x04'.padEnd(400, '\0')),
  text('Radiance', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 65535 +X 65535\n'),
  { name: 'SVG with a sibling', make: () => makeSvgWithSibling('secret.png'), answers: ['unknown_type'] },
  { name: 'XML with an entity', make: () => makeXmlWithEntity('secret.png'), answers: ['unknown_type'] },
  text(
    'SVG of blurs',
    `<svg ${namespaces} width="9999" height="9999"><filter id="f">${blur}</filter>` +
      `<rect width="9999" height="9999" filter="url(#f)"/></svg>`,
  ),
  { name: 'BMP of 2^31 pixels a side', make: makeBmp, answers: ['too_many_pixels'] },
  {
    name: 'GIF of 20,000 frames',
    make: () => makeGif({ widthPx: 10, heightPx: 10, frames: 20_000 }),
    answers: ['image', 'cannot_decode'],
  },
  {
    name: 'GIF with a screen of 65535',
    make: () => makeGif({ widthPx: 65_535, heightPx: 65_535, frames: 1 }),
    answers: ['too_many_pixels'],
  },
];

function makeBmp(): Buffer {
  const out = Buffer.alloc(200);
  out.write('BM', 0, 'latin1');
  out.writeUInt32LE(54, 10);
  out.writeUInt32LE(40, 14);
  out.writeInt32LE(0x7fffffff, 18);
  out.writeInt32LE(0x7fffffff, 22);
  return out;
}
