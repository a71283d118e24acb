/** The spool's tables of print windows, runs, and what waits for an approval. A step that was released never changes. */

export const scheduleTables = `
  create table schedule_edit (
    edit_id text primary key,
    version integer not null,
    document text not null,
    state text not null check (state in ('holds', 'replaced', 'lost')),
    taken_at integer not null
  ) strict;
  create unique index schedule_edit_holds on schedule_edit (state) where state = 'holds';
  create index schedule_edit_by_time on schedule_edit (taken_at);

  create table schedule_run (
    rule_id text not null,
    at integer not null,
    outcome text not null check (outcome in ('fired', 'fired_late', 'skipped', 'asked')),
    noted_at integer not null,
    up_to_position integer not null,
    primary key (rule_id, at)
  ) strict, without rowid;

  create table schedule_backlog (
    id text primary key,
    causes text not null,
    state text not null check (state in ('waiting', 'print_now', 'by_schedule')),
    paid_up_to integer,
    opened_at integer not null,
    decided_at integer,
    decided_by text,
    origin text
  ) strict;
  create unique index schedule_backlog_waiting on schedule_backlog (state) where state = 'waiting';

  create table schedule_job (
    job_id text primary key references job (id) on delete cascade,
    product text not null,
    due_at integer,
    paid_at integer not null,
    known_at integer not null,
    is_released integer not null default 0,
    backlog_id text references schedule_backlog (id),
    not_before integer
  ) strict, without rowid;
  create index schedule_job_by_backlog on schedule_job (backlog_id) where backlog_id is not null;

  create table schedule_mark (
    name text primary key,
    value text not null
  ) strict, without rowid;

  create table schedule_log (
    id integer primary key autoincrement,
    at integer not null,
    event text not null,
    actor text not null,
    detail text not null
  ) strict;
`;
