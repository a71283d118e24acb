/** Owns how broken constraints are recognised on both databases. */

/** True when `error` is a unique or primary-key violation (SQLite's extended codes, PostgreSQL's 23505). */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** True when `error` says that another row still refers to this one (SQLite's extended code, PostgreSQL's 23503). */
export function isReferenceViolation(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
}
