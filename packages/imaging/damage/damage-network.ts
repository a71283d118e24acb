/**
 * Owns what a network says of damage: for each pixel of a photo the chances that it is a spot, a line, a part that is
 * lost or a stain. The order of the layers is here; their channels and weights, made by learning, are read from
 * `damage-network.bin`. Must never do any other I/O, and never change the pixels.
 */
import { readFileSync } from 'node:fs';
import type { Plane8, RgbPixels } from '../kernels/kernel-planes.ts';
import {
  checkRowNetwork,
  type RowLayer,
  type RowNetwork,
  rowTableBytes,
  runRowNetwork,
} from '../kernels/network-rows.ts';

export const damageKinds = ['spot', 'line', 'loss', 'stain'] as const;
export type DamageKind = (typeof damageKinds)[number];

/** Of the picture's size; 255 is certain. */
export type DamageChances = Record<DamageKind, Plane8>;

type Topology = Pick<RowLayer, 'name' | 'from' | 'plus' | 'kernel' | 'stride'>;

/**
 * Two layers for each halving of the size and three at the bottom; then up again, each level added to what it was on
 * the way down.
 */
const topology: readonly Topology[] = [
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
const fileFormat = 1;
const floatBytes = 4;
/** Steps of the tables that numbers are looked up in, and where zero stands. */
const stepsPerUnit = 16;
const middleStep = (rowTableBytes - 1) / 2;
/** A process that gives way so often is one that listens. */
const defaultEveryMs = 50;

interface StoredLayer {
  name: string;
  kernel: number;
  stride: number;
  inputs: number;
  outputs: number;
  weights: number;
  multipliers: number;
  biases: number;
}

const badFile = (reason: string): Error =>
  new Error(`The weights of the damage network can't be used: ${reason}.`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasNumbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length === count && value.every((each) => Number.isFinite(each));

function readHeader(bytes: Uint8Array): { header: Record<string, unknown>; data: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < floatBytes ? Number.NaN : view.getUint32(0, true);
  const start = floatBytes + Math.ceil(length / floatBytes) * floatBytes;
  if (!(start <= bytes.length)) throw badFile('the file ends in its header');
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(floatBytes, floatBytes + length)));
  } catch {
    throw badFile('its header is no JSON');
  }
  if (!isObject(header)) throw badFile('its header is no object');
  return { header, data: bytes.subarray(start) };
}

/** A copy of `count` bytes from `at` on. */
function takeBytes(data: Uint8Array, at: number, count: number, name: string): ArrayBuffer {
  if (!(Number.isInteger(at) && at >= 0 && at + count <= data.length)) {
    throw badFile(`what ${name} has lies beyond the end of the file`);
  }
  return Uint8Array.from(data.subarray(at, at + count)).buffer;
}

function takeNumbers(data: Uint8Array, at: number, count: number, name: string): Float32Array {
  const numbers = new Float32Array(takeBytes(data, at, count * floatBytes, name));
  if (!hasNumbers([...numbers], count)) throw badFile(`${name} has a number that is none`);
  return numbers;
}

function readLayer(stored: unknown, link: Topology, data: Uint8Array): RowLayer {
  const { name, kernel, stride } = link;
  if (!isObject(stored) || stored.name !== name) throw badFile(`${name} isn't where it should be`);
  const { inputs, outputs, weights, multipliers, biases, ...rest } = stored as unknown as StoredLayer;
  if (rest.kernel !== kernel || rest.stride !== stride) throw badFile(`${name} has another shape`);
  if (![inputs, outputs].every((count) => Number.isInteger(count) && count > 0)) {
    throw badFile(`${name} has no whole number of channels`);
  }
  return {
    ...link,
    inputs,
    outputs,
    weights: new Int8Array(takeBytes(data, weights, outputs * inputs * kernel * kernel, name)),
    multipliers: takeNumbers(data, multipliers, outputs, name),
    biases: takeNumbers(data, biases, outputs, name),
  };
}

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

/**
 * A network out of the bytes of a weights file, all little endian: the length of a header in 32 bits; the header, JSON,
 * padded with spaces to a multiple of four; then 8-bit weights, [output][row][column][input], and multipliers and
 * biases in single precision, where the header says, in bytes from the end of the header. Throws an Error with a
 * sentence when that isn't what the bytes are.
 */
export function readDamageNetwork(bytes: Uint8Array): RowNetwork {
  const { header, data } = readHeader(bytes);
  const { format, classes, layers, calibration } = header;
  if (format !== fileFormat) throw badFile(`its format is ${JSON.stringify(format)}, not ${fileFormat}`);
  if (!Array.isArray(classes) || classes.join() !== damageKinds.join()) {
    throw badFile(`its classes aren't ${damageKinds.join(', ')}`);
  }
  if (!Array.isArray(layers) || layers.length !== topology.length) {
    throw badFile(`it doesn't have ${topology.length} layers`);
  }
  const network = {
    layers: topology.map((link, i) => readLayer(layers[i], link, data)),
    tables: tablesOf(calibration),
  };
  try {
    checkRowNetwork(network);
  } catch (error) {
    throw badFile((error as Error).message);
  }
  return network;
}

let ownNetwork: RowNetwork | undefined;

function getOwnNetwork(): RowNetwork {
  ownNetwork ??= readDamageNetwork(readFileSync(new URL('damage-network.bin', import.meta.url)));
  return ownNetwork;
}

export interface GivingWay {
  /** Told how much is done, over 0 to 1, and waited for, whenever `everyMs` have passed. */
  onShare(share: number): Promise<void>;
  everyMs?: number;
  network?: RowNetwork;
}

/**
 * What a picture of at least 32 pixels a side shows of damage. Gives way now and then: other kernels may run meanwhile, but the pixels
 * must stay as they are. Throws RangeError for smaller pictures.
 */
export async function measureDamage(
  pixels: RgbPixels,
  { onShare, everyMs = defaultEveryMs, network = getOwnNetwork() }: GivingWay,
): Promise<DamageChances> {
  const running = runRowNetwork(network, pixels);
  let since = performance.now();
  for (;;) {
    const step = running.next();
    if (step.done) {
      const [spot, line, loss, stain] = step.value as [Plane8, Plane8, Plane8, Plane8];
      return { spot, line, loss, stain };
    }
    if (performance.now() - since < everyMs) continue;
    await onShare(step.value);
    since = performance.now();
  }
}
