/** The spool's tables of copies one by one, set-aside printers, decisions of people. A step that was released never changes. */

export const fenceTables = `
  -- copies_done: came out for certain, by a printer that counts right or by a person's word. is_cut: sheets of one more may exist.
  alter table submission add column copies_done integer not null default 0;
  alter table submission add column is_cut integer not null default 0;
  alter table submission add column is_collated integer not null default 1;
  update submission set copies_done = copies where state = 'completed';

  alter table job add column copies_sure integer not null default 0;
  -- JSON of localDecision, once a person at the console has decided.
  alter table job add column decided text;

  -- What a printer's counts of completed jobs have shown: 'right', 'wrong', or null while nobody knows.
  create table printer_count (
    printer_id text primary key,
    impressions text,
    sheets text,
    updated_at integer not null
  ) strict;

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

  -- Everything that a person did to a job or a printer, from the cloud or from the console.
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

  -- Small facts about this spool: acked-seq, rules, generation, is-frozen.
  create table spool_fact (name text primary key, value text not null) strict;

  -- Jobs that ended long ago: all that is needed to know them again, so that they are never printed twice.
  create table job_past (
    id text primary key,
    state text not null,
    copies_printed integer not null,
    submitted integer not null,
    printer_id text,
    ended_at integer not null
  ) strict;
  create index job_past_by_time on job_past (ended_at);
  create index job_by_time on job (updated_at);
`;
