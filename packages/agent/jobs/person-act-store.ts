/** The log of what people did, here or in the cloud: which act, on what, who, when, and what came of it. Rows are only added. */
import type { Spool } from '../spool/spool-db.ts';

export type ActOrigin = 'cloud' | 'console';

/** Each has its words in the log of the shop floor, as `person.decide`. */
export const personActNames = [
  'decide',
  'hold',
  'release',
  'retry',
  'cancel',
  'wait',
  'set-aside',
  'put-back',
  'rules',
  'move',
  'reorder',
  'pause',
  'resume',
  'run-now',
  'reprint',
] as const;

export interface PersonAct {
  act: (typeof personActNames)[number];
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
    /** The newest act on each subject, of the newest acts: so many are looked at. */
    listNewest(limit: number): Map<string, PersonAct> {
      const sql = `select act, subject, detail, origin, by_whom, outcome, at, max(id)
        from (select * from person_act order by id desc limit ?) group by subject`;
      const rows = spool.prepare<ActRow>(sql).all(limit);
      return new Map(rows.map((row) => [row.subject, actOf(row)]));
    },
    /** The newest first, of one subject where it is named. */
    list({ subject, limit }: { subject?: string; limit: number }): PersonAct[] {
      // Two statements: one for both would read the whole log for each job.
      const where = subject === undefined ? '' : 'where subject = ?';
      const sql = `select act, subject, detail, origin, by_whom, outcome, at from person_act ${where} order by id desc limit ?`;
      const statement = spool.prepare<ActRow>(sql);
      const rows = subject === undefined ? statement.all(limit) : statement.all(subject, limit);
      return rows.map(actOf);
    },
  };
}

const actOf = ({ act, subject, detail, origin, by_whom: byWhom, outcome, at: atMs }: ActRow): PersonAct => ({
  act,
  subject,
  detail,
  origin,
  byWhom,
  outcome,
  atMs,
});
