/**
 * The shop's printers as somebody set them up: the only SQL of shop_printer and its events. Owns that each change carries a
 * version, who and when; must never ask a printer anything.
 *
 * INVARIANTS
 * 1. Among printers that aren't removed an address stands once.
 * 2. A printer that gets another address takes its journal along, in the same transaction: a job under way is followed there.
 */
import type { Spool } from '../spool/spool-db.ts';
import { openStates } from '../submissions/submission-store.ts';

export type PrinterOrigin = 'configuration' | 'person' | 'discovery';

export interface ListedPrinter {
  id: number;
  uri: string;
  /** The URI of the configuration that it stands for. */
  configuredUri: string | undefined;
  origin: PrinterOrigin;
  /** printer-uuid that it answered with. */
  printerUuid: string | undefined;
  /** What a person calls it; empty: as it calls itself. */
  name: string;
  isEnabled: boolean;
  version: number;
  /** Empty: the agent itself. */
  changedBy: string;
  changedAtMs: number;
}

export interface PrinterEvent {
  event: string;
  detail: string;
  by: string;
  atMs: number;
}

interface ListRow {
  id: number;
  uri: string;
  configured_uri: string | null;
  origin: PrinterOrigin;
  printer_uuid: string | null;
  name: string;
  is_enabled: number;
  removed_at: number | null;
  version: number;
  changed_by: string;
  changed_at: number;
}

export interface NewPrinter {
  uri: string;
  origin: PrinterOrigin;
  configuredUri?: string;
  printerUuid?: string | undefined;
  name?: string;
  by: string;
}

type Changes = Partial<
  Pick<ListRow, 'uri' | 'configured_uri' | 'printer_uuid' | 'name' | 'is_enabled' | 'removed_at'>
>;

/** What is noted of an entry; each has its words in the log of the shop floor, as `printer.added`. */
export const printerListEvents = [
  'added',
  'renamed',
  'enabled',
  'disabled',
  'removed',
  'identified',
  'moved',
  'paper-said',
  'paper-forgotten',
  'certificate-accepted',
] as const;
type PrinterListEvent = (typeof printerListEvents)[number];

export type PrinterListStore = ReturnType<typeof createPrinterListStore>;

export function createPrinterListStore(spool: Spool, now: () => number) {
  const note = (id: number, event: PrinterListEvent, { detail = '', by = '' } = {}): void => {
    spool
      .prepare(
        'insert into shop_printer_event (shop_printer_id, event, detail, by_whom, at) values (?, ?, ?, ?, ?)',
      )
      .run(id, event, detail.slice(0, 1000), by, now());
  };

  const write = (id: number, changes: Changes, by: string): void => {
    const names = Object.keys(changes) as (keyof Changes)[];
    const set = names.map((name) => `${name} = ?, `).join('');
    spool
      .prepare(
        `update shop_printer set ${set}version = version + 1, changed_by = ?, changed_at = ? where id = ?`,
      )
      .run(...names.map((name) => changes[name] ?? null), by, now(), id);
  };

  const store = {
    list(): ListedPrinter[] {
      const sql = 'select * from shop_printer where removed_at is null order by id';
      return spool.prepare<ListRow>(sql).all().map(listedOf);
    },

    find(id: number): ListedPrinter | undefined {
      const row = spool
        .prepare<ListRow>('select * from shop_printer where id = ? and removed_at is null')
        .get(id);
      return row && listedOf(row);
    },

    findByUri: (uri: string): ListedPrinter | undefined => store.list().find((one) => one.uri === uri),

    /** A configured URI that a person has removed stays so until the configuration drops it. */
    isRemovedByPerson(configuredUri: string): boolean {
      const sql = `select 1 from shop_printer where configured_uri = ? and removed_at is not null and changed_by <> ''`;
      return spool.prepare(sql).get(configuredUri) !== undefined;
    },

    add({ uri, origin, configuredUri, printerUuid, name = '', by }: NewPrinter): number {
      return spool.transaction(() => {
        const { lastInsertRowid } = spool
          .prepare(
            `insert into shop_printer (uri, configured_uri, origin, printer_uuid, name, changed_by, changed_at, created_at)
             values (?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(uri, configuredUri ?? null, origin, printerUuid ?? null, name, by, now(), now());
        const id = Number(lastInsertRowid);
        note(id, 'added', { detail: uri, by });
        return id;
      });
    },

    rename: (id: number, name: string, by: string): void =>
      spool.transaction(() => {
        write(id, { name }, by);
        note(id, 'renamed', { detail: name, by });
      }),

    setEnabled: (id: number, isEnabled: boolean, by: string): void =>
      spool.transaction(() => {
        write(id, { is_enabled: Number(isEnabled) }, by);
        note(id, isEnabled ? 'enabled' : 'disabled', { by });
      }),

    remove: (id: number, by: string): void =>
      spool.transaction(() => {
        write(id, { removed_at: now() }, by);
        note(id, 'removed', { by });
      }),

    /** The configuration names this printer by this URI now; undefined: no longer. */
    setConfigured: (id: number, configuredUri: string | undefined): void =>
      write(id, { configured_uri: configuredUri ?? null }, ''),

    /** The configuration no longer names these: a person's removal of them is forgotten. */
    forgetRemovals(stillConfigured: readonly string[]): void {
      const sql = `select * from shop_printer where removed_at is not null and configured_uri is not null`;
      for (const row of spool.prepare<ListRow>(sql).all())
        if (!stillConfigured.includes(row.configured_uri as string))
          spool.prepare('update shop_printer set configured_uri = null where id = ?').run(row.id);
    },

    /** What it answered for the first time, or what a person accepted instead. */
    setIdentity: (id: number, printerUuid: string, by = ''): void =>
      spool.transaction(() => {
        write(id, { printer_uuid: printerUuid }, by);
        note(id, 'identified', { detail: printerUuid, by });
      }),

    /** New addresses of printers, all at once, so that two may change places. The journal goes with them. */
    move(moves: readonly { id: number; printerUuid: string; from: string; to: string }[]): void {
      spool.transaction(() => {
        for (const { id } of moves)
          spool.prepare('update shop_printer set uri = ? where id = ?').run(`moving:${id}`, id);
        for (const { id, from, to } of moves) {
          write(id, { uri: to }, '');
          note(id, 'moved', { detail: `${from} -> ${to}` });
        }
        for (const move of moves) store.takeJournal(move);
      });
    },

    /** What was ever submitted to this printer is looked for at its present address. */
    takeJournal({ printerUuid, to }: { printerUuid: string; to: string }): void {
      spool.prepare('update submission set printer_uri = ? where printer_uuid = ?').run(to, printerUuid);
    },

    /** True while something of ours is at this printer. */
    hasOpenWork(uri: string): boolean {
      const sql = `select 1 from submission where printer_uri = ? and state in ${openStates} limit 1`;
      return spool.prepare(sql).get(uri) !== undefined;
    },

    /** Newest first. */
    events(id: number, max = 50): PrinterEvent[] {
      const sql = `select event, detail, by_whom as "by", at as atMs from shop_printer_event
        where shop_printer_id = ? order by id desc limit ?`;
      return spool.prepare<PrinterEvent>(sql).all(id, max);
    },

    note,
  };
  return store;
}

const listedOf = (row: ListRow): ListedPrinter => ({
  id: row.id,
  uri: row.uri,
  configuredUri: row.configured_uri ?? undefined,
  origin: row.origin,
  printerUuid: row.printer_uuid ?? undefined,
  name: row.name,
  isEnabled: row.is_enabled === 1,
  version: row.version,
  changedBy: row.changed_by,
  changedAtMs: row.changed_at,
});
