/**
 * The schedule that holds at this agent, and every edit that came before it. Owns which of two edits wins; must never decide about
 * jobs.
 *
 * INVARIANTS
 * 1. An edit is on the disk before it holds.
 * 2. The edit that lost is kept and can be shown; nothing that a person entered disappears without a word.
 */
import { randomUUID } from 'node:crypto';
import {
  contentOf,
  firstSchedule,
  type ScheduleDocument,
  scheduleContent,
  winnerOf,
} from '@platen/contracts/schedule/schedule-document';
import { type CompiledSchedule, compileSchedule } from '@platen/contracts/schedule/schedule-rules';
import type { AgentLog } from '../machine/agent-log.ts';
import type { Spool } from '../spool/spool-db.ts';
import { readCron } from './cron-reader.ts';
import type { ScheduleStore, StoredEdit } from './schedule-store.ts';

/** A refusal that a person reads. */
export class ScheduleRefusal extends Error {}

export interface ScheduleEdits {
  readonly document: ScheduleDocument;
  readonly compiled: CompiledSchedule;
  /** What the cloud has. `agent`: ours holds, and the cloud should hear of it. */
  takeFromCloud(theirs: ScheduleDocument): 'same' | 'agent' | 'cloud';
  /**
   * A person's edit at the console. `version` is what they saw. Throws ScheduleRefusal with a sentence when it can't be, or when
   * somebody else was faster.
   */
  save(content: unknown, who: { by: string; version: number }): ScheduleDocument;
  list(limit: number): StoredEdit[];
}

export function createScheduleEdits(deps: {
  spool: Spool;
  store: ScheduleStore;
  now: () => number;
  log: AgentLog;
  onChange: () => void;
}): ScheduleEdits {
  const { spool, store, now, log, onChange } = deps;
  let document = store.findHolding() ?? firstSchedule;
  let compiled = compileOrHold(document, log);

  const hold = (next: ScheduleDocument, before: 'replaced' | 'lost') => {
    spool.transaction(() => {
      store.endHolding(before);
      store.insertEdit({ document: next, state: 'holds', takenAtMs: now() });
      store.addLog({
        atMs: now(),
        event: 'schedule.changed',
        actor: next.edited_by,
        detail: { version: next.version, origin: next.origin, replaces: document.edit_id, was: before },
      });
    });
    document = next;
    compiled = compileOrHold(next, log);
    log('info', 'schedule.changed', { version: next.version, origin: next.origin, by: next.edited_by });
    onChange();
  };

  return {
    get document() {
      return document;
    },
    get compiled() {
      return compiled;
    },
    takeFromCloud(theirs) {
      const winner = winnerOf({ atAgent: document, atCloud: theirs });
      if (winner === 'cloud') {
        const isRace = theirs.version === document.version;
        if (isRace) log('warn', 'schedule.lost', { version: document.version, by: document.edited_by });
        hold(theirs, isRace ? 'lost' : 'replaced');
      }
      return winner;
    },
    save(content, { by, version }) {
      const read = scheduleContent.safeParse(content);
      if (!read.success) {
        const [issue] = read.error.issues;
        throw new ScheduleRefusal(`${issue?.path.join('.')}: ${issue?.message}`);
      }
      const made = compileSchedule(read.data, readCron);
      if (typeof made === 'string') throw new ScheduleRefusal(made);
      if (version !== document.version) {
        throw new ScheduleRefusal(
          `version: the schedule was changed by ${document.edited_by} meanwhile (version ${document.version}). Look at it and save again.`,
        );
      }
      hold(
        {
          ...read.data,
          version: version + 1,
          edit_id: randomUUID(),
          edited_by: by.slice(0, 100),
          edited_at: new Date(now()).toISOString(),
          origin: 'console',
        },
        'replaced',
      );
      return document;
    },
    list: (limit) => store.listEdits(limit),
  };
}

/**
 * A schedule that this program can't read (time zone data went missing, say) lets nothing go: a person must look, for printing
 * at the wrong time can't be taken back.
 */
function compileOrHold(document: ScheduleDocument, log: AgentLog): CompiledSchedule {
  const compiled = compileSchedule(contentOf(document), readCron);
  if (typeof compiled !== 'string') return compiled;
  log('error', 'schedule.unreadable', { version: document.version, because: compiled });
  const closed = compileSchedule(contentOf(firstSchedule), readCron) as CompiledSchedule;
  const [shop] = closed.rules;
  return {
    ...closed,
    rules: [{ ...(shop as (typeof closed.rules)[number]), plan: { mode: 'runs', runs: [] } }],
  };
}
