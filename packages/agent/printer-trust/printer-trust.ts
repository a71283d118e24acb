/**
 * Which certificate each printer is known by, and how the agent proves itself to it. Owns the tables printer_trust and
 * printer_trust_event. Kept by address (host:port), for that is what a connection knows of its other end; a printer that moves
 * takes its trust along (`move`), so that another printer at a new address is never trusted on first use in its place.
 *
 * INVARIANTS
 * 1. A known certificate is replaced by a person alone, and by exactly the one that this person was shown.
 * 2. A password leaves this file in `credentials()` only: never in a list, an event or an error.
 */
import { readIppTarget } from '@platen/ipp/ipp-target';
import type { AgentEvent, AgentLog } from '../machine/agent-log.ts';
import type { PrinterAccess, PrinterCredentials } from '../ports/printer-access.ts';
import type { Spool } from '../spool/spool-db.ts';
import type { CredentialSeal } from './credential-seal.ts';

/** What a person may see of it. */
export interface PrinterTrustEntry {
  /** host:port. */
  address: string;
  /** The trusted certificate; undefined before the first connection by TLS. */
  fingerprint: string | undefined;
  trustedAtMs: number | undefined;
  /** Another certificate that the printer shows now, and that waits for somebody's word. */
  offered: string | undefined;
  offeredAtMs: number | undefined;
  username: string | undefined;
  mayShowPassword: boolean;
  version: number;
  /** Empty when nobody but the agent itself has changed it. */
  changedBy: string;
  changedAtMs: number;
}

/** Who changes what they saw in which version. */
export interface TrustChange {
  by: string;
  version: number;
}

/** stale: somebody, or the printer, has changed it since; look again. absent: nothing is known of this address. */
export type TrustOutcome = 'done' | 'stale' | 'absent';

export interface PrinterTrustDeps {
  spool: Spool;
  seal: CredentialSeal;
  /** Credentials from the configuration, by URI: used where nobody has set others. */
  configured?: ReadonlyMap<string, PrinterCredentials>;
  now: () => number;
  log: AgentLog;
}

export type PrinterTrust = ReturnType<typeof createPrinterTrust>;

interface TrustRow {
  address: string;
  fingerprint: string | null;
  trusted_at: number | null;
  offered: string | null;
  offered_at: number | null;
  credentials: string | null;
  may_show_password: number;
  version: number;
  changed_by: string;
  changed_at: number;
}

type Fields = Partial<Omit<TrustRow, 'address' | 'version' | 'changed_by' | 'changed_at'>>;

type WordOf<Event> = Event extends `printer-trust.${infer Word}` ? Word : never;
type TrustEvent = WordOf<AgentEvent>;

const addressOf = (uri: string): string => readIppTarget(uri).address;

export function createPrinterTrust({ spool, seal, configured = new Map(), now, log }: PrinterTrustDeps) {
  const fallback = new Map([...configured].map(([uri, credentials]) => [addressOf(uri), credentials]));

  const find = (address: string): TrustRow | undefined =>
    spool.prepare<TrustRow>('select * from printer_trust where address = ?').get(address);

  const note = (address: string, event: TrustEvent, { detail = '', by = '' } = {}): void => {
    spool
      .prepare('insert into printer_trust_event (address, event, detail, by_whom, at) values (?, ?, ?, ?, ?)')
      .run(address, event, detail, by, now());
    log('info', `printer-trust.${event}`, { address, detail, by });
  };

  /** Writes the fields of a row, which is made when it is not there. */
  const write = (address: string, fields: Fields, by: string): void => {
    spool
      .prepare(
        'insert into printer_trust (address, version, changed_at) values (?, 0, ?) on conflict do nothing',
      )
      .run(address, now());
    const names = Object.keys(fields) as (keyof Fields)[];
    const set = [...names, 'changed_by', 'changed_at'].map((field) => `${field} = ?`).join(', ');
    spool
      .prepare(`update printer_trust set ${set}, version = version + 1 where address = ?`)
      .run(...names.map((field) => fields[field] ?? null), by, now(), address);
  };

  /** A person's change of what this person saw. */
  const change = (
    uri: string,
    { by, version }: TrustChange,
    act: (row: TrustRow) => TrustOutcome,
  ): TrustOutcome => {
    if (by.trim() === '') throw new TypeError('by: must say who');
    return spool.transaction(() => {
      const row = find(addressOf(uri));
      if (!row) return 'absent';
      return row.version === version ? act(row) : 'stale';
    });
  };

  const openCredentials = (row: TrustRow | undefined): PrinterCredentials | undefined => {
    const text = row?.credentials ? seal.open(row.credentials, row.address) : undefined;
    return text === undefined ? undefined : (JSON.parse(text) as PrinterCredentials);
  };

  const entryOf = (row: TrustRow): PrinterTrustEntry => ({
    address: row.address,
    fingerprint: row.fingerprint ?? undefined,
    trustedAtMs: row.trusted_at ?? undefined,
    offered: row.offered ?? undefined,
    offeredAtMs: row.offered_at ?? undefined,
    username: (openCredentials(row) ?? fallback.get(row.address))?.username,
    mayShowPassword: row.may_show_password === 1,
    version: row.version,
    changedBy: row.changed_by,
    changedAtMs: row.changed_at,
  });

  return {
    /** What the adapter of this printer asks. Works until the spool is closed; then it knows nothing and trusts nobody. */
    accessTo(uri: string): PrinterAccess {
      const address = addressOf(uri);
      return {
        trustedCertificate: () => (spool.isOpen ? (find(address)?.fingerprint ?? undefined) : ''),
        trustCertificate(fingerprint) {
          spool.transaction(() => {
            write(address, { fingerprint, trusted_at: now(), offered: null, offered_at: null }, '');
            note(address, 'first-seen', { detail: fingerprint });
          });
        },
        refuseCertificate(fingerprint) {
          // Told at every attempt, and written once.
          if (!spool.isOpen || find(address)?.offered === fingerprint) return;
          spool.transaction(() => {
            write(address, { offered: fingerprint, offered_at: now() }, '');
            note(address, 'refused', { detail: fingerprint });
          });
        },
        credentials: () =>
          spool.isOpen ? (openCredentials(find(address)) ?? fallback.get(address)) : undefined,
        mayShowPassword: () => spool.isOpen && find(address)?.may_show_password === 1,
      };
    },

    /** Everything that is known, by address. */
    list(): PrinterTrustEntry[] {
      return spool.prepare<TrustRow>('select * from printer_trust order by address').all().map(entryOf);
    },

    /** Undefined when nothing is known of the printer at this URI. */
    find(uri: string): PrinterTrustEntry | undefined {
      const row = find(addressOf(uri));
      return row && entryOf(row);
    },

    /** Trusts the certificate that the printer shows now. `fingerprint` is the one that the person looked at. */
    accept(uri: string, fingerprint: string, by: TrustChange): TrustOutcome {
      return change(uri, by, (row) => {
        if (row.offered !== fingerprint) return 'stale';
        const trusted = { fingerprint, trusted_at: now(), offered: null, offered_at: null };
        write(row.address, trusted, by.by);
        note(row.address, 'accepted', { detail: `${row.fingerprint} -> ${fingerprint}`, by: by.by });
        return 'done';
      });
    },

    /** Forgets the certificate: the next one that the printer shows is trusted. */
    forget(uri: string, by: TrustChange): TrustOutcome {
      return change(uri, by, (row) => {
        write(row.address, { fingerprint: null, trusted_at: null, offered: null, offered_at: null }, by.by);
        note(row.address, 'forgotten', { detail: row.fingerprint ?? '', by: by.by });
        return 'done';
      });
    },

    /** Sets the credentials, or removes them. No version is asked for: a password can't be looked at before. */
    setCredentials(uri: string, credentials: PrinterCredentials | undefined, by: string): void {
      const address = addressOf(uri);
      const sealed = credentials ? seal.seal(JSON.stringify(credentials), address) : null;
      spool.transaction(() => {
        write(address, { credentials: sealed }, by);
        const event = credentials ? 'credentials-set' : 'credentials-removed';
        note(address, event, { detail: credentials?.username ?? '', by });
      });
    },

    /** Allows or forbids Basic without TLS. */
    allowReadablePassword(uri: string, isAllowed: boolean, by: string): void {
      const address = addressOf(uri);
      spool.transaction(() => {
        write(address, { may_show_password: isAllowed ? 1 : 0 }, by);
        note(address, isAllowed ? 'readable-allowed' : 'readable-forbidden', { by });
      });
    },

    /** A printer has another address now: certificate and credentials go with it, unless that address has its own. */
    move(fromUri: string, toUri: string): void {
      const [from, to] = [addressOf(fromUri), addressOf(toUri)];
      if (from === to) return;
      spool.transaction(() => {
        const row = find(from);
        if (!row || find(to)?.fingerprint) return;
        const credentials = openCredentials(row) ?? fallback.get(from);
        const sealed = credentials ? seal.seal(JSON.stringify(credentials), to) : null;
        const { fingerprint, trusted_at, may_show_password } = row;
        write(to, { fingerprint, trusted_at, may_show_password, credentials: sealed }, row.changed_by);
        note(to, 'moved', { detail: from });
      });
    },

    /** What happened to the trust in the printer at this URI, newest first. */
    events(uri: string, max = 100): { event: string; detail: string; by: string; atMs: number }[] {
      const sql =
        'select event, detail, by_whom as "by", at as atMs from printer_trust_event where address = ? order by id desc limit ?';
      return spool
        .prepare<{ event: string; detail: string; by: string; atMs: number }>(sql)
        .all(addressOf(uri), max);
    },
  };
}
