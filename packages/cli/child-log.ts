/**
 * What the child processes write: everything into a file of bounded size, warnings and errors as readable lines.
 * Owns both forms; must never stop anything because a log can't be written.
 */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

export interface BoundedLog {
  /** Adds one line. */
  write(line: string): void;
  close(): void;
}

/** Appends to `path`; at `maxBytes` the file becomes `path`.1, in place of the one before. */
export function openBoundedLog(path: string, maxBytes = 5 * 1024 * 1024): BoundedLog {
  let file: number | undefined = openSync(path, 'a', 0o600);
  let sizeBytes = fstatSync(file).size;
  return {
    write(line) {
      if (file === undefined) return;
      const bytes = Buffer.from(`${line}\n`);
      try {
        if (sizeBytes > 0 && sizeBytes + bytes.length > maxBytes) {
          closeSync(file);
          file = undefined;
          renameSync(path, `${path}.1`);
          file = openSync(path, 'a', 0o600);
          sizeBytes = 0;
        }
        writeSync(file, bytes);
        sizeBytes += bytes.length;
      } catch {
        // A full disk must not take the printers down with it.
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

const levelNames: Record<string, string> = { warn: 'warning', error: 'error' };
const frame = new Set(['time', 'level', 'event']);

/**
 * `cloud: warning: link.down (because: closed)` for a JSON log line that is a warning or an error, else undefined.
 */
export function findWarning(name: string, line: string): string | undefined {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const level = levelNames[String(entry?.level)];
  if (!level) return undefined;
  const fields = Object.entries(entry).filter(([key]) => !frame.has(key));
  const more = fields.map(([key, value]) => `${key}: ${shortText(value)}`).join(', ');
  return `${name}: ${level}: ${entry.event}${more ? ` (${more})` : ''}`;
}

function shortText(value: unknown): string {
  const message = (value as { message?: unknown } | null)?.message;
  const text = typeof value === 'string' ? value : JSON.stringify(message ?? value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
