/** The spool's tables of calibration and output profiles of printers. A step that was released never changes. */

/**
 * `prepared_sheet`: every print-ready file made for a job; it has several when its printer changed. `sheet_calibration` and
 * `sheet_profile` keep every version: the highest counts, and one without numbers, or without a profile, is a reset.
 */
export const sheetTables = `
  create table prepared_sheet (
    job_id text not null references job (id) on delete cascade,
    path text not null,
    primary key (job_id, path)
  ) strict;
  create index prepared_sheet_by_path on prepared_sheet (path);

  create table sheet_calibration (
    printer_id text not null,
    medium_key text not null,
    version integer not null,
    calibration text,
    readings text,
    changed_by text not null,
    at integer not null,
    primary key (printer_id, medium_key, version)
  ) strict;

  create table sheet_profile (
    printer_id text not null,
    medium_key text not null,
    version integer not null,
    sha256 text,
    intent text,
    facts text,
    changed_by text not null,
    at integer not null,
    primary key (printer_id, medium_key, version)
  ) strict;
`;
