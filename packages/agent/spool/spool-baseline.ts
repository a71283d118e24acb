/**
 * The spool's tables as a new agent gets them: jobs, what was submitted of them and what is known of paper, reports, printers, sheets,
 * the schedule, and what people did. Times are milliseconds since 1970 (`…_at`), flags are 0 or 1, JSON is text. May be edited
 * until there is a first release, and never again: later changes are later steps of spool-migrations.ts.
 */

/** A job in its order of arrival, its history, its files, and all that is needed to know it again once it is long over. */
const jobs = `
  -- position: in the order in which they came, which runs of the schedule let go; rank: the order in which they are printed.
  create table job (
    position integer primary key autoincrement,
    rank integer not null,
    id text not null unique,
    ticket text not null,
    sha256 text not null,
    needs text not null,
    state text not null,
    reason text not null default 'none',
    message text not null default '',
    copies integer not null,
    copies_printed integer not null default 0,
    copies_sure integer not null default 0,
    -- True once a sheet of it may have been handed to a printer.
    submitted integer not null default 0,
    printer_id text,
    prepared text,
    is_cleaned integer not null default 0,
    -- JSON of localDecision, once a person at the console has decided.
    decided text,
    -- Of a job that a person holds.
    held_by text,
    held_at integer,
    spooled_at integer not null,
    updated_at integer not null
  ) strict;
  create index job_by_state on job (state, needs, rank);
  create index job_by_rank on job (rank);
  create index job_by_sha256 on job (sha256, state);
  create index job_by_time on job (updated_at);
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

  -- The print-ready file as it was when it was made.
  create table job_file (
    job_id text primary key references job (id) on delete cascade,
    path text not null,
    bytes integer not null,
    mtime_ms real not null,
    inode integer not null
  ) strict;

  -- Every print-ready file made for a job; it has several when its printer changed.
  create table prepared_sheet (
    job_id text not null references job (id) on delete cascade,
    path text not null,
    primary key (job_id, path)
  ) strict;
  create index prepared_sheet_by_path on prepared_sheet (path);

  -- Jobs that the cloud had handed to a spool that was lost; settled_at: the printers were asked for their names.
  create table lost_job (
    job_id text primary key references job (id) on delete cascade,
    told_state text not null,
    at integer not null,
    settled_at integer
  ) strict;

  -- Jobs that ended long ago: what it takes never to print them twice.
  create table job_past (
    id text primary key,
    state text not null,
    copies_printed integer not null,
    submitted integer not null,
    printer_id text,
    ended_at integer not null
  ) strict;
  create index job_past_by_time on job_past (ended_at);
`;

/**
 * One attempt of one set at one printer. `copies_done` came out for certain, by a printer that counts right or by a person's word;
 * `is_cut`: sheets of one more may exist; `is_found`: another copy of the spool had sent it, and may have sent others that nobody
 * remembers. What counts are worth is known of a printer by its uuid, never of an address: 'right', 'wrong', or null while nobody knows.
 */
const submissions = `
  create table submission (
    id integer primary key autoincrement,
    job_id text not null references job (id),
    set_no integer not null,
    copies integer not null,
    copies_done integer not null default 0,
    is_cut integer not null default 0,
    is_collated integer not null default 1,
    is_found integer not null default 0,
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
    created_at integer not null,
    updated_at integer not null
  ) strict;
  create index submission_by_job on submission (job_id, set_no);
  create index submission_active on submission (printer_id)
    where state in ('intended', 'created', 'sending', 'refused', 'sent');

  create table printer_count (
    printer_uuid text primary key,
    impressions text,
    sheets text,
    updated_at integer not null
  ) strict;
`;

/** What the cloud hasn't acknowledged yet, and small facts about this spool: acked-seq, rules, generation, is-frozen. */
const reports = `
  create table report (
    seq integer primary key autoincrement,
    job_id text not null,
    body text not null
  ) strict;
  create index report_by_job on report (job_id);

  create table spool_fact (name text primary key, value text not null) strict;
`;

/**
 * Printers as they were last read, the durable list of them, how fast they are, which are set aside, what people have said lies in those
 * that don't tell, and what was answered to the cloud. `source`: media-source, empty where the printer names no trays. Lengths in
 * hundredths of a millimetre.
 */
const printers = `
  create table printer (
    uri text primary key,
    printer_id text not null,
    description text not null,
    as_of integer not null
  ) strict;

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

  create table stated_paper (
    shop_printer_id integer not null references shop_printer (id),
    source text not null,
    x_dimension integer not null,
    y_dimension integer not null,
    media_type text not null,
    said_by text not null,
    said_at integer not null,
    primary key (shop_printer_id, source)
  ) strict, without rowid;

  -- Printers that get nothing new by a person's word; 0: all of them.
  create table printer_pause (
    shop_printer_id integer primary key,
    by_whom text not null,
    since integer not null
  ) strict;

  create table printer_speed (
    id integer primary key autoincrement,
    printer_id text not null,
    media_kind text not null,
    pages integer not null,
    duration_ms integer not null,
    at integer not null
  ) strict;
  create index printer_speed_by_printer on printer_speed (printer_id, media_kind, id);

  create table printer_trial (
    printer_id text primary key,
    name text not null,
    failures integer not null,
    because text not null,
    set_aside_at integer,
    put_back_at integer,
    put_back_by text,
    updated_at integer not null
  ) strict;

  create table printer_request (
    id text primary key,
    answer text not null,
    at integer not null
  ) strict;
`;

/** How connections to printers are trusted. `credentials` is sealed (credential-seal.ts); fingerprints are SHA-256 of certificates in hexadecimal. */
const trust = `
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

/** Calibration and output profiles: every version is kept, the highest counts, and one without numbers, or without a profile, is a reset. */
const sheets = `
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

/** Print windows, runs, and what waits for an approval. One edit holds, and one backlog waits. */
const schedule = `
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
    -- 1: it need not wait for its run or window; 2: by a person's word, nor for the end of quiet hours.
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

/** Everything that a person did to a job or a printer, from the cloud or from the console. */
const people = `
  create table person_act (
    id integer primary key autoincrement,
    act text not null,
    subject text not null,
    detail text not null,
    origin text not null,
    by_whom text not null,
    outcome text not null,
    at integer not null
  ) strict;
  create index person_act_by_subject on person_act (subject, id);
`;

export const spoolBaseline: string = [
  jobs,
  submissions,
  reports,
  printers,
  trust,
  sheets,
  schedule,
  people,
].join('');
