/** The spool's tables of print windows, runs, and what waits for an approval. A step that was released never changes. */

export const scheduleTables = `
  select 1;
`;
