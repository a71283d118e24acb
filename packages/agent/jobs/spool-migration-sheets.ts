/** The spool's tables of calibration and output profiles of printers. A step that was released never changes. */

export const sheetTables = `
  select 1;
`;
