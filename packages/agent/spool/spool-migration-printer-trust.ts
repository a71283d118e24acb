/**
 * The spool's tables of how connections to printers are trusted. Part of the printers' step; a step that was released never
 * changes. `credentials` is sealed (credential-seal.ts); fingerprints are SHA-256 of certificates in hexadecimal.
 */
export const printerTrustTables = `
  create table printer_trust (
    address text primary key,
    fingerprint text,
    trusted_at integer,
    offered text,
    offered_at integer,
    credentials text,
    may_show_password integer not null default 0,
    version integer not null default 1,
    changed_by text not null default '',
    changed_at integer not null
  ) strict;

  create table printer_trust_event (
    id integer primary key autoincrement,
    address text not null,
    event text not null,
    detail text not null,
    by_whom text not null,
    at integer not null
  ) strict;
  create index printer_trust_event_by_address on printer_trust_event (address, id);
`;
