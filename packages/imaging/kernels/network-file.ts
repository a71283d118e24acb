/**
 * Owns the format of the files of weights that networks over whole photos are kept in. Must never do I/O, nor know what a network is
 * for.
 */
import { floatBytes } from './kernel-memory.ts';
import { checkRowNetwork, type RowLayer, type RowNetwork } from './network-rows.ts';

/** How layers follow each other; channels and weights are the file's. */
export type RowTopology = Pick<RowLayer, 'name' | 'from' | 'plus' | 'kernel' | 'stride'>;

/** What a file says: its header, and the layers of a topology. */
export interface NetworkFile {
  header: Record<string, unknown>;
  layers: RowLayer[];
}

/** The bytes are no such file; `message` names the network and the reason. */
export class NetworkFileError extends Error {
  override readonly name = 'NetworkFileError';
  constructor(network: string, reason: string) {
    super(`The weights of the ${network} network can't be used: ${reason}.`);
  }
}

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

const fileFormat = 1;

/** Whether a value is an object and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a list of so many numbers. */
export const hasNumbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length === count && value.every((each) => Number.isFinite(each));

/**
 * A file's header and layers, all little endian: the length of a header in 32 bits; the header, JSON, padded with spaces to a multiple
 * of four, with `format` and `layers`; then 8-bit weights, [output][row][column][input], and multipliers and biases in single
 * precision, where the header says, in bytes from the end of the header. Throws NetworkFileError when that isn't what the bytes are.
 */
export function readNetworkFile(
  bytes: Uint8Array,
  { network, topology }: { network: string; topology: readonly RowTopology[] },
): NetworkFile {
  const bad = (reason: string) => new NetworkFileError(network, reason);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < floatBytes ? Number.NaN : view.getUint32(0, true);
  const start = floatBytes + Math.ceil(length / floatBytes) * floatBytes;
  if (!(start <= bytes.length)) throw bad('the file ends in its header');
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(floatBytes, floatBytes + length)));
  } catch {
    throw bad('its header is no JSON');
  }
  if (!isObject(header)) throw bad('its header is no object');
  const data = bytes.subarray(start);
  const { format, layers } = header;
  if (format !== fileFormat) throw bad(`its format is ${JSON.stringify(format)}, not ${fileFormat}`);
  if (!Array.isArray(layers) || layers.length !== topology.length) {
    throw bad(`it doesn't have ${topology.length} layers`);
  }

  /** A copy of `count` bytes from `at` on. */
  const takeBytes = (at: number, count: number, name: string): ArrayBuffer => {
    if (!(Number.isInteger(at) && at >= 0 && at + count <= data.length)) {
      throw bad(`what ${name} has lies beyond the end of the file`);
    }
    return Uint8Array.from(data.subarray(at, at + count)).buffer;
  };
  const takeNumbers = (at: number, count: number, name: string): Float32Array => {
    const numbers = new Float32Array(takeBytes(at, count * floatBytes, name));
    if (!hasNumbers([...numbers], count)) throw bad(`${name} has a number that is none`);
    return numbers;
  };
  const readLayer = (stored: unknown, link: RowTopology): RowLayer => {
    const { name, kernel, stride } = link;
    if (!isObject(stored) || stored.name !== name) throw bad(`${name} isn't where it should be`);
    const { inputs, outputs, weights, multipliers, biases, ...rest } = stored as unknown as StoredLayer;
    if (rest.kernel !== kernel || rest.stride !== stride) throw bad(`${name} has another shape`);
    if (![inputs, outputs].every((count) => Number.isInteger(count) && count > 0)) {
      throw bad(`${name} has no whole number of channels`);
    }
    return {
      ...link,
      inputs,
      outputs,
      weights: new Int8Array(takeBytes(weights, outputs * inputs * kernel * kernel, name)),
      multipliers: takeNumbers(multipliers, outputs, name),
      biases: takeNumbers(biases, outputs, name),
    };
  };
  return { header, layers: topology.map((link, i) => readLayer(layers[i], link)) };
}

/** The network of a file's layers and its tables. Throws NetworkFileError when they don't fit each other. */
export function fitNetwork(name: string, network: RowNetwork): RowNetwork {
  try {
    checkRowNetwork(network);
  } catch (error) {
    throw new NetworkFileError(name, (error as Error).message);
  }
  return network;
}
