/**
 * Owns the WebAssembly of the kernels: the module, compiled once, one instance, and its memory, which is laid out anew
 * by every call and released when no kernel ran for a while; work that gives way has an instance to itself. Kernels are
 * synchronous, so calls never overlap. Must never do any I/O but reading `kernels.wasm`, which `npm run build:kernels`
 * makes of `assembly/`.
 */
import { readFileSync } from 'node:fs';

/** The functions of `assembly/kernels.ts`; pointers and lengths are numbers. */
type KernelFunctions = Record<
  | 'addEnlarged'
  | 'blur'
  | 'boundRow'
  | 'boxStatistics'
  | 'choosePatches'
  | 'convolvePair'
  | 'convolvePairWork'
  | 'convolveRow'
  | 'detectPatches'
  | 'discExtreme'
  | 'finishDct'
  | 'gatherCells'
  | 'heapBase'
  | 'inpaint'
  | 'invert'
  | 'joinRow'
  | 'joinRowByTable'
  | 'layFirst'
  | 'layMixed'
  | 'laySeparable'
  | 'lineContrasts'
  | 'lineCrossings'
  | 'lineMeans'
  | 'lineStrongest'
  | 'lineSupport'
  | 'measurePatches'
  | 'median'
  | 'medianWork'
  | 'openPatches'
  | 'readChances'
  | 'slideDct'
  | 'slideDctWork'
  | 'slideHighest'
  | 'slideMarked'
  | 'slideMarkedWork'
  | 'splitRow'
  | 'splitRowByTable'
  | 'votePatches',
  (...values: number[]) => number
>;
/** Of a number in the memory that has 32 bits. */
export const floatBytes = 4;

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
type Kernels = KernelFunctions & { memory: WasmMemory };

/** What is used of WebAssembly, whose types come with the DOM only. https://webassembly.github.io/spec/js-api/ */
interface WasmModule {
  readonly __module: never;
}
interface WasmApi {
  Module: new (bytes: Uint8Array) => WasmModule;
  Instance: new (module: WasmModule, imports: unknown) => { exports: unknown };
}
const { WebAssembly: wasmApi } = globalThis as unknown as { WebAssembly: WasmApi };

const page = 65536;
/** As `asconfig.json` bounds it. */
const maxBytes = 4096 * page;
const alignment = 64;
/** Kernels read and write whole vectors: so much room is left after each buffer. */
const slack = 64;
const idleMs = 2000;

let module: WasmModule | undefined;
let kernels: Kernels | undefined;
let wasUsed = false;
let watch: NodeJS.Timeout | undefined;

function compile(): WasmModule {
  return new wasmApi.Module(readFileSync(new URL('kernels.wasm', import.meta.url)));
}

/** WebAssembly's memory can't shrink: an idle instance is dropped, and with it its memory. */
function releaseWhenIdle(): void {
  wasUsed = true;
  watch ??= setInterval(() => {
    if (!wasUsed) {
      clearInterval(watch);
      watch = kernels = undefined;
    }
    wasUsed = false;
  }, idleMs).unref();
}

function abort(): never {
  throw new Error('A kernel gave up.');
}

function startKernels(): Kernels {
  module ??= compile();
  return new wasmApi.Instance(module, { env: { abort } }).exports as Kernels;
}

function getKernels(): Kernels {
  kernels ??= startKernels();
  releaseWhenIdle();
  return kernels;
}

/** Buffers in the memory of the kernels: their addresses by name, and views that last until the next `layOut`. */
export interface KernelLayout<Name extends string> {
  kernels: KernelFunctions;
  at: Record<Name, number>;
  bytes: Uint8Array;
  floats: Float32Array;
  integers: Int32Array;
}

/**
 * Lays out buffers of so many bytes each, with what earlier calls left in them. Throws RangeError when they are more
 * than 256 MB together, which only pictures hundreds of thousands of pixels wide can need.
 */
export const layOut = <Name extends string>(sizes: Record<Name, number>): KernelLayout<Name> =>
  layOutIn(getKernels(), sizes);

/**
 * A `layOut` in a memory of its own, which starts as zeros and which nobody else lays out: for work that gives way and
 * goes on later. The memory goes when its last layout is gone.
 */
export function createLayOut(): typeof layOut {
  const kernels = startKernels();
  return (sizes) => layOutIn(kernels, sizes);
}

function layOutIn<Name extends string>(kernels: Kernels, sizes: Record<Name, number>): KernelLayout<Name> {
  const at = {} as Record<Name, number>;
  let end = Math.ceil(kernels.heapBase() / alignment) * alignment;
  for (const name of Object.keys(sizes) as Name[]) {
    at[name] = end;
    end += Math.ceil((sizes[name] + slack) / alignment) * alignment;
  }
  if (end > maxBytes) throw new RangeError('The picture is too wide for its rows to be worked on.');
  const missing = end - kernels.memory.buffer.byteLength;
  if (missing > 0) kernels.memory.grow(Math.ceil(missing / page));
  const { buffer } = kernels.memory;
  return {
    kernels,
    at,
    bytes: new Uint8Array(buffer),
    floats: new Float32Array(buffer),
    integers: new Int32Array(buffer),
  };
}
