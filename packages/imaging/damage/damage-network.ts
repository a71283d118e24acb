/**
 * Owns what a network says of damage: for each pixel of a photo the chances that it is a spot, a line, a part that is
 * lost or a stain. The order of the layers is here; their channels and weights, made by learning, are read from
 * `damage-network.bin`. Must never do any other I/O, and never change the pixels.
 */
import { readFileSync } from 'node:fs';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import {
  fitNetwork,
  hasNumbers,
  isObject,
  NetworkFileError,
  type RowTopology,
  readNetworkFile,
} from '../kernels/network-file.ts';
import { type RowNetwork, rowTableBytes } from '../kernels/network-rows.ts';
import { type GivingWay, runGivingWay } from '../kernels/network-turns.ts';

export const damageKinds = ['spot', 'line', 'loss', 'stain'] as const;
export type DamageKind = (typeof damageKinds)[number];

/** Of the picture's size; 255 is certain. */
export type DamageChances = Record<DamageKind, Plane8>;

/**
 * Two layers for each halving of the size and three at the bottom; then up again, each level added to what it was on
 * the way down.
 */
const topology: readonly RowTopology[] = [
  { name: 'a0', from: 'picture', kernel: 3, stride: 1 },
  { name: 'b0', from: 'a0', kernel: 3, stride: 1 },
  { name: 'a1', from: 'b0', kernel: 3, stride: 2 },
  { name: 'b1', from: 'a1', kernel: 3, stride: 1 },
  { name: 'a2', from: 'b1', kernel: 3, stride: 2 },
  { name: 'b2', from: 'a2', kernel: 3, stride: 1 },
  { name: 'a3', from: 'b2', kernel: 3, stride: 2 },
  { name: 'b3', from: 'a3', kernel: 3, stride: 1 },
  { name: 'a4', from: 'b3', kernel: 3, stride: 2 },
  { name: 'b4', from: 'a4', kernel: 3, stride: 1 },
  { name: 'c4', from: 'b4', kernel: 3, stride: 1 },
  { name: 'u3', from: 'c4', kernel: 1, stride: 1 },
  { name: 'd3', from: 'b3', plus: 'u3', kernel: 3, stride: 1 },
  { name: 'u2', from: 'd3', kernel: 1, stride: 1 },
  { name: 'd2', from: 'b2', plus: 'u2', kernel: 3, stride: 1 },
  { name: 'u1', from: 'd2', kernel: 1, stride: 1 },
  { name: 'd1', from: 'b1', plus: 'u1', kernel: 3, stride: 1 },
  { name: 'u0', from: 'd1', kernel: 1, stride: 1 },
  { name: 'd0', from: 'b0', plus: 'u0', kernel: 3, stride: 1 },
  { name: 'e0', from: 'd0', kernel: 3, stride: 1 },
  { name: 'out', from: 'e0', kernel: 1, stride: 1 },
];
/** Steps of the tables that numbers are looked up in, and where zero stands. */
const stepsPerUnit = 16;
const middleStep = (rowTableBytes - 1) / 2;

const badFile = (reason: string) => new NetworkFileError('damage', reason);

/** For each class and each sixteenth from -12 to 12 the chance, 0 to 255. */
function tablesOf(calibration: unknown): Uint8Array {
  const count = damageKinds.length;
  const { slopes, shifts } = isObject(calibration) ? calibration : {};
  if (!(hasNumbers(slopes, count) && hasNumbers(shifts, count))) throw badFile('it has no calibration');
  return Uint8Array.from({ length: count * rowTableBytes }, (_, i) => {
    const kind = Math.floor(i / rowTableBytes);
    const number = ((i % rowTableBytes) - middleStep) / stepsPerUnit;
    return Math.round(255 / (1 + Math.exp(-(number * slopes[kind]! + shifts[kind]!))));
  });
}

/** A network out of the bytes of a weights file. Throws NetworkFileError with a sentence when that isn't what the bytes are. */
export function readDamageNetwork(bytes: Uint8Array): RowNetwork {
  const { header, layers } = readNetworkFile(bytes, { network: 'damage', topology });
  const { classes, calibration } = header;
  if (!Array.isArray(classes) || classes.join() !== damageKinds.join()) {
    throw badFile(`its classes aren't ${damageKinds.join(', ')}`);
  }
  return fitNetwork('damage', { layers, tables: tablesOf(calibration) });
}

let ownNetwork: RowNetwork | undefined;

function getOwnNetwork(): RowNetwork {
  ownNetwork ??= readDamageNetwork(readFileSync(new URL('damage-network.bin', import.meta.url)));
  return ownNetwork;
}

/**
 * What a picture of at least 32 pixels a side shows of damage. Gives way now and then: other kernels may run meanwhile, but the pixels
 * must stay as they are. Throws RangeError for smaller pictures.
 */
export async function measureDamage(
  pixels: RgbPixels,
  { network = getOwnNetwork(), ...way }: GivingWay & { network?: RowNetwork },
): Promise<DamageChances> {
  const planes = await runGivingWay(network, pixels, way);
  const [spot, line, loss, stain] = planes as [Plane8, Plane8, Plane8, Plane8];
  return { spot, line, loss, stain };
}
