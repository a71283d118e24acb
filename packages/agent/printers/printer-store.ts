/** What is remembered of printers between starts: who they are and what they can, so that a switched-off one is still known. */

import type { PrinterDescription } from '../ports/printer.ts';
import type { Spool } from '../spool/spool-db.ts';

export interface RememberedPrinter {
  printerId: string;
  description: PrinterDescription;
  asOfMs: number;
}

export type PrinterStore = ReturnType<typeof createPrinterStore>;

export function createPrinterStore(spool: Spool) {
  return {
    find(uri: string): RememberedPrinter | undefined {
      const row = spool
        .prepare<{ printer_id: string; description: string; as_of: number }>(
          'select printer_id, description, as_of from printer where uri = ?',
        )
        .get(uri);
      if (!row) return undefined;
      const description = JSON.parse(row.description) as PrinterDescription;
      return { printerId: row.printer_id, description, asOfMs: row.as_of };
    },
    /** The printer is at another address; what was known of that one is forgotten. */
    move(from: string, to: string): void {
      spool.transaction(() => {
        spool.prepare('delete from printer where uri = ?').run(to);
        spool.prepare('update printer set uri = ? where uri = ?').run(to, from);
      });
    },
    swap(one: string, other: string): void {
      spool.transaction(() => {
        spool.prepare('update printer set uri = ? where uri = ?').run('swapping:', one);
        spool.prepare('update printer set uri = ? where uri = ?').run(one, other);
        spool.prepare('update printer set uri = ? where uri = ?').run(other, 'swapping:');
      });
    },
    save(uri: string, printer: RememberedPrinter): void {
      const sql = `insert into printer (uri, printer_id, description, as_of) values (?, ?, ?, ?)
         on conflict (uri) do update set printer_id = excluded.printer_id,
           description = excluded.description, as_of = excluded.as_of`;
      spool.prepare(sql).run(uri, printer.printerId, JSON.stringify(printer.description), printer.asOfMs);
    },
  };
}
