/**
 * Owns ICC profiles made by code, for tests (ICC.1:2001-04, version 2): RGB by primaries and a gamma, and printers by two
 * functions between their values and CIELAB. Must never be used to print.
 */

/** XYZ of the three primaries, adapted to D50, their sum D50 itself. */
type Xyz = readonly [number, number, number];
export type Primaries = readonly [red: Xyz, green: Xyz, blue: Xyz];

/** Adobe RGB (1998), Bradford-adapted. */
export const adobeRgb: Primaries = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
];

/** Display P3 (SMPTE EG 432-1), Bradford-adapted. */
export const displayP3: Primaries = [
  [0.51512, 0.2412, -0.00105],
  [0.29198, 0.69225, 0.04189],
  [0.1571, 0.06657, 0.78407],
];

const fixed = (value: number): number => Math.round(value * 65536);

function xyzTag(xyz: readonly number[]): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 0, 'latin1');
  for (const [i, value] of xyz.entries()) tag.writeInt32BE(fixed(value), 8 + 4 * i);
  return tag;
}

function gammaTag(gamma: number): Buffer {
  const tag = Buffer.alloc(14);
  tag.write('curv', 0, 'latin1');
  tag.writeUInt32BE(1, 8);
  tag.writeUInt16BE(Math.round(gamma * 256), 12);
  return tag;
}

function descTag(name: string): Buffer {
  const tag = Buffer.alloc(12 + name.length + 1 + 78);
  tag.write('desc', 0, 'latin1');
  tag.writeUInt32BE(name.length + 1, 8);
  tag.write(name, 12, 'latin1');
  return tag;
}

export interface ProfileHeader {
  deviceClass: string;
  colourSpace: string;
  connection: string;
}

/** A profile of these tags. */
export function makeProfile(header: ProfileHeader, tags: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tags);
  const tableBytes = 4 + 12 * entries.length;
  const parts: Buffer[] = [];
  const table = Buffer.alloc(tableBytes);
  table.writeUInt32BE(entries.length, 0);
  let offset = 128 + tableBytes;
  for (const [i, [signature, data]] of entries.entries()) {
    table.write(signature, 4 + 12 * i, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * i);
    table.writeUInt32BE(data.length, 12 + 12 * i);
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    parts.push(padded);
    offset += padded.length;
  }
  const head = Buffer.alloc(128);
  head.writeUInt32BE(offset, 0);
  head.writeUInt32BE(0x02400000, 8);
  head.write(header.deviceClass, 12, 'latin1');
  head.write(header.colourSpace.padEnd(4), 16, 'latin1');
  head.write(header.connection.padEnd(4), 20, 'latin1');
  head.write('acsp', 36, 'latin1');
  for (const [i, value] of [0.9642, 1, 0.8249].entries()) head.writeInt32BE(fixed(value), 68 + 4 * i);
  return Buffer.concat([head, table, ...parts]);
}

/** A display or working space. */
export function makeRgbProfile(
  name: string,
  { primaries, gamma }: { primaries: Primaries; gamma: number },
): Buffer {
  const [red, green, blue] = primaries;
  return makeProfile(
    { deviceClass: 'mntr', colourSpace: 'RGB', connection: 'XYZ' },
    {
      desc: descTag(name),
      wtpt: xyzTag([0.9642, 1, 0.8249]),
      rXYZ: xyzTag(red),
      gXYZ: xyzTag(green),
      bXYZ: xyzTag(blue),
      rTRC: gammaTag(gamma),
      gTRC: gammaTag(gamma),
      bTRC: gammaTag(gamma),
    },
  );
}

/** Grey by a gamma alone. */
export const makeGreyProfile = (gamma: number): Buffer =>
  makeProfile(
    { deviceClass: 'mntr', colourSpace: 'GRAY', connection: 'XYZ' },
    { desc: descTag('Grey'), wtpt: xyzTag([0.9642, 1, 0.8249]), kTRC: gammaTag(gamma) },
  );

/** All values 0 to 1. Lab: L / 100, (a + 128) / 255, (b + 128) / 255, as ICC version 2 encodes them within 16 bits. */
type Table = (values: number[]) => number[];

/** lut16Type (ICC.1:2001-04 section 6.5.8) with `steps` points a side; straight lines in and out. */
function lutTag(
  table: Table,
  { inputs, outputs, steps }: { inputs: number; outputs: number; steps: number },
): Buffer {
  const points = steps ** inputs;
  const tag = Buffer.alloc(52 + 4 * inputs + 2 * points * outputs + 4 * outputs);
  tag.write('mft2', 0, 'latin1');
  tag.set([inputs, outputs, steps], 8);
  for (const at of [0, 4, 8]) tag.writeInt32BE(65536, 12 + at * 4);
  tag.writeUInt16BE(2, 48);
  tag.writeUInt16BE(2, 50);
  let at = 52;
  const line = () => {
    tag.writeUInt16BE(0, at);
    tag.writeUInt16BE(65535, at + 2);
    at += 4;
  };
  for (let i = 0; i < inputs; i += 1) line();
  for (let point = 0; point < points; point += 1) {
    const values = Array.from(
      { length: inputs },
      (_, i) => (Math.floor(point / steps ** (inputs - 1 - i)) % steps) / (steps - 1),
    );
    for (const value of table(values)) {
      tag.writeUInt16BE(Math.round(Math.min(1, Math.max(0, value)) * 65535), at);
      at += 2;
    }
  }
  for (let i = 0; i < outputs; i += 1) line();
  return tag;
}

/** Lab of version 2: 100 is 0xff00, and 0 of a and b is 0x8000. */
const labFromShares = ([l, a, b]: number[]): [number, number, number] => [
  (l! * 65535 * 100) / 65280,
  (a! * 65535) / 256 - 128,
  (b! * 65535) / 256 - 128,
];
const sharesOfLab = ([l, a, b]: readonly number[]): number[] => [
  (l! * 65280) / 100 / 65535,
  ((a! + 128) * 256) / 65535,
  ((b! + 128) * 256) / 65535,
];

/** A printer as two functions: what its values look like (relative to its paper), and which values look like that. */
export interface PrinterModel {
  toLab(device: number[]): readonly number[];
  /** By intent: 0 perceptual, 1 relative. */
  fromLab(lab: [number, number, number], intent: 0 | 1): number[];
  paperWhite: readonly [number, number, number];
}

/** An output profile (`prtr`) with tables of its own for both intents. */
export function makePrinterProfile(
  model: PrinterModel,
  { colourSpace, inks }: { colourSpace: 'RGB' | 'CMYK'; inks: 3 | 4 },
): Buffer {
  const reading: Table = (values) => sharesOfLab(model.toLab(values));
  const making =
    (intent: 0 | 1): Table =>
    (shares) =>
      model.fromLab(labFromShares(shares), intent);
  const toLab = lutTag(reading, { inputs: inks, outputs: 3, steps: inks === 4 ? 9 : 17 });
  const fromLab = (intent: 0 | 1) => lutTag(making(intent), { inputs: 3, outputs: inks, steps: 25 });
  return makeProfile(
    { deviceClass: 'prtr', colourSpace, connection: 'Lab' },
    {
      desc: descTag('Sample paper'),
      wtpt: xyzTag(model.paperWhite),
      A2B0: toLab,
      A2B1: toLab,
      B2A0: fromLab(0),
      B2A1: fromLab(1),
    },
  );
}
