/** The spool's tables of printers as they are found, and their measured speed. A step that was released never changes. */
import { printerTrustTables } from './spool-migration-printer-trust.ts';

export const printerTables = `
  ${printerTrustTables}
`;
