/**
 * Owns the folders a job leaves behind: `.printing-000001-name` while sheets come out, `000001-name` once all are
 * there, `.aborted-000001-name` when some are and no more will. Must never decide when.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import type { IppAttribute, IppValue } from '@platen/ipp/ipp-message';
import { findEnumName } from '@platen/ipp/ipp-tables';
import { documentEndings } from './job-pages.ts';
import { type JobRecord, sentAttributes } from './job-record.ts';

/** The folder of one job's sheets. */
export interface JobOutput {
  /** Puts a printed page into the folder, as `copy-001-page-001.…`. */
  addSheet(page: { copy: number; page: number; file: string }): void;
  /** Adds job.json and the document, and gives the folder its final name. */
  complete(job: JobRecord, documentPath: string): void;
  /** Keeps the sheets that came out under `.aborted-…`; without any, nothing stays. */
  abort(job: JobRecord): void;
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** The folder name of a job: its id and the part of its name that every file system takes. */
function folderNameOf(job: JobRecord): string {
  const safeName = job.name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, 60);
  return `${padded(job.id, 6)}-${safeName || 'job'}`;
}

function readableValue(key: string, value: IppValue): unknown {
  switch (value.kind) {
    case 'text':
    case 'localizedText':
      return value.text;
    case 'enum':
      return findEnumName(key, value.value) ?? value.value;
    case 'integer':
    case 'boolean':
      return value.value;
    case 'collection':
      return readableAttributes(value.members);
    case 'bytes':
      return value.bytes.toString('hex');
    case 'outOfBand':
      return null;
    default: {
      const { kind: _kind, tag: _tag, ...fields } = value;
      return fields;
    }
  }
}

/** IPP attributes as plain JSON: one value as itself, several as an array, enums by name. */
function readableAttributes(attributes: IppAttribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ name, values }) => {
      const readable = values.map((value) => readableValue(name, value));
      return [name, readable.length === 1 ? readable[0] : readable];
    }),
  );
}

/** Hard-links where the file system can, copies where it can't. */
function place(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

function jobJson(job: JobRecord): string {
  const { sent: _sent, createdAt, processingAt, completedAt, ...record } = job;
  const times = { created: iso(createdAt), processing: iso(processingAt), completed: iso(completedAt) };
  return `${JSON.stringify({ ...record, times, attributes: readableAttributes(sentAttributes(job)) }, null, 2)}\n`;
}

/** Opens the folder of a job that begins to print. */
export function openJobOutput(dir: string, job: JobRecord): JobOutput {
  const folderName = folderNameOf(job);
  const printing = join(dir, `.printing-${folderName}`);
  rmSync(printing, { recursive: true, force: true });
  mkdirSync(printing);
  return {
    addSheet({ copy, page, file }) {
      place(file, join(printing, `copy-${padded(copy, 3)}-page-${padded(page, 3)}${sheetEnding(file)}`));
    },
    complete(finished, documentPath) {
      place(documentPath, join(printing, `document.${documentEndings[finished.documentFormat] ?? 'bin'}`));
      writeFileSync(join(printing, 'job.json'), jobJson(finished));
      renameSync(printing, join(dir, folderName));
    },
    abort: (finished) => abortOutput(dir, finished),
  };
}

/** A JPEG is spooled without an ending of its own. */
const sheetEnding = (file: string): string => (extname(file) === '.png' ? '.png' : '.jpg');

/** True when the job's folder has its final name: all sheets are out. */
export const isOutputComplete = (dir: string, job: JobRecord): boolean =>
  existsSync(join(dir, folderNameOf(job)));

/** Keeps the sheets of a job that ended early under `.aborted-…`. Gives how many there are. */
export function abortOutput(dir: string, job: JobRecord): number {
  const folderName = folderNameOf(job);
  const printing = join(dir, `.printing-${folderName}`);
  if (!existsSync(printing)) return 0;
  const sheets = readdirSync(printing).filter((file) => file.startsWith('copy-')).length;
  if (sheets === 0) {
    rmSync(printing, { recursive: true });
    return 0;
  }
  writeFileSync(join(printing, 'job.json'), jobJson(job));
  renameSync(printing, join(dir, `.aborted-${folderName}`));
  return sheets;
}
