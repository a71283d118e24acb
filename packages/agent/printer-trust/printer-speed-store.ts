/**
 * How fast printers really are: pages a minute of their latest jobs, per printer and kind of media, kept in the spool. Owns the
 * table printer_speed. A job's time runs from the first byte of its document to the printer's word that it is done.
 */
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { mediaText } from '../sheets/sheet-text.ts';
import type { Spool } from '../spool/spool-db.ts';
import { medianSpeed, type PrinterSpeed } from './printer-speed-rules.ts';

/** Jobs of one kind that count; older ones go. */
const maxJobs = 20;

export type PrinterSpeeds = ReturnType<typeof createPrinterSpeeds>;

export function createPrinterSpeeds(spool: Spool) {
  const known = new Map<string, PrinterSpeed[]>();

  const read = (printerId: string): PrinterSpeed[] => {
    const sql = `select media_kind mediaKind, pages, duration_ms durationMs, at from printer_speed where printer_id = ? order by id`;
    const rows = spool
      .prepare<{ mediaKind: string; pages: number; durationMs: number; at: number }>(sql)
      .all(printerId);
    const kinds = Map.groupBy(rows, ({ mediaKind }) => mediaKind);
    return [...kinds].map(([mediaKind, jobs]) => ({
      mediaKind,
      pagesPerMinute: medianSpeed(jobs),
      jobs: jobs.length,
      asOfMs: Math.max(...jobs.map(({ at }) => at)),
    }));
  };

  return {
    /** One job that came out whole. */
    record(job: {
      printerId: string;
      media: PrintTicket['media'];
      pages: number;
      durationMs: number;
      atMs: number;
    }): void {
      const { printerId, pages, atMs } = job;
      const mediaKind = mediaText(job.media);
      const durationMs = Math.max(1, Math.round(job.durationMs));
      spool
        .prepare(
          'insert into printer_speed (printer_id, media_kind, pages, duration_ms, at) values (?, ?, ?, ?, ?)',
        )
        .run(printerId, mediaKind, pages, durationMs, atMs);
      spool
        .prepare(
          `delete from printer_speed where printer_id = ? and media_kind = ? and id not in
             (select id from printer_speed where printer_id = ? and media_kind = ? order by id desc limit ?)`,
        )
        .run(printerId, mediaKind, printerId, mediaKind, maxJobs);
      known.delete(printerId);
    },

    /** Per kind of media; empty while nothing was measured. */
    of(printerId: string): PrinterSpeed[] {
      const speeds = known.get(printerId) ?? read(printerId);
      known.set(printerId, speeds);
      return speeds;
    },
  };
}
