/** Small facts about the spool that must outlive a restart, by name. Owns their SQL; who writes a fact owns its meaning. */
import type { Spool } from './spool-db.ts';

export type FactName = 'acked-seq' | 'rules' | 'generation' | 'last-generation' | 'frozen-because';

export type FactStore = ReturnType<typeof createFactStore>;

export function createFactStore(spool: Spool) {
  return {
    find(name: FactName): string | undefined {
      return spool.prepare<{ value: string }>('select value from spool_fact where name = ?').get(name)?.value;
    },
    set(name: FactName, value: string): void {
      spool
        .prepare(
          'insert into spool_fact (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
        )
        .run(name, value);
    },
    remove(name: FactName): void {
      spool.prepare('delete from spool_fact where name = ?').run(name);
    },
  };
}
