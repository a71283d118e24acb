/**
 * Owns loading PDFium (WebAssembly): compiled once, one fresh instance per document, so that the memory of a
 * document goes away with it and an instance that aborted is never used again. Must never touch files.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumModule } from '@hyzyla/pdfium';

/**
 * What is used of WebAssembly, whose types come with the DOM only.
 * https://webassembly.github.io/spec/js-api/
 */
interface WasmTable {
  grow(by: number): number;
  set(index: number, value: unknown): void;
}
interface WasmModule {
  readonly __module: never;
}
interface WasmInstance {
  exports: Record<string, unknown>;
}
interface WasmApi {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  Module: new (bytes: Uint8Array) => WasmModule;
  Instance: new (module: WasmModule, imports: unknown) => WasmInstance;
}
const { WebAssembly: wasmApi } = globalThis as unknown as { WebAssembly: WasmApi };

/** The loader of the package; it types what `done` takes as a module, but takes the instance. */
const loadPdfium = PDFiumModule as unknown as (options: {
  instantiateWasm(imports: unknown, done: (instance: WasmInstance) => void): unknown;
}) => Promise<Pdfium>;

/** The functions of `fpdfview.h` that are used here; pointers and handles are numbers, 0 is null. */
export interface Pdfium {
  HEAPU8: Uint8Array;
  wasmExports: {
    malloc(bytes: number): number;
    free(pointer: number): void;
    __indirect_function_table: WasmTable;
  };
  _FPDF_InitLibrary(): void;
  _FPDF_LoadCustomDocument(fileAccess: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number;
  _FPDF_SaveAsCopy(document: number, fileWrite: number, flags: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_CloseDocument(document: number): void;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: number, stride: number): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    argb: number,
  ): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDFDOC_InitFormFillEnvironment(document: number, formInfo: number): number;
  _FPDFDOC_ExitFormFillEnvironment(form: number): void;
  _FPDF_SetFormFieldHighlightAlpha(form: number, alpha: number): void;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetFlags(annotation: number): number;
  _FPDFAnnot_SetFlags(annotation: number, flags: number): number;
  _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  _FORM_OnAfterLoadPage(page: number, form: number): void;
  _FORM_OnBeforeClosePage(page: number, form: number): void;
  _FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void;
}

const tableSection = 4;

function readLeb(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  let next = start;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[next++]!;
    value |= (byte & 127) << shift;
    if (byte < 128) return { value, next };
  }
}

/** For the callbacks: one that reads a file, and one each time that another is written, twice at most. */
const tableSlots = 3;

/**
 * Raises the maximum of the function table, in place. The build has no addFunction and a table of fixed size; a slot for each
 * callback is all it takes.
 */
function addTableSlots(wasm: Uint8Array): void {
  let at = 8;
  while (at < wasm.length) {
    const id = wasm[at];
    const { value: size, next: body } = readLeb(wasm, at + 1);
    if (id === tableSection) {
      const min = readLeb(wasm, body + 3); // after the count (1), the type (funcref) and the flags (has a maximum)
      const max = readLeb(wasm, min.next);
      if (wasm[body] !== 1 || wasm[body + 2] !== 1) break;
      let rest = max.value + tableSlots;
      for (let i = min.next; i < max.next; i++, rest >>>= 7) wasm[i] = (rest & 127) | (wasm[i]! & 128);
      if (rest === 0) return;
      break;
    }
    at = body + size;
  }
  throw new Error('this build of pdfium.wasm has no function table that can be extended');
}

async function compile(): Promise<WasmModule> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  addTableSlots(wasm);
  return wasmApi.compile(wasm);
}

let compiled: Promise<WasmModule> | undefined;

/** A fresh, initialised instance of PDFium; about 5 ms after the first. Drop it to free its memory. */
export async function createPdfium(): Promise<Pdfium> {
  compiled ??= compile();
  const wasm = await compiled;
  const pdfium = await loadPdfium({
    instantiateWasm(imports, done) {
      const instance = new wasmApi.Instance(wasm, imports);
      done(instance);
      return instance.exports;
    },
  });
  pdfium._FPDF_InitLibrary();
  return pdfium;
}

const hexByte = (value: number): string => value.toString(16).padStart(2, '0');

/** A module that passes a function of `parameters` times i32 through, and gives an i32: its type section, import and export. */
const callbackModule = (parameters: number): Uint8Array => {
  const types = `0160${hexByte(parameters)}${'7f'.repeat(parameters)}017f`;
  const head = `0061736d0100000001${hexByte(types.length / 2)}${types}`;
  return Buffer.from(`${head}02070101650166000007050101660000`, 'hex');
};

/** Puts a callback in the table and returns its function pointer. */
function addCallback(
  pdfium: Pdfium,
  { parameters, call }: { parameters: number; call: (...numbers: number[]) => number },
): number {
  const module = new wasmApi.Module(callbackModule(parameters));
  const wrapper = new wasmApi.Instance(module, { e: { f: call } });
  const table = pdfium.wasmExports.__indirect_function_table;
  const index = table.grow(1);
  table.set(index, wrapper.exports.f);
  return index;
}

/** `m_GetBlock` of FPDF_FILEACCESS (fpdfview.h): 1 when `size` bytes from `position` were put at `buffer`, else 0. */
export type GetBlock = (param: number, position: number, buffer: number, size: number) => number;

/** A function pointer for PDFium to read a file by. Once per instance. */
export const addGetBlock = (pdfium: Pdfium, getBlock: GetBlock): number =>
  addCallback(pdfium, { parameters: 4, call: getBlock as (...numbers: number[]) => number });

/** `WriteBlock` of FPDF_FILEWRITE (fpdf_save.h): 1 when the `size` bytes at `data` are written, else 0. */
export type WriteBlock = (self: number, data: number, size: number) => number;

/** A function pointer for PDFium to write a file by. Once per instance. */
export const addWriteBlock = (pdfium: Pdfium, writeBlock: WriteBlock): number =>
  addCallback(pdfium, { parameters: 3, call: writeBlock as (...numbers: number[]) => number });
