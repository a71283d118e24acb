/**
 * The list of migrations. Each runs once, in the order of its number, all that are due in one transaction; a released one is never edited.
 * The next one is `migration-0002-NOUN.ts`, whose `up` changes what the baseline made.
 */
import type { Migration } from 'kysely/migration';
import * as baseline from './migration-0001-baseline.ts';

export const migrations: Record<string, Migration> = {
  '0001-baseline': baseline,
};
