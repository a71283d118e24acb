/** The only SQL on pauses of printers. Owns how one is kept; which of them counts for a printer is in printer-pauses.ts. */
import type { Spool } from '../spool/spool-db.ts';

export interface StoredPause {
  /** The printer's number in the shop's list; 0: all printers. */
  entryId: number;
  by: string;
  sinceMs: number;
}

export function createPrinterPauseStore(spool: Spool) {
  return {
    list(): StoredPause[] {
      const sql = 'select shop_printer_id entryId, by_whom "by", since sinceMs from printer_pause';
      return spool.prepare<StoredPause>(sql).all();
    },
    insert({ entryId, by, sinceMs }: StoredPause): void {
      const sql = 'insert into printer_pause (shop_printer_id, by_whom, since) values (?, ?, ?)';
      spool.prepare(sql).run(entryId, by, sinceMs);
    },
    delete(entryId: number): void {
      spool.prepare('delete from printer_pause where shop_printer_id = ?').run(entryId);
    },
  };
}
