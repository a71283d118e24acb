/**
 * Owns small ONNX models written by code, for tests: the protocol buffers of onnx.proto, of IR version 8 and operator set 13, no more
 * of them than these models need. Must never be used to restore.
 */

type Field = [number: number, value: number | string | Buffer];

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest >= 128 ? (rest % 128) | 128 : rest);
    if (rest < 128) return Buffer.from(bytes);
  }
}

/** A message: whole numbers as varints, texts and messages with their length. */
function message(...fields: Field[]): Buffer {
  const parts = fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return [varint(number * 8), varint(value)];
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    return [varint(number * 8 + 2), varint(bytes.length), bytes];
  });
  return Buffer.concat(parts);
}

const float = 1;
const int64 = 7;

/** A side of a tensor: a number, or a name for any. */
export type Side = number | string;

/** ValueInfoProto of a tensor. */
function value(name: string, sides: readonly Side[], type = float): Buffer {
  const shape = message(
    ...sides.map((side): Field => [1, typeof side === 'number' ? message([1, side]) : message([2, side])]),
  );
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
}

/** TensorProto of floats. */
function tensor(name: string, dims: readonly number[], floats: readonly number[]): Buffer {
  const raw = Buffer.from(Float32Array.from(floats).buffer);
  return message(...dims.map((side): Field => [1, side]), [2, float], [8, name], [9, raw]);
}

const whole = (name: string, number: number) => message([1, name], [3, number], [20, 2]);
const wholes = (name: string, numbers: readonly number[]) =>
  message([1, name], ...numbers.map((number): Field => [8, number]), [20, 7]);
const text = (name: string, content: string) => message([1, name], [4, content], [20, 3]);

interface Node {
  type: string;
  inputs: string[];
  output: string;
  attributes?: Buffer[];
}

function node({ type, inputs, output, attributes = [] }: Node): Buffer {
  return message(
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [4, type],
    ...attributes.map((attribute): Field => [5, attribute]),
  );
}

/** What a model is made of; shapes are NCHW. */
export interface ModelSample {
  nodes: Node[];
  weights?: Buffer[];
  input?: readonly Side[];
  output?: readonly Side[];
  inputType?: number;
}

const anySize = [1, 3, 'height', 'width'] as const;

function modelOf({
  nodes,
  weights = [],
  input = anySize,
  output = [1, 3, 'h', 'w'],
  inputType = float,
}: ModelSample): Buffer {
  const graph = message(
    ...nodes.map((each): Field => [1, node(each)]),
    [2, 'sample'],
    ...weights.map((each): Field => [5, each]),
    [11, value('in', input, inputType)],
    [12, value('out', output)],
  );
  return message([1, 8], [2, 'platen tests'], [7, graph], [8, message([1, ''], [2, 13])]);
}

/** Gives what it gets. `input` may demand a size. */
export const identityModel = (input: readonly Side[] = anySize): Buffer =>
  modelOf({ nodes: [{ type: 'Identity', inputs: ['in'], output: 'out' }], input, output: input });

/** The mean of 3 x 3, channel by channel. */
export function blurModel(): Buffer {
  const convolution = {
    type: 'Conv',
    inputs: ['in', 'kernel'],
    output: 'out',
    attributes: [wholes('kernel_shape', [3, 3]), wholes('pads', [1, 1, 1, 1]), whole('group', 3)],
  };
  return modelOf({ nodes: [convolution], weights: [tensor('kernel', [3, 1, 3, 3], Array(27).fill(1 / 9))] });
}

/** Twice the size: each pixel four times, through twelve channels and DepthToSpace. */
export function upscaleModel(): Buffer {
  const kernel = Array.from({ length: 12 * 3 }, (_, at) => (at % 3 === Math.floor(at / 12) ? 1 : 0));
  return modelOf({
    nodes: [
      {
        type: 'Conv',
        inputs: ['in', 'kernel'],
        output: 'wide',
        attributes: [wholes('kernel_shape', [1, 1])],
      },
      {
        type: 'DepthToSpace',
        inputs: ['wide'],
        output: 'out',
        attributes: [whole('blocksize', 2), text('mode', 'CRD')],
      },
    ],
    weights: [tensor('kernel', [12, 3, 1, 1], kernel)],
  });
}

/** Paints: takes so much of each channel. `input` may demand a size. */
export function tintModel(
  shares: readonly [number, number, number],
  input: readonly Side[] = anySize,
): Buffer {
  const kernel = Array.from({ length: 9 }, (_, at) => (at % 4 === 0 ? shares[at / 4]! : 0));
  const attributes = [wholes('kernel_shape', [1, 1])];
  const paint = { type: 'Conv', inputs: ['in', 'kernel'], output: 'out', attributes };
  return modelOf({ nodes: [paint], weights: [tensor('kernel', [3, 3, 1, 1], kernel)], input, output: input });
}

/** Values that are no numbers: nothing divided by nothing. */
export const nanModel = (): Buffer =>
  modelOf({
    nodes: [
      { type: 'Sub', inputs: ['in', 'in'], output: 'zero' },
      { type: 'Div', inputs: ['zero', 'zero'], output: 'out' },
    ],
  });

/** Models that are sound, and not of the kind that can be used. */
export const wrongModels = {
  oneChannel: (): Buffer => identityModel([1, 1, 'height', 'width']),
  threeSides: (): Buffer => identityModel([3, 'height', 'width']),
  hugeTile: (): Buffer => identityModel([1, 3, 4096, 4096]),
  wholeNumbers: (): Buffer =>
    modelOf({
      nodes: [{ type: 'Cast', inputs: ['in'], output: 'out', attributes: [whole('to', float)] }],
      inputType: int64,
    }),
  smaller: (): Buffer =>
    modelOf({
      nodes: [
        {
          type: 'MaxPool',
          inputs: ['in'],
          output: 'out',
          attributes: [wholes('kernel_shape', [2, 2]), wholes('strides', [2, 2])],
        },
      ],
    }),
};
