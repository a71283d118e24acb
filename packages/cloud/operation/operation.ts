/**
 * An operation: one plain object that REST, MCP, OpenAPI and the command line all serve. Owns its type and the one path
 * by which any transport runs it: access, shape, idempotency, run.
 * Must never know a feature.
 */
import { AppError } from '@platen/contracts/app-error';
import type { z } from 'zod';
import type {
  Admin,
  AuditedContext,
  CallContext,
  Caller,
  Context,
  Deps,
  IncomingFile,
  SessionCookie,
  Staff,
} from '../context.ts';
import { networkOf } from '../http/client-network.ts';
import { insertAudit } from './audit-store.ts';
import { recallOutput, rememberOutput } from './idempotency.ts';
import { readInput } from './operation-input.ts';

/** What a call changes: `read` nothing; `create` and `pay` take an Idempotency-Key; `pay` moves money. */
export type Effect = 'read' | 'create' | 'update' | 'delete' | 'pay';

/** `public` needs no key. `customer` is any account; `operator` is a shop's staff; `admin` is both and more. */
export type Access = 'public' | 'customer' | 'operator' | 'admin';

/** A picture to be shown: what it is, and where its small JPEG is kept once `thumbnail` has made it. */
export interface ShownPicture {
  title: string;
  /** Throws AppError where there can't be one. */
  thumbnail(): Promise<{ sha256: string; bytes: number }>;
}

/** The sets of tools that a client can ask for, in the order in which they are told; each tool is in one. */
export const toolGroups = [
  'documents',
  'photos',
  'orders',
  'payments',
  'coupons',
  'addresses',
  'pre-orders',
  'shares',
  'after-sales',
  'regions',
  'prices',
  'profile',
  'restorations',
  'keys',
  'health',
  'reviews',
] as const;

/** An operation as an MCP tool, as far as its other fields don't say it. */
export interface OperationTool {
  group: (typeof toolGroups)[number];
  /** It belongs to the main flow as well: something to print, what it costs, the order, the money, the progress. */
  core?: boolean;
  /**
   * `structured`: the answer goes out as structuredContent too. `described`: and the list of tools says what is in it, which on every
   * tool would triple what a client has to read.
   */
  answer?: 'structured' | 'described';
  /** The tool whose list entry says what the same fields mean, so that this one need not say it again. */
  fieldsAs?: string;
  /** Where `effect` alone would say the wrong thing. */
  hints?: { destructive?: boolean; idempotent?: boolean };
  /** What is put in for arguments that are left out, where a whole answer would be more than an assistant reads. */
  defaults?: Record<string, string | number | boolean>;
  /** An answer that is too long comes in parts, or names the tool that has what was left out. */
  longAnswer?: 'in parts' | { see: string; inParts?: boolean };
}

/** An answer that is too long to be held: the JSON of `output`, made while it is sent. REST alone serves it, as a file to be kept. */
export class StreamedAnswer {
  readonly pieces: AsyncIterable<string>;
  readonly filename: string;

  constructor(pieces: AsyncIterable<string>, filename: string) {
    this.pieces = pieces;
    this.filename = filename;
  }
}

/** Where REST serves an operation; `{x}` in the path is the input field x. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
}

/** What is said of an operation, and what it does in a context of the kind `C`. */
interface Described<I extends z.ZodObject, O extends z.ZodType, C extends CallContext> {
  /** snake_case; for tools of the interface it is the tool's name. */
  name: string;
  /** A few words: the tool's title and the heading in the reference. */
  title: string;
  /** What it does, when to use it, what comes back, where its ids come from. Serves OpenAPI and MCP alike. */
  summary: string;
  /** Undefined: only MCP serves it. */
  rest?: RestRoute;
  /** What MCP needs to know beyond all this. Undefined: it is no MCP tool. */
  tool?: OperationTool;
  /** Over REST the body is multipart/form-data with a part named `file`, or JSON with the input. */
  takesFile?: boolean;
  /** The answer of its GET carries an ETag. When `run` returns the same object again, its JSON is made once. */
  etag?: boolean;
  input: I;
  output: O;
  /**
   * What the reference's examples send beside the required fields, or instead of their usual values. Ids are put in by the reference,
   * whatever stands here.
   */
  example?: Partial<z.input<I>>;
  /** The pictures that an answer speaks of, for who asks to see them (MCP). */
  pictures?(context: C, output: z.output<O>): Promise<ShownPicture[]>;
  /**
   * What a person is asked before it runs, where the transport can ask one (MCP): a question that yes answers.
   * Undefined when there is nothing to ask, as when `run` will refuse.
   */
  question?(context: C, input: z.output<I>): Promise<string | undefined>;
  run(context: C, input: z.output<I>): Promise<z.input<O>>;
}

/** What changes something by the hand of staff, and the kind of thing: `shop`, for targets such as `shop:<id>` in the audit log. */
interface Audited {
  effect: Exclude<Effect, 'read'>;
  audit: string;
}
interface Unaudited<E extends Effect = Effect> {
  effect: E;
  audit?: never;
}

/** Who may call decides what `run` gets: no caller, or one of that kind; and whether what it does is written to the audit log. */
type Definition<I extends z.ZodObject, O extends z.ZodType> =
  | (Described<I, O, Context<Caller | undefined>> & { access: 'public' } & Unaudited)
  | (Described<I, O, Context> & { access: 'customer' } & Unaudited)
  | (Described<I, O, Context<Staff>> & { access: 'operator' } & Unaudited<'read'>)
  | (Described<I, O, AuditedContext> & { access: 'operator' } & Audited)
  | (Described<I, O, Context<Admin>> & { access: 'admin' } & Unaudited<'read'>)
  | (Described<I, O, AuditedContext<Admin>> & { access: 'admin' } & Audited);

/** Any operation, as transports have it: `execute` gives each the context and the input that it asks for. */
export interface Operation extends Described<z.ZodObject, z.ZodType, CallContext> {
  access: Access;
  effect: Effect;
  audit?: string;
}

/** An operation that still knows its name, its address and its schemas to the letter: what clients are typed by. */
export interface TypedOperation<
  N extends string,
  R extends RestRoute | undefined,
  I extends z.ZodObject,
  O extends z.ZodType,
> extends Operation {
  name: N;
  rest: R;
  input: I;
  output: O;
}

/** Types an operation from its own schemas and its access; at run time it is the object itself. */
export function defineOperation<
  const N extends string,
  I extends z.ZodObject,
  O extends z.ZodType,
  const R extends RestRoute | undefined = undefined,
>(operation: Definition<I, O> & { name: N; rest?: R }): TypedOperation<N, R, I, O> {
  return operation as Definition<I, O> & { name: N; rest: R };
}

/** A call as a transport hands it over. `input` is what the client sent, not yet checked. */
export interface Call {
  caller: Caller | undefined;
  input: unknown;
  file?: IncomingFile | undefined;
  idempotencyKey?: string | undefined;
  clientAddress?: string | undefined;
  /** The browser's session; transports without cookies leave it out. */
  session?: () => SessionCookie;
  /** Transports that don't see a client go leave it out. */
  clientGone?: () => AbortSignal;
}

const ranks: Record<Access, number> = { public: 0, customer: 1, operator: 2, admin: 3 };

/** Throws unauthenticated or forbidden when the caller may not run the operation. */
function checkAccess(operation: Operation, caller: Caller | undefined): void {
  if (operation.access === 'public') return;
  if (!caller) throw keyMissing();
  if (ranks[caller.role] < ranks[operation.access]) {
    throw new AppError('forbidden', `Only ${operation.access} accounts may do this.`);
  }
}

/** The answer to a call without a key. */
export function keyMissing(): AppError {
  return new AppError(
    'unauthenticated',
    'An API key is needed: send the header "Authorization: Bearer <API_KEY>".',
  );
}

/** Checks, runs and answers one call. Throws AppError; anything else that is thrown is a bug. */
export async function execute(operation: Operation, deps: Deps, call: Call): Promise<unknown> {
  checkAccess(operation, call.caller);
  const input = readInput(operation.input, call.input);
  const key = call.idempotencyKey;
  if (key === undefined || (operation.effect !== 'create' && operation.effect !== 'pay') || !call.caller) {
    return await operation.run(contextOf(operation, deps, call), input);
  }
  return await executeOnce(operation, deps, { ...call, caller: call.caller, input, idempotencyKey: key });
}

/** The pictures of an answer that `execute` gave to this call; empty when the operation has none. */
export async function picturesOf(
  operation: Operation,
  deps: Deps,
  { call, output }: { call: Call; output: unknown },
): Promise<ShownPicture[]> {
  return (await operation.pictures?.(contextOf(operation, deps, call), output)) ?? [];
}

/** The operation's question about this call; undefined when it has none. Throws AppError as `execute` does. */
export async function questionBefore(
  operation: Operation,
  deps: Deps,
  call: Call,
): Promise<string | undefined> {
  checkAccess(operation, call.caller);
  return await operation.question?.(contextOf(operation, deps, call), readInput(operation.input, call.input));
}

/** What `run` gets: with `change` where it is audited, with `atomically` else. */
function contextOf(
  operation: Operation,
  deps: Deps,
  call: Call,
  atomically: Context['atomically'] = deps.database.transaction,
): Context<Caller | undefined> | (CallContext & Pick<AuditedContext, 'change'>) {
  const { caller, file, clientAddress = '', session = noSession, clientGone = neverGone } = call;
  const clientNetwork = networkOf(clientAddress);
  const context = { ...deps, caller, file, clientNetwork, session, clientGone };
  const { name, audit } = operation;
  if (audit === undefined || !caller) return { ...context, atomically };
  const change: AuditedContext['change'] = (work) =>
    atomically(async (tx) => {
      const { output, target, detail } = await work(tx);
      if (target !== undefined) {
        const entry = { caller, action: name, target: `${audit}:${target}`, detail, now: deps.now() };
        await insertAudit(tx, entry);
      }
      return output;
    });
  return { ...context, change };
}

const neverGone = (): AbortSignal => new AbortController().signal;

function noSession(): never {
  throw new AppError('forbidden', 'Sessions are for browsers, over REST.');
}

/** Its input is checked. */
type KeyedCall = Call & { caller: Caller; idempotencyKey: string; input: Record<string, unknown> };

/** The same key again gets the first answer again, also when both come at the same time or the first reply was lost. */
async function executeOnce(operation: Operation, deps: Deps, call: KeyedCall): Promise<unknown> {
  const file = call.file && receiveEarly(call.file);
  const received = await file?.received;
  const request = {
    accountId: call.caller.accountId,
    key: call.idempotencyKey,
    operation: operation.name,
    input: { ...call.input, file_sha256: received?.staged.sha256 },
  };
  try {
    const earlier = await recallOutput(deps, request);
    if (earlier !== undefined) return earlier;
    const atomically: Context['atomically'] = (work) =>
      deps.database.transaction(async (tx) => {
        const output = await work(tx);
        await rememberOutput(deps, tx, { ...request, output });
        return output;
      });
    return await operation.run(contextOf(operation, deps, { ...call, file }, atomically), call.input);
  } catch (error) {
    const raced = await recallOutput(deps, request);
    if (raced !== undefined) return raced;
    throw error;
  } finally {
    await received?.staged.discard();
  }
}

/** An idempotent upload is compared by its bytes, so they are read before it is known whether it is a repeat. */
function receiveEarly(file: IncomingFile) {
  const received = file.receive();
  return { received, receive: () => received };
}
