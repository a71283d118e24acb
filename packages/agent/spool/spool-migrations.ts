/**
 * The spool's tables, one step a version. Owns the schema; a step that was released must never change.
 * Times are milliseconds since 1970 (`…_at`), flags are 0 or 1, JSON is text.
 */
import { evidenceTables } from './spool-migration-evidence.ts';
import { fenceTables } from './spool-migration-fence.ts';
import { foundTables } from './spool-migration-found.ts';
import { limitTables } from './spool-migration-limits.ts';
import { paperTables } from './spool-migration-paper.ts';
import { printerTables } from './spool-migration-printers.ts';
import { scheduleTables } from './spool-migration-schedule.ts';
import { sheetTables } from './spool-migration-sheets.ts';

/** Step n brings the spool from version n to n + 1. */
export const spoolMigrations: readonly string[] = [
  `
  create table job (
    position integer primary key autoincrement,
    id text not null unique,
    ticket text not null,
    sha256 text not null,
    needs text not null,
    state text not null,
    reason text not null default 'none',
    message text not null default '',
    copies integer not null,
    copies_printed integer not null default 0,
    submitted integer not null default 0,
    printer_id text,
    prepared text,
    is_cleaned integer not null default 0,
    spooled_at integer not null,
    updated_at integer not null
  ) strict;
  create index job_by_state on job (state, needs, position);
  create index job_by_sha256 on job (sha256, state);
  create index job_to_clean on job (is_cleaned, state);

  create table job_event (
    id integer primary key autoincrement,
    job_id text not null references job (id),
    from_state text,
    to_state text not null,
    reason text not null,
    message text not null,
    at integer not null
  ) strict;
  create index job_event_by_job on job_event (job_id);

  create table submission (
    id integer primary key autoincrement,
    job_id text not null references job (id),
    set_no integer not null,
    copies integer not null,
    attempt integer not null,
    job_name text not null unique,
    state text not null,
    outcome text not null default '',
    printer_id text not null,
    printer_uri text not null,
    printer_uuid text,
    printer_up_time integer,
    ipp_job_id integer,
    ipp_job_uuid text,
    cancel_requested integer not null default 0,
    sending_at integer,
    handed_over_boot text,
    created_at integer not null,
    updated_at integer not null
  ) strict;
  create index submission_by_job on submission (job_id, set_no);
  create index submission_active on submission (printer_id)
    where state in ('intended', 'created', 'sending', 'sent');

  create table report (
    seq integer primary key autoincrement,
    job_id text not null,
    body text not null
  ) strict;
  create index report_by_job on report (job_id);

  create table printer (
    uri text primary key,
    printer_id text not null,
    description text not null,
    as_of integer not null
  ) strict;
  `,
  printerTables,
  sheetTables,
  scheduleTables,
  fenceTables,
  limitTables,
  paperTables,
  evidenceTables,
  foundTables,
];
