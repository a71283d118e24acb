/** The spool's mark of sets that were found at a printer. A step that was released never changes. */

/** is_found: another copy of the spool had sent it, and may have sent others that nobody remembers. */
export const foundTables = `
  alter table submission add column is_found integer not null default 0;
`;
