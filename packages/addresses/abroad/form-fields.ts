/**
 * A filled form as its fields: `House >> Rose Cottage`, `Str.->Kaiserstr. Nr->88`, `Nom│Ruiz`, a line of names above a line of values. Owns
 * what may stand between a name and its value, and where a value ends; what the fields mean together is form-address.ts's. Pure.
 */

import { trimSegment } from './abroad-segments.ts';
import { type FieldKind, fieldOfLabel, isWhollyLabel, mostLabelWords } from './form-labels.ts';

export interface FormField {
  kind: FieldKind;
  /** As it stands in the text. */
  label: string;
  value: string;
}

export interface Form {
  fields: FormField[];
  /** What stands before the first field and behind the last one. */
  around: string;
}

interface Label {
  kind: FieldKind;
  text: string;
  start: number;
  /** Where its value begins. */
  end: number;
}

/** A form has so many fields at least. */
const fewestFields = 3;

/** What may stand behind the name of a field, the likeliest first. */
const marks: readonly RegExp[] = [
  /[ \t]*(?:[-=]{0,3}>{1,3}|»|::?=?|=)[ _]*/g,
  / *(?:\.{2,}|…+|_{3,}|-{3,})[ :]*/g,
  / ?\* ?:?/g,
  / *\.[-–] */g,
  / [-–—] /g,
];
/** What may part the names and the values of a form alike. */
const partings: readonly RegExp[] = [/ ?[|│¦] ?/g, / ?~ ?/g, /\n/g, / ?; ?/g, /, ?/g];

/** A text without these is none, but for one that was pasted without its marks. */
const mayBeForm = /[:=>*~|│¦»;]|\.\.|…|___|\.-| [-–—] |---|\n[^\n]*\n|,[^\n]*\n/;

/** The form that the text is; undefined for what is none. */
export function findForm(text: string): Form | undefined {
  if (!mayBeForm.test(text)) return formWithoutMarks(text);
  const table = findTable(text);
  if (table) return table;
  const ranked = marks.map((mark) => labelsBefore(text, mark)).sort((a, b) => b.length - a.length);
  const marked = ranked[0]!;
  if (kindsIn(marked) >= fewestFields)
    return marked.length < 2 ? undefined : formOf(text, withBare(text, marked));
  for (const parting of partings) {
    const alone = labelsAlone(text, parting);
    if (kindsIn(alone) >= fewestFields) return formOf(text, alone);
  }
  return formWithoutMarks(text);
}

/** A form without marks has so many fields at least: who, where, and how to reach them. */
const fewestWithoutMarks = 4;
/** In the midst of a line these are words of a value as well. */
const mayBeValue = new Set<FieldKind>(['name', 'road', 'house', 'unit', 'number', 'host', 'title', 'other']);

/** `Prénom Yves`, `Ville Québec` line by line, or `First name Ann Surname Lee Postcode LS1 4GH` in one. */
function formWithoutMarks(text: string): Form | undefined {
  if (!bareForm.test(text)) return undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length >= fewestWithoutMarks;
  const labels: Label[] = [];
  const starts = isLines ? /(?<=^|\n) ?(?=[\p{L}])/gu : /(?<![\p{L}\d/'’-])(?=\p{Lu})/gu;
  for (const { 0: blank, index } of text.matchAll(starts)) {
    const start = index + blank.length;
    if (start < (labels.at(-1)?.end ?? 0)) continue;
    const line = text.slice(start, start + longestLabel).split('\n', 1)[0]!;
    const found = labelBeginning(line);
    const isSaid = !found || /^ ?$/.test(line.slice(found.end)) || !/^[ :.]/.test(line.slice(found.end));
    if (isSaid || (!isLines && mayBeValue.has(found.kind) && !line.slice(0, found.end).includes(' ')))
      continue;
    labels.push({ kind: found.kind, text: line.slice(0, found.end), start, end: start + found.end });
  }
  const kinds = new Set(labels.map(({ kind }) => kind));
  const isWhole =
    kindsIn(labels) >= (isLines ? fewestWithoutMarks : fewestWithoutMarks + 1) &&
    (kinds.has('last') || kinds.has('name')) &&
    (kinds.has('postcode') || kinds.has('town')) &&
    (!isLines || labels.length * 3 >= lines.length * 2);
  return isWhole ? formOf(text, labels) : undefined;
}

const longestLabel = 40;
/** One of these names is in every form. */
const bareForm =
  /(?<!\p{L})(?:sur|last |family |full |first )?(?:name|nom|nome|nombre|naam|vorname|nachname|voornaam|achternaam|cognome|apellidos|prénom|prenom)(?!\p{L})/iu;

const kindsIn = (labels: readonly Label[]): number =>
  new Set(labels.map(({ kind }) => kind).filter((kind) => kind !== 'unknown')).size;

/** Names of fields before every such mark: of its words as many as are one name. */
function labelsBefore(text: string, mark: RegExp): Label[] {
  const labels: Label[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(mark)) {
    const end = index + found.length;
    // 10:30 is a time, `https:` leads to a link.
    if (text.startsWith('//', end)) continue;
    const label = labelEndingAt(text, from, index);
    if (label) labels.push({ ...label, end });
    from = end;
  }
  return labels;
}

/** Letters and signs that names of fields have; a line break and a bar are not among them. */
const labelChars = /[\p{L}\p{M}\d .,'’/&+°º#()*?!"“”-]{1,48}$/u;
/** What a name begins behind, whoever knows it. */
const fieldStart = /(?:^|[\n|│¦;]|\s\/)\s*$/;
/** A name that nobody knows has so many characters at most. */
const longestUnknown = 32;

function labelEndingAt(text: string, from: number, to: number): Omit<Label, 'end'> | undefined {
  const least = Math.max(from, to - 48);
  const line = labelChars.exec(text.slice(least, to))?.[0];
  if (line === undefined) return undefined;
  // `"12 Elm St","line 2"`: the value before the quotes is none of it.
  const chars = line.slice(line.lastIndexOf('",') + 1);
  const first = to - chars.length;
  const starts = [...chars.matchAll(/(?<![\p{L}\p{M}\d'’-])[\p{L}\d]/gu)].map(({ index }) => first + index);
  for (const start of starts.slice(-mostLabelWords)) {
    const kind = fieldOfLabel(text.slice(start, to));
    if (kind) return { kind, text: text.slice(start, to), start: startOfField(text, starts, start) };
  }
  const [start] = starts;
  const isUnknown =
    start !== undefined && to - start <= longestUnknown && fieldStart.test(text.slice(0, start));
  return isUnknown ? { kind: 'unknown', text: text.slice(start, to), start } : undefined;
}

/** `Alt. phone`: the words before a name in its line are of it. */
const startOfField = (text: string, starts: readonly number[], start: number): number => {
  const first = starts[0]!;
  return first < start && start - first < 16 && fieldStart.test(text.slice(0, first)) ? first : start;
};

/** In a form lines may begin with names that have no mark behind them: `Lieu-dit / BP`, `Complément Bât. C`. */
function withBare(text: string, marked: readonly Label[]): Label[] {
  const isLines =
    marked.filter(({ start }) => start === 0 || text[start - 1] === '\n').length * 2 > marked.length;
  if (!isLines) return [...marked];
  const known = new Set(marked.map(({ kind }) => kind));
  const labels = [...marked];
  let start = 0;
  for (const line of text.split('\n')) {
    const isKnown = marked.some((label) => label.start >= start && label.start < start + line.length);
    const bare = isKnown ? undefined : labelBeginning(line);
    if (bare && (!known.has(bare.kind) || bare.end === line.length))
      labels.push({ kind: bare.kind, text: line.slice(0, bare.end), start, end: start + bare.end });
    start += line.length + 1;
  }
  return labels.sort((a, b) => a.start - b.start);
}

/** Postcodes, phones: `CP G1N 2E5`. */
const shortLabels = /^(?:CP|C\.P|CAP|PLZ|PC|Tel|Tél|Ort|Str|Nom|Nr)\.?$/u;

function labelBeginning(line: string): { kind: FieldKind; end: number } | undefined {
  const ends = [...line.matchAll(/[\p{L}\d*.](?=[^\p{L}\p{M}\d]|$)/gu)].map(({ index }) => index + 1);
  for (const end of ends.slice(0, mostLabelWords).reverse()) {
    const written = line.slice(0, end);
    const kind = isWhollyLabel(written) ? fieldOfLabel(written) : undefined;
    if (kind && (end > 3 || end === line.length || shortLabels.test(written))) return { kind, end };
  }
  return undefined;
}

/** Names of fields that are the whole of a part between two such partings. */
function labelsAlone(text: string, parting: RegExp): Label[] {
  const breaks = [...text.matchAll(parting)];
  if (breaks.length < 2 * fewestFields - 1) return [];
  const labels: Label[] = [];
  let start = 0;
  for (const { 0: found, index } of breaks) {
    const written = text.slice(start, index);
    const kind = written.length <= 40 ? fieldOfLabel(written) : undefined;
    const end = index + found.length;
    if (kind) labels.push({ kind, text: written, start, end });
    start = end;
  }
  // Names above each other and nothing between them are the head of a table.
  return labels.filter((label, at) => labels[at + 1]?.start !== label.end);
}

/** What parts the columns of a table. */
const columns: readonly RegExp[] = [/\s*[,;](?=(?:[^"]*"[^"]*")*[^"]*$)\s*/, /\s*[|│¦]\s*/];

/** A line of names above a line of as many values. */
function findTable(text: string): Form | undefined {
  const [head = '', row = '', ...more] = text.split('\n').filter((line) => line.trim() !== '');
  if (row === '' || more.length > 0) return undefined;
  for (const column of columns) {
    const named = head.split(column).map(unquoted);
    const values = row.split(column).map(unquoted);
    if (named.length < fewestFields || named.length !== values.length) continue;
    const kinds = named.map(fieldOfLabel);
    if (kinds.filter((kind) => kind !== undefined).length * 4 < named.length * 3) continue;
    const fields = named.map(
      (label, at): FormField => ({ kind: kinds[at] ?? 'unknown', label, value: trimSegment(values[at]!) }),
    );
    return { fields, around: '' };
  }
  return undefined;
}

const unquoted = (text: string): string => text.trim().replace(/^"|"$/g, '');

/** Behind these a value goes on in the next line. */
const hasLines = new Set<FieldKind>(['address', 'name', 'more', 'company']);
/** What parts fields, or stands around values. */
const loose = /^[\s|│¦/;,~"_*-]+|[\s|│¦/;,~"_*-]+$/g;

function formOf(text: string, labels: readonly Label[]): Form {
  let around = text.slice(0, labels[0]?.start ?? text.length);
  const fields = labels.map(({ kind, text: label, end }, at): FormField => {
    const next = labels[at + 1];
    let value = text.slice(end, next?.start ?? text.length);
    const lineEnd = value.trimStart().indexOf('\n');
    if (lineEnd >= 0) {
      const lead = value.length - value.trimStart().length;
      const later = value.slice(lead + lineEnd + 1);
      if (!hasLines.has(kind) || (!next && /\n\s*\n/.test(value))) {
        if (later.trim() !== '') around += `\n${later}`;
        value = value.slice(0, lead + lineEnd);
      }
    }
    return { kind, label, value: trimSegment(value.replace(loose, '')) };
  });
  return { fields, around };
}
