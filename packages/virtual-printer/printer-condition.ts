/**
 * Owns what ails the virtual printer: empty trays, a pause, a jam, and the reasons it reports for them (RFC 8011
 * section 5.4.12, PWG 5100.9). Jobs wait here until their paper can move.
 */
import type { Tray } from './printer-media.ts';

/** Why a job can't go on right now, as printer-state-reasons. */
export interface PrinterCondition {
  /** Milliseconds a page takes. */
  pageMs: number;
  /** The next job to start aborts. */
  failsNext: boolean;
  isPaused: boolean;
  isJammed: boolean;
  isTrayEmpty(tray: Tray): boolean;
  setPaper(source: string, paper: 'empty' | 'loaded'): void;
  setPaused(isPaused: boolean): void;
  setJammed(isJammed: boolean): void;
  /** Empty when a page for one of these trays can be printed now. */
  blockersFor(trays: readonly Tray[]): string[];
  /** printer-state-reasons, given the blockers of the job in progress. */
  reasons(blockers: string[]): string[];
  /** Resolves at the next change of any of this. */
  changed(): Promise<void>;
  /** When it last changed, in milliseconds since 1970. */
  changedAt: number;
  /** Wakes whoever waits: a job was added or cancelled, or the printer closes. */
  touch(): void;
}

/** A healthy printer with paper in every tray. */
export function createCondition(trays: readonly Tray[], pageMs: number): PrinterCondition {
  const empty = new Set<string>();
  let waiting: (() => void)[] = [];

  const condition: PrinterCondition = {
    pageMs,
    failsNext: false,
    isPaused: false,
    isJammed: false,
    changedAt: Date.now(),
    isTrayEmpty: (tray) => empty.has(tray.source),
    setPaper(source, paper) {
      const named = trays.filter((tray) => source === 'all' || tray.source === source);
      if (named.length === 0) throw new TypeError(`there is no tray ${source}`);
      for (const tray of named) paper === 'empty' ? empty.add(tray.source) : empty.delete(tray.source);
      change();
    },
    setPaused(isPaused) {
      condition.isPaused = isPaused;
      change();
    },
    setJammed(isJammed) {
      condition.isJammed = isJammed;
      change();
    },
    blockersFor(wanted) {
      const blockers: string[] = [];
      if (condition.isPaused) blockers.push('paused');
      if (condition.isJammed) blockers.push('media-jam-error');
      if (wanted.length > 0 && wanted.every((tray) => empty.has(tray.source)))
        blockers.push('media-empty-error', 'media-needed-error');
      return blockers;
    },
    reasons(blockers) {
      const own = condition.blockersFor([]);
      const isEmptyNoticed = empty.size > 0 && !blockers.includes('media-empty-error');
      const reasons = new Set([...own, ...blockers, ...(isEmptyNoticed ? ['media-empty-warning'] : [])]);
      return reasons.size > 0 ? [...reasons] : ['none'];
    },
    changed: () => new Promise((resolve) => waiting.push(resolve)),
    touch() {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
  function change(): void {
    condition.changedAt = Date.now();
    condition.touch();
  }
  return condition;
}
