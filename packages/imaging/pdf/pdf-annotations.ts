/**
 * Owns which annotations and form fields of a page are on paper, and where their appearances stand (ISO 32000-1 section 12.5.5):
 * what PDFium draws when it prints. Must never draw what has no appearance, nor follow an action.
 */
import type { PdfFile } from './pdf-file.ts';
import type { PdfLayers } from './pdf-layers.ts';
import {
  dictOf,
  isRef,
  type PdfArray,
  type PdfDict,
  type PdfRef,
  type PdfValue,
  wordOf,
} from './pdf-value.ts';

/** `[a b c d e f]` as in the operator `cm`. */
export type PdfMatrix = [number, number, number, number, number, number];

/** A form that is drawn above the page's own content. */
export interface PdfAppearance {
  form: PdfRef;
  matrix: PdfMatrix;
}

/** Section 12.5.3, by value. */
const flags = { invisible: 1, hidden: 2, print: 4, noRotate: 16, noView: 32 };
/** Section 12.7.4.2. */
const pushButton = 1 << 16;
/** Forms may be made of forms; nobody nests fields deeper. */
const maxFieldDepth = 32;
/** PDFium makes appearances for these when they have none, and for fields. */
const drawnWithoutAppearance = /^(Circle|Highlight|Ink|Square|Squiggly|StrikeOut|Text|Underline|Widget)$/;

const numberOf = (value: PdfValue | undefined): number => (typeof value === 'number' ? value : 0);

/** Left, bottom, right, top, in order whatever the file says; undefined for no rectangle. */
export function rectOf(
  file: PdfFile,
  value: PdfValue | undefined,
): [number, number, number, number] | undefined {
  const list = file.resolve(value);
  if (!Array.isArray(list) || list.length < 4) return undefined;
  const [x0, y0, x1, y1] = list.slice(0, 4).map((one) => numberOf(file.resolve(one))) as [
    number,
    number,
    number,
    number,
  ];
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

/** An attribute that a field may have from its parents (section 12.7.3.1). */
function inherited(file: PdfFile, field: PdfDict, key: string): PdfValue {
  let at: PdfDict | undefined = field;
  for (let depth = 0; at && depth < maxFieldDepth; depth += 1) {
    const value = file.resolve(at.get(key));
    if (value !== null) return value;
    at = dictOf(file.resolve(at.get('Parent')));
  }
  return null;
}

/** A field is shown as on the screen, as it was filled in, or because it is for paper alone; a button only where it is meant for paper. */
function isFieldOnPaper(file: PdfFile, field: PdfDict, set: number): boolean {
  if ((set & flags.invisible) !== 0) return false;
  if ((set & flags.noView) !== 0) return (set & flags.print) !== 0;
  const isButton =
    wordOf(inherited(file, field, 'FT')) === 'Btn' &&
    (numberOf(inherited(file, field, 'Ff')) & pushButton) !== 0;
  return !isButton || (set & flags.print) !== 0;
}

function isOnPaper(file: PdfFile, annotation: PdfDict): boolean {
  const set = numberOf(file.resolve(annotation.get('F')));
  const kind = wordOf(file.resolve(annotation.get('Subtype')));
  if ((set & flags.hidden) !== 0 || kind === 'Popup') return false;
  return kind === 'Widget' ? isFieldOnPaper(file, annotation, set) : (set & flags.print) !== 0;
}

/** The stream that shows it as it is now (section 12.5.5), by reference. */
function findForm(file: PdfFile, annotation: PdfDict): PdfRef | undefined {
  const appearances = dictOf(file.resolve(annotation.get('AP')));
  const normal = appearances?.get('N');
  if (isRef(normal) && file.find(normal.ref)?.stream) return normal;
  const states = dictOf(file.resolve(normal));
  if (!states) return undefined;
  const told = wordOf(file.resolve(annotation.get('AS')));
  const value = told || stateByValue(file, annotation, states);
  const form = states.get(value);
  return isRef(form) && file.find(form.ref)?.stream ? form : undefined;
}

function stateByValue(file: PdfFile, annotation: PdfDict, states: PdfDict): string {
  const parent = dictOf(file.resolve(annotation.get('Parent')));
  const value = wordOf(file.resolve(annotation.get('V'))) || wordOf(file.resolve(parent?.get('V')));
  return value && states.has(value) ? value : 'Off';
}

const identity: PdfMatrix = [1, 0, 0, 1, 0, 0];

/** First `a`, then `b`. */
function concat(a: PdfMatrix, b: PdfMatrix): PdfMatrix {
  const [a0, a1, a2, a3, a4, a5] = a;
  const [b0, b1, b2, b3, b4, b5] = b;
  return [
    a0 * b0 + a1 * b2,
    a0 * b1 + a1 * b3,
    a2 * b0 + a3 * b2,
    a2 * b1 + a3 * b3,
    a4 * b0 + a5 * b2 + b4,
    a4 * b1 + a5 * b3 + b5,
  ];
}

function matrixOf(file: PdfFile, value: PdfValue | undefined): PdfMatrix {
  const list = file.resolve(value);
  if (!Array.isArray(list) || list.length !== 6) return identity;
  return list.map((one) => numberOf(file.resolve(one))) as PdfMatrix;
}

/** The box of a rectangle's corners once they are transformed. */
function boxAround(
  [x0, y0, x1, y1]: [number, number, number, number],
  matrix: PdfMatrix,
): [number, number, number, number] {
  const [a, b, c, d, e, f] = matrix;
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Takes one rectangle to the other; a side without length keeps its size. */
function match(from: [number, number, number, number], to: [number, number, number, number]): PdfMatrix {
  const width = from[2] - from[0];
  const height = from[3] - from[1];
  const a = width < 0.001 ? 1 : (to[2] - to[0]) / width;
  const d = height < 0.001 ? 1 : (to[3] - to[1]) / height;
  return [a, 0, 0, d, to[0] - from[0] * a, to[1] - from[1] * d];
}

/** Where the form of an annotation stands: its own box, transformed, into the annotation's rectangle. */
function placeForm(
  file: PdfFile,
  { annotation, form, rotate }: { annotation: PdfDict; form: PdfDict; rotate: number },
): PdfMatrix {
  const rect = rectForDrawing(file, annotation) ?? [0, 0, 0, 0];
  const box = rectOf(file, form.get('BBox')) ?? [0, 0, 0, 0];
  const placed = match(boxAround(box, matrixOf(file, form.get('Matrix'))), rect);
  const set = numberOf(file.resolve(annotation.get('F')));
  if ((set & flags.noRotate) === 0 || rotate === 0) return placed;
  // Turned back around its upper left corner.
  const [cos, sin] = [
    Math.round(Math.cos((Math.PI / 180) * rotate)),
    Math.round(Math.sin((Math.PI / 180) * rotate)),
  ];
  const turned = concat(concat(placed, [1, 0, 0, 1, -rect[0], -rect[3]]), [cos, sin, -sin, cos, 0, 0]);
  return concat(turned, [1, 0, 0, 1, rect[0], rect[3]]);
}

/** PDFium makes the appearance of marked text for the quadrilaterals, not for the rectangle, and says that it made it. */
function rectForDrawing(file: PdfFile, annotation: PdfDict): [number, number, number, number] | undefined {
  const isMarked = /^(Highlight|Squiggly|StrikeOut|Underline)$/.test(
    wordOf(file.resolve(annotation.get('Subtype'))),
  );
  if (!isMarked || annotation.get('PDFIUM_HasGeneratedAP') !== true)
    return rectOf(file, annotation.get('Rect'));
  const points = file.resolve(annotation.get('QuadPoints'));
  const numbers = Array.isArray(points) ? points.map((one) => numberOf(file.resolve(one))) : [];
  const quads = Array.from({ length: Math.floor(numbers.length / 8) }, (_, i) =>
    numbers.slice(8 * i, 8 * i + 8),
  );
  if (quads.length === 0) return [0, 0, 0, 0];
  const xs = quads.flatMap((quad) => [quad[4]!, quad[2]!]);
  const ys = quads.flatMap((quad) => [quad[5]!, quad[3]!]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The annotations of a page as dictionaries. */
function listAnnotations(file: PdfFile, page: PdfDict): PdfDict[] {
  const list = file.resolve(page.get('Annots'));
  if (!Array.isArray(list)) return [];
  return (list as PdfArray).flatMap((one) => dictOf(file.resolve(one)) ?? []);
}

/** True when PDFium would have to make an appearance for something of this page that is to be on paper. */
export const lacksAppearances = (file: PdfFile, page: PdfDict): boolean =>
  listAnnotations(file, page).some(
    (annotation) =>
      isOnPaper(file, annotation) &&
      drawnWithoutAppearance.test(wordOf(file.resolve(annotation.get('Subtype')))) &&
      file.resolve(dictOf(file.resolve(annotation.get('AP')))?.get('N')) === null,
  );

/** What of a page's annotations is printed, in the order of drawing: fields come last. `rotate`: degrees of the page. */
export function listAppearances(
  file: PdfFile,
  { page, rotate, layers }: { page: PdfDict; rotate: number; layers: PdfLayers },
): PdfAppearance[] {
  const shown = listAnnotations(file, page).filter(
    (annotation) => isOnPaper(file, annotation) && layers.isPrinted(annotation.get('OC')),
  );
  const isField = (annotation: PdfDict) => wordOf(file.resolve(annotation.get('Subtype'))) === 'Widget';
  const ordered = shown.filter((one) => !isField(one)).concat(shown.filter(isField));
  return ordered.flatMap((annotation) => {
    const form = findForm(file, annotation);
    const dict = form && dictOf(file.resolve(form));
    return form && dict ? [{ form, matrix: placeForm(file, { annotation, form: dict, rotate }) }] : [];
  });
}
