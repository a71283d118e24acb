/** The spool's tables of copies one by one, set-aside printers, decisions of people. A step that was released never changes. */

export const fenceTables = `
  select 1;
`;
