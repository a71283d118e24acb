/** The log of what people did, here or in the cloud: which act, on what, who, when, and what came of it. Rows are only added. */
import type { Spool } from './spool-db.ts';

export type ActOrigin = 'cloud' | 'console';

export interface PersonAct {
  act: 'decide' | 'hold' | 'release' | 'retry' | 'cancel' | 'wait' | 'set-aside' | 'put-back' | 'rules';
  /** A job id, a printer id, or empty. */
  subject: string;
  detail: string;
  origin: ActOrigin;
  byWhom: string;
  outcome: string;
  atMs: number;
}

export type PersonActStore = ReturnType<typeof createPersonActStore>;

interface ActRow {
  act: PersonAct['act'];
  subject: string;
  detail: string;
  origin: ActOrigin;
  by_whom: string;
  outcome: string;
  at: number;
}

export function createPersonActStore(spool: Spool) {
  return {
    add(act: PersonAct): void {
      const sql = `insert into person_act (act, subject, detail, origin, by_whom, outcome, at) values (?, ?, ?, ?, ?, ?, ?)`;
      const { subject, detail, origin, byWhom, outcome, atMs } = act;
      spool.prepare(sql).run(act.act, subject, detail, origin, byWhom.slice(0, 100), outcome, atMs);
    },
    /** The newest first, of one subject where it is named. */
    list({ subject, limit }: { subject?: string; limit: number }): PersonAct[] {
      const sql = `select act, subject, detail, origin, by_whom, outcome, at from person_act
         where ? is null or subject = ? order by id desc limit ?`;
      const named = subject ?? null;
      return spool
        .prepare<ActRow>(sql)
        .all(named, named, limit)
        .map(({ by_whom: byWhom, at: atMs, ...row }) => ({ ...row, byWhom, atMs }));
    },
  };
}
