/**
 * Owns what the virtual printer has in it and what ails it: the paper in each tray, the ink, a pause, a jam, an open door, and
 * the reasons it reports for them (RFC 8011 section 5.4.12, PWG 5100.9). Jobs wait here until their paper can move.
 */
import { createPaperTrays, type PaperTrays, type Tray } from './printer-media.ts';
import { fullSupplies, type Supply, supplyReasons } from './printer-supplies.ts';

/** What a jam does to the job whose sheet is stuck: it goes on when the paper is out, or it is given up. */
export type JamEnd = 'goes-on' | 'aborts';

/** Why a job can't go on right now, as printer-state-reasons. */
export interface PrinterCondition {
  /** Milliseconds a page takes. */
  pageMs: number;
  /** The next job to start aborts. */
  failsNext: boolean;
  readonly paper: PaperTrays;
  readonly supplies: readonly Supply[];
  readonly isPaused: boolean;
  readonly isJammed: boolean;
  setPaper(source: string, paper: 'empty' | 'loaded'): void;
  /** Puts other paper into a tray, or takes out what is in it. Throws TypeError on an unknown tray. */
  load(source: string, medium: Omit<Tray, 'source'> | undefined): void;
  /** Per cent. Throws TypeError on a colour that the printer has not. */
  setSupply(color: string, level: number): void;
  setPaused(isPaused: boolean): void;
  setJammed(isJammed: boolean): void;
  setDoor(isOpen: boolean): void;
  /** The paper jams when so many more impressions are out. */
  jamAfter(impressions: number, end: JamEnd): void;
  /** An impression came out. True when the paper jams now and the job is given up. */
  impressionOut(): boolean;
  /** Empty when a page for one of these trays can be printed now; undefined: no job is looked at. */
  blockersFor(trays: readonly Tray[] | undefined): string[];
  /** printer-state-reasons, given the blockers of the job in progress. */
  reasons(blockers: string[]): string[];
  /** Resolves at the next change of any of this. */
  changed(): Promise<void>;
  /** When it last changed, in milliseconds since 1970. */
  readonly changedAt: number;
  /** Wakes whoever waits: a job was added or cancelled, or the printer closes. */
  touch(): void;
}

/** What a printer is made of. */
export interface ConditionOptions {
  trays: readonly Tray[];
  pageMs: number;
  isColor: boolean;
}

/** A healthy printer with paper in every tray. */
export function createCondition({ trays, pageMs, isColor }: ConditionOptions): PrinterCondition {
  const paper = createPaperTrays(trays);
  const supplies = fullSupplies(isColor);
  let waiting: (() => void)[] = [];
  let jam: { left: number; end: JamEnd } | undefined;
  const now = { isPaused: false, isJammed: false, isDoorOpen: false, changedAt: Date.now() };

  const touch = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const change = (changes: Partial<typeof now> = {}): void => {
    Object.assign(now, changes, { changedAt: Date.now() });
    touch();
  };
  const blockersFor = (wanted: readonly Tray[] | undefined): string[] => {
    const blockers: string[] = [];
    if (now.isPaused) blockers.push('paused');
    if (now.isJammed) blockers.push('media-jam-error');
    if (now.isDoorOpen) blockers.push('door-open-error');
    blockers.push(...supplyReasons(supplies).filter((reason) => reason.endsWith('-error')));
    if (wanted?.length === 0) blockers.push('media-needed-error');
    else if (wanted?.every((tray) => paper.isEmpty(tray)))
      blockers.push('media-empty-error', 'media-needed-error');
    return blockers;
  };

  return {
    pageMs,
    failsNext: false,
    paper,
    supplies,
    get isPaused() {
      return now.isPaused;
    },
    get isJammed() {
      return now.isJammed;
    },
    get changedAt() {
      return now.changedAt;
    },
    setPaper(source, state) {
      paper.fill(source, state === 'loaded');
      change();
    },
    load(source, medium) {
      paper.load(source, medium);
      change();
    },
    setSupply(color, level) {
      const supply = supplies.find((each) => each.color === color);
      if (!supply) throw new TypeError(`there is no ${color} ink`);
      supply.level = level;
      change();
    },
    setPaused: (isPaused) => change({ isPaused }),
    setJammed: (isJammed) => change({ isJammed }),
    setDoor: (isDoorOpen) => change({ isDoorOpen }),
    jamAfter(impressions, end) {
      jam = { left: impressions, end };
    },
    impressionOut() {
      if (!jam) return false;
      jam.left -= 1;
      if (jam.left > 0) return false;
      const isGivenUp = jam.end === 'aborts';
      jam = undefined;
      change({ isJammed: true });
      return isGivenUp;
    },
    blockersFor,
    reasons(blockers) {
      const isEmptyNoticed = paper.hasEmpty() && !blockers.includes('media-empty-error');
      const warnings = isEmptyNoticed ? ['media-empty-warning'] : [];
      const reasons = new Set([
        ...blockersFor(undefined),
        ...blockers,
        ...supplyReasons(supplies),
        ...warnings,
      ]);
      return reasons.size > 0 ? [...reasons] : ['none'];
    },
    changed: () => new Promise((resolve) => waiting.push(resolve)),
    touch,
  };
}
