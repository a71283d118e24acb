/** The steps that a spool goes through, each once and as a whole. Owns their order; a step that was released must never change. */
import { spoolBaseline } from './spool-baseline.ts';

/** Step n brings the spool from version n to n + 1; the next one stands in `spool-migration-NOUN.ts`. */
export const spoolMigrations: readonly string[] = [spoolBaseline];
