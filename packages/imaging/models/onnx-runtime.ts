/**
 * Owns onnxruntime-node, which is there only where an operator installed it: whether it is, and a model
 * opened by it. Loaded when a model runs and never before.
 */
import { createRequire } from 'node:module';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { defaultOverlapPx, defaultTilePx, type ModelFile } from './model-files.ts';

/** A model can't be used; `message` is a sentence for people. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
}

/** Planes of red, green and blue one after the other, 0 to 1; the height is as many rows as there are. */
export interface PlanarTile {
  samples: Float32Array;
  widthPx: number;
  heightPx: number;
}

/** A model ready to run on tiles of exactly this size. `licence` and `name` are for reports. */
export interface OpenModel {
  tileWidthPx: number;
  tileHeightPx: number;
  overlapPx: number;
  /** Throws ModelFault when the model gives something else than three planes of a whole multiple of the size. */
  run(tile: Float32Array): Promise<PlanarTile>;
  close(): Promise<void>;
}

type Runtime = typeof import('onnxruntime-node');

const maxTilePx = 1024;

/** Whether the runtime is installed; its version. Doesn't load it. */
export function findRuntime(): { version: string } | undefined {
  try {
    const { version } = createRequire(import.meta.url)('onnxruntime-node/package.json') as {
      version: string;
    };
    return { version };
  } catch {
    return undefined;
  }
}

let loading: Promise<Runtime> | undefined;

function loadRuntime(): Promise<Runtime> {
  loading ??= import('onnxruntime-node').then((loaded) => {
    // CommonJS: what it exports may stand under `default`.
    const runtime = (loaded as unknown as { default?: Runtime }).default ?? loaded;
    runtime.env.logLevel = 'error';
    return runtime;
  });
  return loading.catch((error: Error) => {
    throw new ModelFault('onnxruntime-node is not installed here, or does not run on this machine.', {
      cause: error,
    });
  });
}

/** One thread, so that a model never takes more of a machine than any other picture; no arena that keeps what it had. */
const sessionOptions: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 4,
};

/** A side of the tile: what the model demands, else what was asked for. */
function sideOf(dimension: number | string | undefined, wanted: number): number {
  if (typeof dimension !== 'number' || dimension < 1) return wanted;
  if (dimension < 8 || dimension > maxTilePx)
    throw new ModelFault(
      `It takes pictures of ${dimension} pixels a side, which is not from 8 to ${maxTilePx}.`,
    );
  return dimension;
}

function checkShape(
  what: string,
  value: InferenceSession.ValueMetadata | undefined,
): readonly (number | string)[] {
  if (!value?.isTensor || value.type !== 'float32')
    throw new ModelFault(`Its ${what} is no tensor of 32-bit floats.`);
  const { shape } = value;
  const [batch, channels] = shape;
  const isOne = typeof batch !== 'number' || batch === 1 || batch < 0;
  const isThree = typeof channels !== 'number' || channels === 3 || channels < 0;
  if (shape.length !== 4 || !isOne || !isThree)
    throw new ModelFault(`Its ${what} has the shape ${shape.join(' x ')}, not 1 x 3 x height x width.`);
  return shape;
}

function readOutput(output: Tensor | undefined, tile: { widthPx: number; heightPx: number }): PlanarTile {
  if (output?.type !== 'float32' || !(output.data instanceof Float32Array))
    throw new ModelFault('It gives no tensor of 32-bit floats.');
  const [batch, channels, heightPx = 0, widthPx = 0] = output.dims;
  const scale = widthPx / tile.widthPx;
  const isWhole = Number.isInteger(scale) && scale >= 1 && scale <= 4 && heightPx === tile.heightPx * scale;
  if (output.dims.length !== 4 || batch !== 1 || channels !== 3 || !isWhole)
    throw new ModelFault(
      `It makes ${output.dims.join(' x ')} of 1 x 3 x ${tile.heightPx} x ${tile.widthPx}: not one to four times the size.`,
    );
  return { samples: output.data, widthPx, heightPx };
}

/** Opens a model. Throws ModelFault with a sentence when it can't be used. */
export async function openModel(file: ModelFile): Promise<OpenModel> {
  const runtime = await loadRuntime();
  const session = await runtime.InferenceSession.create(file.path, sessionOptions).catch((error: Error) => {
    throw new ModelFault('The file is damaged, or is no model that this runtime knows.', { cause: error });
  });
  try {
    const [input, ...others] = session.inputMetadata;
    if (others.length > 0) throw new ModelFault(`It wants ${others.length + 1} inputs, not one picture.`);
    const shape = checkShape('input', input);
    checkShape('output', session.outputMetadata[0]);
    const wanted = file.tilePx ?? defaultTilePx;
    const [heightPx, widthPx] = [sideOf(shape[2], wanted), sideOf(shape[3], wanted)];
    const max = Math.floor((Math.min(widthPx, heightPx) - 1) / 2);
    const [inputName, outputName] = [session.inputNames[0]!, session.outputNames[0]!];
    return {
      tileWidthPx: widthPx,
      tileHeightPx: heightPx,
      overlapPx: Math.min(max, file.overlapPx ?? defaultOverlapPx),
      async run(samples) {
        const tensor = new runtime.Tensor('float32', samples, [1, 3, heightPx, widthPx]);
        const outputs = await session.run({ [inputName]: tensor }, [outputName]).catch((error: Error) => {
          throw new ModelFault('It fails on the picture.', { cause: error });
        });
        return readOutput(outputs[outputName], { widthPx, heightPx });
      },
      close: () => session.release(),
    };
  } catch (error) {
    await session.release();
    throw error;
  }
}
