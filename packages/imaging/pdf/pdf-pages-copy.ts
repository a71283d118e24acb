/**
 * Owns copying pages from one file into another: each with what it shows and nothing else (pdf-shapes.ts), as a flat tree of exactly
 * these pages. Streams are copied as they are stored. Must never copy what pdf-shapes.ts doesn't name; throws PdfIrregular for
 * what it can't copy faithfully.
 */
import { countOpenStates } from './content-balance.ts';
import { listAppearances, type PdfAppearance, rectOf } from './pdf-annotations.ts';
import { findReferred, getCatalog, type PdfFile } from './pdf-file.ts';
import { type PdfLayers, readLayers } from './pdf-layers.ts';
import { type PdfBytes, PdfIrregular } from './pdf-reader.ts';
import { isDrawn, kindOf, knownFilters, type PdfSaying, type PdfShapeName, shapes } from './pdf-shapes.ts';
import {
  dictOf,
  dictWith,
  isName,
  isRef,
  nameOf,
  type PdfArray,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  type PdfValue,
  refTo,
  wordOf,
  writeNumber,
} from './pdf-value.ts';
import type { PdfStreamBytes, PdfWriter } from './pdf-writer.ts';
import { createEscapeFinder } from './printer-escape.ts';
import { decodeStored } from './stream-data.ts';
import { looksLikeProgram, refuseFontFile } from './type1-program.ts';

const pieceBytes = 1024 * 1024;
/** PDFium's, for a page that has none (section 7.7.3.3 demands one). */
const usualBox: [number, number, number, number] = [0, 0, 612, 792];
const maxLevel = 1024;

interface Waiting {
  object: PdfObject;
  shape: PdfShapeName;
  number: number;
}

/** An attribute of a page, its own or of a branch above it (section 7.7.3.4). */
function attributeOf(file: PdfFile, page: PdfDict, key: string): PdfValue {
  let at: PdfDict | undefined = page;
  for (let level = 0; at && level < maxLevel; level += 1) {
    const value = file.resolve(at.get(key));
    if (value !== null) return value;
    at = dictOf(file.resolve(at.get('Parent')));
  }
  return null;
}

const isEmpty = ([x0, y0, x1, y1]: [number, number, number, number]): boolean => x1 <= x0 || y1 <= y0;

/** Drivers of PostScript printers write names into programs as they are, those of glyphs with their spaces. */
function checkName(name: string, shape: PdfShapeName): void {
  const isGlyph = shape === 'differences' || shape === 'glyphs';
  const isPlain = (char: string) => (isGlyph ? char > ' ' && !'%()<>[]{}/'.includes(char) : char >= ' ');
  if (!Array.from(name).every(isPlain)) throw new PdfIrregular('a name that is none in PostScript');
}

/** Drivers of PostScript printers hand programs of fonts on, wherever they find one. */
function checkFont(font: Buffer, isProgram: boolean): void {
  const why = isProgram || looksLikeProgram(font) ? refuseFontFile(font) : undefined;
  if (why !== undefined) throw new PdfIrregular(why);
}

const maxDecimals = 7;

/**
 * The shortest number that is the same in 32 bits: PDFium saves 443.52 as 443.51999, and a hair more or less is another pixel at an edge.
 */
function rounded(points: number): number {
  for (let decimals = 0; decimals < maxDecimals; decimals += 1) {
    const shorter = Number(points.toFixed(decimals));
    if (Math.fround(shorter) === Math.fround(points)) return shorter;
  }
  return points;
}

/** What is shown of a page: programs differ in which box they print, so there will be one alone. */
function boxOf(file: PdfFile, page: PdfDict): PdfArray {
  const told = rectOf(file, attributeOf(file, page, 'MediaBox'));
  const media = told && !isEmpty(told) ? told : usualBox;
  const crop = rectOf(file, attributeOf(file, page, 'CropBox'));
  if (!crop || isEmpty(crop)) return media.map(rounded);
  const box: [number, number, number, number] = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  if (isEmpty(box)) throw new PdfIrregular('a page of which nothing is shown');
  return box.map(rounded);
}

/** 0, 90, 180 or 270 degrees, clockwise. */
function rotationOf(file: PdfFile, page: PdfDict): number {
  const told = attributeOf(file, page, 'Rotate');
  const quarters = typeof told === 'number' ? Math.trunc(Math.trunc(told) / 90) % 4 : 0;
  return (((quarters + 4) % 4) * 90) % 360;
}

/** Copies `pages` (dictionaries of `file`, whose bytes are `bytes`) to the writer, in this order. Gives the number of the catalog. */
export function copyPages(
  { file, bytes, pages }: { file: PdfFile; bytes: PdfBytes; pages: readonly PdfDict[] },
  writer: PdfWriter,
): number {
  const layers: PdfLayers = readLayers(file);
  const waiting: Waiting[] = [];
  const numbers = new Map<string, number>();
  const shared = new Map<PdfDict, PdfRef>();
  const groups: { shown?: number; hidden?: number } = {};

  /** The number that the object will have; it is copied when its turn comes. */
  const claim = (ref: PdfRef, shape: PdfShapeName): PdfRef | null => {
    const found = findReferred(file, ref);
    if (!found || found.object.value === null) return null;
    const key = `${found.number} ${shape}`;
    const known = numbers.get(key);
    if (known !== undefined) return refTo(known);
    const number = writer.allocate();
    numbers.set(key, number);
    waiting.push({ object: found.object, shape, number });
    return refTo(number);
  };

  const copyValue = (value: PdfValue, shape: PdfShapeName): PdfValue => {
    if (isRef(value)) return claim(value, shape);
    if (isName(value)) checkName(value.name, shape);
    if (Array.isArray(value)) return value.map((one) => copyValue(one, shape));
    return value instanceof Map ? copyDict(value, shape) : value;
  };

  const sayingOf =
    (dict: PdfDict): PdfSaying =>
    (key) =>
      file.resolve(dict.get(key));

  const copyDict = (dict: PdfDict, told: PdfShapeName): PdfDict | null => {
    const shape = kindOf(told, sayingOf(dict));
    if (shape === 'nothing') return null;
    if (shape === 'xobject' && !isDrawn(sayingOf(dict))) return emptyForm();
    const { keys, rest } = shapes[shape];
    const copy: PdfDict = new Map();
    for (const [key, held] of dict) {
      const kind = keys.get(key) ?? rest;
      if (kind) checkName(key, shape);
      const value = kind && copyValue(held, kind);
      if (value !== undefined && value !== null) copy.set(key, value);
    }
    if (shape === 'xobject' && !layers.isPrinted(dict.get('OC'))) copy.set('OC', group('hidden'));
    if (shape === 'appearance') copy.set('Subtype', nameOf('Form'));
    if (shape === 'resources') copyLayers(dict, copy);
    return copy;
  };

  /** Marked content names its layer here (section 8.11.3.2); nothing else that is named here makes a mark. */
  const copyLayers = (resources: PdfDict, copy: PdfDict): void => {
    const properties = dictOf(file.resolve(resources.get('Properties')));
    if (!properties) return;
    const named: PdfDict = new Map();
    for (const [name, value] of properties) {
      const isLayer = /^OC(G|MD)$/.test(wordOf(file.resolve(dictOf(file.resolve(value))?.get('Type'))));
      const isPrinted = layers.isPrinted(value);
      named.set(name, isLayer || !isPrinted ? group(isPrinted ? 'shown' : 'hidden') : new Map());
    }
    copy.set('Properties', named);
  };

  const group = (kind: 'shown' | 'hidden'): PdfRef => {
    groups[kind] ??= writer.allocate();
    return refTo(groups[kind]);
  };

  const emptyForm = (): PdfDict =>
    dictWith({ Type: nameOf('XObject'), Subtype: nameOf('Form'), BBox: [0, 0, 0, 0] });

  const stored = ({ start, length }: NonNullable<PdfObject['stream']>): PdfStreamBytes => ({
    length,
    *pieces() {
      for (let at = 0; at < length; at += pieceBytes)
        yield bytes.read(start + at, Math.min(pieceBytes, length - at));
    },
  });

  const copyObject = ({ object, shape: told, number }: Waiting): void => {
    const { value, stream } = object;
    const dict = dictOf(value);
    const shape = dict ? kindOf(told, sayingOf(dict)) : told;
    // Where a dictionary is wanted, the data of a stream say nothing.
    if (!stream || !dict || !shapes[shape].isStream) {
      writer.write(number, copyValue(value, shape));
      return;
    }
    const copy = copyDict(dict, shape) ?? new Map<string, PdfValue>();
    if (shape === 'xobject' && !isDrawn(sayingOf(dict))) {
      writer.writeStream(number, copy, { length: 0, pieces: () => [] });
      return;
    }
    copyFilters(dict, copy);
    if (shape === 'fontProgram' || shape === 'fontFile')
      checkFont(decodeStored(file.readStored(stream), { file, dict }), shape === 'fontProgram');
    writeStored(number, copy, stored(stream));
  };

  /** One filter stays one, and a list a list: parameters belong to them in the same form, and are passed over in another (section 7.3.8.2). */
  const copyFilters = (dict: PdfDict, copy: PdfDict): void => {
    const filter = file.resolve(dict.get('Filter'));
    if (filter === null) return;
    const filters = (Array.isArray(filter) ? filter : [filter]).map((one) => file.resolve(one));
    for (const one of filters)
      if (!isName(one) || !knownFilters.has(one.name)) throw new PdfIrregular(`a filter ${wordOf(one)}`);
    copy.set('Filter', Array.isArray(filter) ? filters : filter);
    const parameters = file.resolve(dict.get('DecodeParms'));
    if (parameters !== null) copy.set('DecodeParms', copyValue(parameters, 'parameters'));
  };

  /** A stream with the bytes that end a printer's language is written in hexadecimal. */
  const writeStored = (number: number, dict: PdfDict, stream: PdfStreamBytes): void => {
    const isFound = createEscapeFinder();
    let hasEscape = false;
    for (const piece of stream.pieces()) hasEscape ||= isFound(piece);
    if (!hasEscape) {
      writer.writeStream(number, dict, stream);
      return;
    }
    const [filters, parameters] = [dict.get('Filter') ?? [], dict.get('DecodeParms')];
    dict.set('Filter', [nameOf('ASCIIHexDecode') as PdfValue].concat(filters));
    // Of a list and a single dictionary nothing is known.
    if (parameters !== undefined && Array.isArray(filters) === Array.isArray(parameters))
      dict.set('DecodeParms', [null as PdfValue].concat(parameters));
    writer.writeStream(number, dict, {
      length: stream.length * 2 + 1,
      *pieces() {
        for (const piece of stream.pieces()) yield Buffer.from(Buffer.from(piece).toString('hex'), 'latin1');
        yield Buffer.from('>');
      },
    });
  };

  const contentsOf = (page: PdfDict): PdfRef[] => {
    const told = page.get('Contents');
    const list = isRef(told) && Array.isArray(file.resolve(told)) ? file.resolve(told) : told;
    return (Array.isArray(list) ? list : [list]).filter(isRef);
  };

  const writeContent = (text: string): PdfRef => {
    const number = writer.allocate();
    const content = Buffer.from(text, 'latin1');
    writer.writeStream(number, new Map(), { length: content.length, pieces: () => [content] });
    return refTo(number);
  };

  const countOpen = (contents: PdfRef[]): number => {
    const parts = contents.flatMap((ref) => {
      const object = findReferred(file, ref)?.object;
      const dict = dictOf(object?.value);
      return object?.stream && dict
        ? [decodeStored(file.readStored(object.stream), { file, dict }), Buffer.from('\n')]
        : [];
    });
    return countOpenStates(Buffer.concat(parts));
  };

  /** The appearances as forms above the content, named so that they meet no name of the page's own. */
  const drawAppearances = (
    appearances: PdfAppearance[],
    { contents, resources }: { contents: PdfRef[]; resources: PdfDict },
  ): PdfArray => {
    const named = dictOf(resources.get('XObject')) ?? new Map<string, PdfValue>();
    const drawn = appearances.flatMap(({ form, matrix }) => {
      const ref = claim(form, 'appearance');
      if (!ref) return [];
      let name = `Above${named.size}`;
      while (named.has(name)) name += 'x';
      named.set(name, ref);
      return [`q ${matrix.map(writeNumber).join(' ')} cm /${name} Do Q\n`];
    });
    resources.set('XObject', named);
    const open = countOpen(contents);
    const copied = contents.flatMap((ref) => claim(ref, 'data') ?? []);
    return [writeContent('q\n'), ...copied, writeContent(`\n${'Q '.repeat(open + 1)}\n${drawn.join('')}`)];
  };

  /** Many pages may have the same ones, and large ones. */
  const shareResources = (resources: PdfDict): PdfRef => {
    const known = shared.get(resources);
    if (known) return known;
    const number = writer.allocate();
    const ref = refTo(number);
    shared.set(resources, ref);
    waiting.push({ object: { value: resources }, shape: 'resources', number });
    return ref;
  };

  /** Those of a page to which names of its own are added. */
  const copyResources = (resources: PdfDict): PdfDict => {
    const own = new Map(resources).set(
      'XObject',
      dictOf(file.resolve(resources.get('XObject'))) ?? new Map(),
    );
    return copyDict(own, 'resources') ?? new Map<string, PdfValue>();
  };

  const copyPage = (page: PdfDict, tree: number): PdfDict => {
    const box = boxOf(file, page);
    const rotate = rotationOf(file, page);
    const resources = dictOf(attributeOf(file, page, 'Resources')) ?? new Map<string, PdfValue>();
    const appearances = listAppearances(file, { page, rotate, layers });
    const contents = contentsOf(page);
    const copy: PdfDict = new Map<string, PdfValue>([
      ['Type', nameOf('Page')],
      ['Parent', refTo(tree)],
      ['MediaBox', box],
    ]);
    if (rotate !== 0) copy.set('Rotate', rotate);
    const transparency = page.get('Group');
    const copiedGroup = transparency === undefined ? null : copyValue(transparency, 'group');
    if (copiedGroup) copy.set('Group', copiedGroup);
    if (appearances.length === 0) {
      copy.set('Resources', resources.size > 0 ? shareResources(resources) : resources);
      const drawn = contents.flatMap((ref) => claim(ref, 'data') ?? []);
      if (drawn.length > 0) copy.set('Contents', drawn);
      return copy;
    }
    const own = copyResources(resources);
    copy.set('Resources', own);
    copy.set('Contents', drawAppearances(appearances, { contents, resources: own }));
    return copy;
  };

  const writeCatalog = (catalog: number, tree: number): void => {
    const root = dictWith({ Type: nameOf('Catalog'), Pages: refTo(tree) });
    const intents = file.resolve(getCatalog(file).get('OutputIntents'));
    if (Array.isArray(intents)) root.set('OutputIntents', copyValue(intents, 'outputIntent'));
    const { shown, hidden } = groups;
    const all = [shown, hidden].flatMap((number) => (number === undefined ? [] : [refTo(number)]));
    for (const [number, name] of [
      [shown, 'shown'],
      [hidden, 'hidden'],
    ] as const)
      if (number !== undefined) writer.write(number, dictWith({ Type: nameOf('OCG'), Name: { text: name } }));
    if (all.length > 0) {
      const off = hidden === undefined ? [] : [refTo(hidden)];
      const on = shown === undefined ? [] : [refTo(shown)];
      const configuration = dictWith({ BaseState: nameOf('ON'), ON: on, OFF: off });
      root.set('OCProperties', dictWith({ OCGs: all, D: configuration }));
    }
    writer.write(catalog, root);
  };

  const catalog = writer.allocate();
  const tree = writer.allocate();
  const kids = pages.map(() => writer.allocate());
  const copyWaiting = () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) copyObject(next);
  };
  for (const [index, page] of pages.entries()) {
    writer.write(kids[index]!, copyPage(page, tree));
    copyWaiting();
  }
  writer.write(tree, dictWith({ Type: nameOf('Pages'), Count: kids.length, Kids: kids.map(refTo) }));
  writeCatalog(catalog, tree);
  copyWaiting();
  return catalog;
}
