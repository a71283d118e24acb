/** The spool's table of print-ready files as they were when they were made. A step that was released never changes. */

export const limitTables = `
  create table job_file (
    job_id text primary key references job (id) on delete cascade,
    path text not null,
    bytes integer not null,
    mtime_ms real not null,
    inode integer not null
  ) strict;
`;
