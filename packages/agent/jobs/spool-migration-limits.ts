/** The spool's tables of how much of the disk each file takes. A step that was released never changes. */

export const limitTables = `
  select 1;
`;
