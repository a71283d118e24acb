/** The spool's tables of what is proven about paper. A step that was released never changes. */

export const evidenceTables = `
  -- The kernel's word that the last byte had left is none of the printer's.
  alter table submission drop column handed_over_boot;
  drop index submission_active;
  create index submission_active on submission (printer_id)
    where state in ('intended', 'created', 'sending', 'refused', 'sent');

  -- What counts are worth is known of a printer, never of an address; and by the rules of before it was believed too soon.
  drop table printer_count;
  create table printer_count (
    printer_uuid text primary key,
    impressions text,
    sheets text,
    updated_at integer not null
  ) strict;

  -- Jobs that the cloud had handed to a spool that was lost; settled_at: the printers were asked for their names.
  create table lost_job (
    job_id text primary key references job (id) on delete cascade,
    told_state text not null,
    at integer not null,
    settled_at integer
  ) strict;
`;
