/**
 * What people have said lies in the trays of printers that don't tell: the only SQL of stated_paper. Owns that the newest word on a
 * place counts; whether it may be said is decided by printer-admin.ts.
 */
import type { Spool } from '../spool/spool-db.ts';
import type { StatedPaper } from './paper-rules.ts';

interface StatedRow {
  shop_printer_id: number;
  source: string;
  x_dimension: number;
  y_dimension: number;
  media_type: string;
  said_by: string;
  said_at: number;
}

export type StatedPaperStore = ReturnType<typeof createStatedPaperStore>;

export function createStatedPaperStore(spool: Spool) {
  /** Views of printers are made often, and words change seldom. */
  const byEntry = new Map<number, readonly StatedPaper[]>();
  const read = (entryId: number): readonly StatedPaper[] => {
    const sql = 'select * from stated_paper where shop_printer_id = ? order by source';
    return spool.prepare<StatedRow>(sql).all(entryId).map(statedOf);
  };

  return {
    list(entryId: number): readonly StatedPaper[] {
      const known = byEntry.get(entryId) ?? read(entryId);
      byEntry.set(entryId, known);
      return known;
    },
    set(entryId: number, { source, xHmm, yHmm, mediaType, by, atMs }: StatedPaper): void {
      const sql = `insert into stated_paper (shop_printer_id, source, x_dimension, y_dimension, media_type, said_by, said_at)
         values (?, ?, ?, ?, ?, ?, ?) on conflict (shop_printer_id, source) do update set
           x_dimension = excluded.x_dimension, y_dimension = excluded.y_dimension, media_type = excluded.media_type,
           said_by = excluded.said_by, said_at = excluded.said_at`;
      spool.prepare(sql).run(entryId, source ?? '', xHmm, yHmm, mediaType, by.slice(0, 100), atMs);
      byEntry.delete(entryId);
    },
    remove(entryId: number, source: string | undefined): void {
      const sql = 'delete from stated_paper where shop_printer_id = ? and source = ?';
      spool.prepare(sql).run(entryId, source ?? '');
      byEntry.delete(entryId);
    },
    /** It is another printer now: nothing is known of what lies in it. */
    clear(entryId: number): void {
      spool.prepare('delete from stated_paper where shop_printer_id = ?').run(entryId);
      byEntry.delete(entryId);
    },
  };
}

const statedOf = (row: StatedRow): StatedPaper => ({
  source: row.source === '' ? undefined : row.source,
  xHmm: row.x_dimension,
  yHmm: row.y_dimension,
  mediaType: row.media_type,
  by: row.said_by,
  atMs: row.said_at,
});
