/**
 * Owns the proof of a file that was made for a printer: it reads it back, byte by byte, by rules that know nothing of how it was made. Must
 * pass nothing that isn't shown to be: one revision that begins and ends where it should, without a byte between its objects; a flat
 * tree of exactly the pages; nothing that no page needs; no key that pdf-shapes.ts doesn't name.
 */
import { getCatalog, openTableFile, type PdfFile } from './pdf-file.ts';
import { type PdfBytes, PdfIrregular } from './pdf-reader.ts';
import { kindOf, type PdfShapeName, shapes } from './pdf-shapes.ts';
import { dictOf, isRef, type PdfDict, type PdfValue, wordOf } from './pdf-value.ts';
import { writeTable } from './pdf-writer.ts';
import { createEscapeFinder } from './printer-escape.ts';

const pieceBytes = 1024 * 1024;
const head = '%PDF-1.7\n%';
const end = '%%EOF\n';

function fail(why: string): never {
  throw new PdfIrregular(`what was made can't be proven: ${why}`);
}

/** Throws PdfIrregular unless the file has exactly `pages` pages and nothing beside them. */
export function provePdf(bytes: PdfBytes, { pages }: { pages: number }): void {
  const textAt = (position: number, length: number) =>
    Buffer.from(bytes.read(position, length)).toString('latin1');
  if (textAt(0, head.length) !== head) fail('it does not begin as a PDF');
  if (textAt(bytes.size - end.length, end.length) !== end) fail('it does not end as a PDF');
  proveNoEscape(bytes);
  const file = openTableFile(bytes);
  proveTiling(bytes, file);
  proveTree(file, pages);
}

function proveNoEscape(bytes: PdfBytes): void {
  const isFound = createEscapeFinder();
  for (let at = 0; at < bytes.size; at += pieceBytes)
    if (isFound(bytes.read(at, pieceBytes))) fail('it ends the language of the printer');
}

/** Each object begins where the one before it ended, and behind the last there is the table of them all. */
function proveTiling(bytes: PdfBytes, file: PdfFile): void {
  const offsets = Array.from(file.numbers(), (number) => [file.findOffset(number)!, number] as const);
  offsets.sort(([a], [b]) => a - b);
  let at = head.length + 5;
  for (const [offset, number] of offsets) {
    if (offset !== at) fail(`there are bytes before object ${number}`);
    at = file.findEnd(number) + 1;
  }
  const root = file.trailer.get('Root');
  const numbered = Array.from(
    offsets,
    (_, index) => file.findOffset(index + 1) ?? fail('a number is left out'),
  );
  const table = writeTable({ offsets: numbered, catalog: isRef(root) ? root.ref : 0, start: at });
  if (Buffer.from(bytes.read(at, bytes.size - at)).toString('latin1') !== table)
    fail('its end is another one');
}

const catalogKeys = new Set(['Type', 'Pages', 'OutputIntents', 'OCProperties']);
const pageKeys = new Map<string, PdfShapeName>([
  ['Type', 'nothing'],
  ['MediaBox', 'nothing'],
  ['Rotate', 'nothing'],
  ['Resources', 'resources'],
  ['Contents', 'data'],
  ['Group', 'group'],
]);

function proveTree(file: PdfFile, pages: number): void {
  const reached = new Set<number>();
  /** The dictionary of an object that is reached here for the first time. */
  const enter = (value: PdfValue | undefined, what: string): PdfDict => {
    if (!isRef(value) || reached.has(value.ref)) return fail(`${what} is not an object of its own`);
    reached.add(value.ref);
    return dictOf(file.find(value.ref)?.value) ?? fail(`${what} is missing`);
  };
  const seen = new Set<string>();
  const waiting: [PdfValue, PdfShapeName][] = [];
  const look = (value: PdfValue, shape: PdfShapeName) => {
    if (isRef(value)) {
      reached.add(value.ref);
      const key = `${value.ref} ${shape}`;
      if (seen.has(key)) return;
      seen.add(key);
      const object = file.find(value.ref) ?? fail('a reference leads nowhere');
      if (object.stream && !shapes[shape].isStream) fail(`a stream where ${shape} should be`);
      waiting.push([object.value, shape]);
    } else if (Array.isArray(value)) for (const one of value) look(one, shape);
    else if (value instanceof Map)
      lookInside(
        value,
        kindOf(shape, (key) => file.resolve(value.get(key))),
      );
  };
  const lookInside = (dict: PdfDict, shape: PdfShapeName) => {
    const { keys, rest } = shapes[shape];
    for (const [key, value] of dict) {
      const kind = keys.get(key) ?? rest ?? ownKeys.get(`${shape} ${key}`) ?? streamKeys.get(key);
      if (kind === undefined) fail(`${key} stands in a ${shape}`);
      else if (kind === 'layer') lookAtLayers(value);
      else look(value, kind);
    }
  };
  const lookAtLayers = (value: PdfValue) => {
    if (isRef(value)) {
      reached.add(value.ref);
      const dict = dictOf(file.find(value.ref)?.value);
      if (wordOf(dict?.get('Type')) !== 'OCG' || dict?.size !== 2) fail('a layer has more than its name');
    } else if (value instanceof Map) for (const one of value.values()) lookAtLayers(one);
  };

  if (file.trailer.size !== 2) fail('the trailer has more than its root');
  const catalog = enter(file.trailer.get('Root'), 'the catalog');
  for (const key of catalog.keys()) if (!catalogKeys.has(key)) fail(`${key} stands in the catalog`);
  const tree = enter(catalog.get('Pages'), 'the page tree');
  const kids = tree.get('Kids');
  if (!Array.isArray(kids) || kids.length !== pages || tree.get('Count') !== pages || tree.size !== 3)
    fail('the page tree has other pages');
  const treeRef = getCatalog(file).get('Pages') as { ref: number };
  for (const kid of kids) {
    const page = enter(kid, 'a page');
    const parent = page.get('Parent');
    if (wordOf(page.get('Type')) !== 'Page' || !isRef(parent) || parent.ref !== treeRef.ref)
      fail('a page is no page of this tree');
    for (const [key, value] of page) {
      if (key === 'Parent') continue;
      look(value, pageKeys.get(key) ?? fail(`${key} stands in a page`));
    }
  }
  look(catalog.get('OutputIntents') ?? null, 'outputIntent');
  const layers = dictOf(catalog.get('OCProperties'));
  for (const one of [layers?.get('OCGs') ?? []].flat()) lookAtLayers(one);
  for (let next = waiting.pop(); next; next = waiting.pop()) look(...next);
  for (const number of file.numbers()) if (!reached.has(number)) fail(`object ${number} belongs to no page`);
}

/** Layers, by the shape in which they are named. */
const ownKeys = new Map<string, 'layer'>([
  ['xobject OC', 'layer'],
  ['resources Properties', 'layer'],
]);

/** Every stream has these. */
const streamKeys = new Map<string, PdfShapeName>([
  ['Length', 'nothing'],
  ['Filter', 'nothing'],
  ['DecodeParms', 'parameters'],
]);
