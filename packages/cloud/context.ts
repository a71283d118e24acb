/**
 * What an operation gets: who calls, and everything it may touch. Owns these shapes; holds no logic.
 */
import type { Currency } from '@platen/contracts/money';
import type { ImagingWork } from '@platen/imaging/pool/imaging-pool';
import type { PhoneCountries } from './accounts/account-phone.ts';
import type { Role } from './accounts/account-tables.ts';
import type { Database, Tx } from './db/database.ts';
import type { Log } from './log.ts';
import type { FileStore, StagedFile } from './ports/files.ts';
import type { PaymentProviders } from './ports/payments.ts';
import type { RemoteNetwork } from './ports/remote-network.ts';
import type { SmsSender } from './ports/sms.ts';

/** What the whole process shares. Tests build it with their own clock, database and folders. */
export interface Deps {
  database: Database;
  files: FileStore;
  payments: PaymentProviders;
  imaging: ImagingWork;
  log: Log;
  now: () => number;
  currency: Currency;
  maxUploadBytes: number;
  /** What an account may keep of uploads, unless an admin gave it another quota. */
  accountQuotaBytes: number;
  /** How long a new order waits to be paid. */
  unpaidOrderMs: number;
  /** How long events are kept that stand in no history. */
  eventLifeMs: number;
  /** For files that are given by address. Undefined: this service fetches none. */
  remoteNetwork: RemoteNetwork | undefined;
  startedAt: number;
  /** The origin that clients see, without a slash at the end: for the addresses in answers. */
  publicUrl: () => string;
  /** Known to this cloud's processes alone; keys for signatures are derived from it (cloud-secret.ts). */
  secret: Buffer;
  sms: SmsSender;
  /** Whose numbers may log in. */
  phoneCountries: PhoneCountries;
}

/** An account that calls, by its role. */
interface CallerAs<R extends Role> {
  accountId: string;
  role: R;
  shopId: string | null;
  /** The API key of this call; undefined when a session of the website made it. */
  keyId?: string;
  sessionId?: string;
}

export type Admin = CallerAs<'admin'>;
/** Who works for a shop, and admins. */
export type Staff = CallerAs<'operator'> | Admin;
export type Caller = CallerAs<'customer'> | Staff;

/** The browser's session: the cookie that came, and how to give it another. */
export interface SessionCookie {
  /** What the browser sent, unchecked. */
  token: string | undefined;
  /** What the browser calls itself; at most 200 characters. */
  device: string;
  set(token: string): void;
  clear(): void;
}

/** A file that came with the call: read once, when the operation asks for it. */
export interface IncomingFile {
  receive(): Promise<{ staged: StagedFile; filename: string | undefined }>;
}

/** A call, whoever made it. */
export interface CallContext<Who extends Caller | undefined = Caller | undefined> extends Deps {
  /** Undefined where no key is needed: over REST nobody is asked for one there. */
  caller: Who;
  file: IncomingFile | undefined;
  /** Throws forbidden when a page of another site asks, and when the call didn't come over REST. */
  session(): SessionCookie;
  /** Aborted when whoever called is gone before the answer: for work that takes long and that nobody else waits for. */
  clientGone(): AbortSignal;
  /** The client's network (client-network.ts), for limits and nothing else; empty when a call comes from inside. */
  clientNetwork: string;
}

/** What an operation gets: the call of somebody who is known, unless it says otherwise. */
export interface Context<Who extends Caller | undefined = Caller> extends CallContext<Who> {
  /**
   * Runs the one transaction of an operation that creates or pays; what it returns is the operation's output.
   * With an Idempotency-Key the output is stored in that same transaction, so that a repeat gets it again.
   */
  atomically<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** What was changed, for the audit log, with what the change gives. */
export interface AuditedChange<T> {
  output: T;
  /** Which one of the kind that the operation's `audit` names: an id, a code. Undefined: nothing was changed, and nothing is noted. */
  target: string | undefined;
  /** What is new, as it was asked for; must hold no secrets. */
  detail: unknown;
}

/** What an operation of staff gets that changes something. */
export interface AuditedContext<Who extends Staff = Staff> extends CallContext<Who> {
  /** The operation's one transaction, as `atomically`; the row of the audit log is written in it, after the work. */
  change<T>(work: (tx: Tx) => Promise<AuditedChange<T>>): Promise<T>;
}
