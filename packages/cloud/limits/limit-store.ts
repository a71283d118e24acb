/** The SQL of limits: thresholds that were changed, and how much of each is taken. */
import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { RateLimitTable } from './limit-tables.ts';

export async function findRateLimit(db: Query | Tx, name: string): Promise<RateLimitTable | undefined> {
  return await db.selectFrom('rate_limits').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function listRateLimits(db: Query | Tx): Promise<RateLimitTable[]> {
  return await db.selectFrom('rate_limits').selectAll().execute();
}

export async function upsertRateLimit(tx: Tx, row: RateLimitTable): Promise<void> {
  const { max, window_seconds, updated_at } = row;
  await tx
    .insertInto('rate_limits')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ max, window_seconds, updated_at }))
    .execute();
}

/** Back to the default. */
export async function deleteRateLimit(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('rate_limits').where('name', '=', name).execute();
}

/** Forgets what was counted under a threshold: marks of one say nothing under another. */
export async function deleteMarksOf(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('limit_marks').where('name', '=', name).execute();
}

export interface LimitMark {
  name: string;
  subject: string;
  stepMs: number;
  windowMs: number;
  now: number;
}

/** Takes one in one statement. True when there was room; false, and nothing changed, when there was none. */
export async function takeMark(db: Query, mark: LimitMark): Promise<boolean> {
  const { name, subject, stepMs, windowMs, now } = mark;
  // Values stay out of the text, which is prepared once; PostgreSQL would take a sum of parameters for small numbers.
  const whole = (value: number) => sql<number>`cast(${value} as bigint)`;
  const { rows } = await sql<{ full_until: number }>`
    insert into limit_marks (name, subject, full_until)
    values (${name}, ${subject}, ${whole(now + stepMs)})
    on conflict (name, subject) do update
      set full_until = case when limit_marks.full_until > ${whole(now)} then limit_marks.full_until else ${whole(now)} end
        + ${whole(stepMs)}
      where limit_marks.full_until <= ${whole(now + windowMs - stepMs)}
    returning full_until`.execute(db);
  return rows.length > 0;
}

export async function findMark(
  db: Query,
  { name, subject }: { name: string; subject: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('limit_marks')
    .select('full_until')
    .where('name', '=', name)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.full_until;
}

/** Two clocks, or one that was set, differ by so much: nothing that counts no longer than this is left behind. */
const clockSlackMs = 1000;

/** Gives one back: the attempt turned out to be none. */
export async function giveMarkBack(
  db: Query,
  { name, subject, stepMs, now }: { name: string; subject: string; stepMs: number; now: number },
): Promise<void> {
  await db
    .updateTable('limit_marks')
    .set((e) => ({
      full_until: e
        .case()
        .when(e('full_until', '-', stepMs), '<=', now + clockSlackMs)
        .then(0)
        .else(e('full_until', '-', stepMs))
        .end(),
    }))
    .where('name', '=', name)
    .where('subject', '=', subject)
    .execute();
}

/** Removes what counts no more. */
export async function deleteOldMarks(db: Query, now: number): Promise<void> {
  await db.deleteFrom('limit_marks').where('full_until', '<', now).execute();
}
