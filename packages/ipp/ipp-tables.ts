/**
 * Owns the registered numbers of IPP: operation ids, status codes and enum keywords, taken from the npm package
 * `ipp` with the registrations it lacks added. The only file that imports that package; its codec and its HTTP
 * must never be used (they lose types and replies).
 */
import enumTables from 'ipp/lib/enums.js';
import statusTable from 'ipp/lib/status-codes.js';

/** Registrations newer than the package (IANA "IPP Status Codes", PWG 5100.16 and 5100.18). */
const newerStatusNames: Record<number, string> = {
  1052: 'client-error-account-info-needed',
  1053: 'client-error-account-closed',
  1054: 'client-error-account-limit-reached',
  1055: 'client-error-account-authorization-failed',
  1056: 'client-error-not-fetchable',
};

interface Table {
  byNumber: Map<number, string>;
  byName: Map<string, number>;
}

function tableOf(lookup: (string | undefined)[], newer: Record<number, string> = {}): Table {
  const table: Table = { byNumber: new Map(), byName: new Map() };
  const add = (number: number, label: string): void => {
    table.byNumber.set(number, label);
    // Two numbers can share a name in a table; the lower one is the registered one.
    if (!table.byName.has(label)) table.byName.set(label, number);
  };
  lookup.forEach((label, number) => {
    if (label !== undefined) add(number, label);
  });
  for (const [number, label] of Object.entries(newer)) add(Number(number), label);
  return table;
}

const statuses = tableOf(statusTable.lookup, newerStatusNames);
const enums = new Map(Object.entries(enumTables).map(([key, table]) => [key, tableOf(table.lookup)]));
const operations = enums.get('operations-supported') ?? tableOf([]);

const hex = (number: number): string => `0x${number.toString(16).padStart(4, '0')}`;

/** The operation-id of a registered operation name (RFC 8011 section 5.4.15). Throws on an unknown name. */
export function getOperationId(operation: string): number {
  const id = operations.byName.get(operation);
  if (id === undefined) throw new TypeError(`${operation} is not a registered IPP operation`);
  return id;
}

/** The registered name of an operation-id, or its number in hexadecimal. */
export const operationName = (id: number): string => operations.byNumber.get(id) ?? hex(id);

/** The registered name of a status code (RFC 8011 appendix B), or its number in hexadecimal. */
export const statusName = (status: number): string => statuses.byNumber.get(status) ?? hex(status);

/** The status code of a registered name. Throws on an unknown name. */
export function getStatusCode(name: string): number {
  const status = statuses.byName.get(name);
  if (status === undefined) throw new TypeError(`${name} is not a registered IPP status`);
  return status;
}

/** True for every `successful-…` status (RFC 8011 appendix B.1.2): 0x0000 to 0x00ff. */
export const isSuccess = (status: number): boolean => status < 0x0100;

/** The keyword of an enum value, for instance `processing` for job-state 5; undefined when not registered. */
export const findEnumName = (attribute: string, value: number): string | undefined =>
  enums.get(attribute)?.byNumber.get(value);
