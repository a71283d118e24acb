/**
 * Tables as files for spreadsheets (RFC 4180, with the mark that makes Excel read UTF-8). Owns how a cell is written, so that what people
 * wrote stays text: a spreadsheet takes what begins with = for a formula, and runs it. Pure.
 */

export type CsvValue = string | number | boolean | null | undefined;

/** What makes a spreadsheet compute, also in the full-width forms that Chinese and Japanese editions read alike. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/u;

/** One cell. Numbers stay numbers; every text is quoted, and one that could be a formula has an apostrophe before it. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return String(value);
  const harmless = startsFormula.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}

const byteOrderMark = '\uFEFF';

/** The whole file: a line of titles, then the rows, lines ended by CRLF. */
export function csvText(titles: readonly string[], rows: Iterable<readonly CsvValue[]>): string {
  const lines = [titles, ...rows].map((cells) => cells.map(csvCell).join(','));
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`;
}

/** `platen-orders-2026-01-31.csv`, by the reader's calendar. */
export function csvFileName(what: string, now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `platen-${what}-${day}.csv`;
}
