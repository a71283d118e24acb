/** The spool's tables of printers as they are found, and their measured speed. A step that was released never changes. */
import { printerTrustTables } from './spool-migration-printer-trust.ts';

export const printerTables = `
  ${printerTrustTables}
  create table shop_printer (
    id integer primary key autoincrement,
    uri text not null,
    configured_uri text,
    origin text not null,
    printer_uuid text,
    name text not null default '',
    is_enabled integer not null default 1,
    removed_at integer,
    version integer not null default 1,
    changed_by text not null default '',
    changed_at integer not null,
    created_at integer not null
  ) strict;
  create unique index shop_printer_by_uri on shop_printer (uri) where removed_at is null;

  create table shop_printer_event (
    id integer primary key autoincrement,
    shop_printer_id integer not null references shop_printer (id),
    event text not null,
    detail text not null default '',
    by_whom text not null default '',
    at integer not null
  ) strict;
  create index shop_printer_event_by_printer on shop_printer_event (shop_printer_id, id);

  create table printer_speed (
    id integer primary key autoincrement,
    printer_id text not null,
    media_kind text not null,
    pages integer not null,
    duration_ms integer not null,
    at integer not null
  ) strict;
  create index printer_speed_by_printer on printer_speed (printer_id, media_kind, id);

  create table printer_request (
    id text primary key,
    answer text not null,
    at integer not null
  ) strict;
`;
