/**
 * Printers that get nothing new until a person lets them: one, or all with those that come later. Owns that this outlives restarts, and
 * that nothing but a person's word ends it. What is at a printer prints on.
 *
 * INVARIANTS
 * 1. A printer that is paused for itself stays so when all are resumed: whoever paused it had a reason of its own.
 * 2. A pause is ended by a word on that very pause.
 */
import type { Spool } from '../spool/spool-db.ts';
import { createPrinterPauseStore, type StoredPause } from './printer-pause-store.ts';
import type { PrinterView } from './printer-rules.ts';

export interface Pause {
  by: string;
  sinceMs: number;
}

export type PauseOutcome =
  | { kind: 'done' }
  /** It is paused already; or, with resume, by another pause than the one that was seen, or with all printers. */
  | { kind: 'paused'; pause: Pause; isAll: boolean }
  | { kind: 'not-paused' };

export type PrinterPauses = ReturnType<typeof createPrinterPauses>;

/** Stands for all printers where a number of the list is kept. */
const all = 0;

export function createPrinterPauses({ spool, onChange }: { spool: Spool; onChange: () => void }) {
  const store = createPrinterPauseStore(spool);
  const read = () => new Map(store.list().map((pause) => [pause.entryId, pause]));
  let paused = read();
  const changed = (): PauseOutcome => {
    // What was written counts only once it is on the disk, and nothing was if the transaction fails.
    spool.afterCommit(() => {
      paused = read();
      onChange();
    });
    return { kind: 'done' };
  };
  const bare = ({ by, sinceMs }: StoredPause): Pause => ({ by, sinceMs });

  return {
    /** `entryId` undefined: all printers. */
    pause(entryId: number | undefined, { by, sinceMs }: Pause): PauseOutcome {
      const id = entryId ?? all;
      const known = read().get(id);
      if (known) return { kind: 'paused', pause: bare(known), isAll: id === all };
      store.insert({ entryId: id, by: by.slice(0, 100), sinceMs });
      return changed();
    },

    /** `sinceMs`: the pause that the person saw; undefined: the one that there is. */
    resume(entryId: number | undefined, sinceMs: number | undefined): PauseOutcome {
      const id = entryId ?? all;
      const stored = read();
      const known = stored.get(id);
      if (!known) {
        const whole = stored.get(all);
        return whole ? { kind: 'paused', pause: bare(whole), isAll: true } : { kind: 'not-paused' };
      }
      if (sinceMs !== undefined && known.sinceMs !== sinceMs)
        return { kind: 'paused', pause: bare(known), isAll: id === all };
      store.delete(id);
      return changed();
    },

    /** Of all printers; undefined while they aren't. */
    findAll(): Pause | undefined {
      const known = paused.get(all);
      return known && bare(known);
    },

    /** The views with what is known of pauses: judgePrinters gives those nothing new. */
    mark: (views: PrinterView[]): PrinterView[] =>
      paused.size === 0
        ? views
        : views.map((view) => {
            const own = view.entryId === undefined ? undefined : paused.get(view.entryId);
            const found = own ?? paused.get(all);
            return found ? { ...view, paused: { ...bare(found), isAll: found.entryId === all } } : view;
          }),
  };
}
