/** The spool's tables of printers as they are found, and their measured speed. A step that was released never changes. */

export const printerTables = `
  select 1;
`;
