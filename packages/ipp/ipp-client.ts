/**
 * Owns a request to a printer from attributes to reply: order of the operation attributes (RFC 8011 section 4.1.4),
 * ids, names of statuses. Every request settles exactly once. Must never decide what a status means, and never
 * repeats a request by itself, for the caller holds the print-once fence; alone the answer to a challenge is the same request
 * again, and never one whose document has begun to leave.
 */
import { createAuthenticator } from './ipp-authentication.ts';
import { encodeMessage } from './ipp-codec.ts';
import { type CertificateTrust, createConnectionPool, createMemoryTrust } from './ipp-connection.ts';
import { type DocumentProgress, type ExchangeOptions, exchange, type IppDocument } from './ipp-exchange.ts';
import {
  attributesOf,
  charset,
  groupTags,
  type IppAttributes,
  type IppGroup,
  type IppMessage,
  name,
  naturalLanguage,
  uri,
} from './ipp-message.ts';
import { getOperationId, statusName } from './ipp-tables.ts';
import { type IppCredentials, isLoopbackHost, readIppTarget } from './ipp-target.ts';
import { IppTransportError, type LoginProblem, type SentPart } from './ipp-transport-error.ts';

export type { DocumentProgress, IppDocument } from './ipp-exchange.ts';
export { IppTransportError } from './ipp-transport-error.ts';

/** How to reach one printer. */
export interface IppClientOptions {
  /** ipp://, ipps://, http:// or https://, with port and path; 631 when ipp or ipps names no port. May hold credentials. */
  uri: string;
  /** Longest wait for a connection, for a reply, and for the next progress of a document. */
  deadlineMs: number;
  /** Which certificate is the printer's; another one is an error of kind `certificate`. Unless told, the client trusts the first. */
  certificates?: CertificateTrust;
  /** Asked for every request, used when the printer asks for a proof (Basic, Digest); those of the URI unless told. */
  credentials?: () => IppCredentials | undefined;
  /** True allows Basic over a connection that is neither encrypted nor within this machine. */
  mayShowPassword?: () => boolean;
  /** The HTTP User-Agent; `Platen` unless told. */
  userAgent?: string;
  /** The requesting-user-name; `platen` unless told or given with a request. */
  userName?: string;
}

/** One operation to perform. */
export interface IppRequest {
  /** A registered operation name, for instance `Create-Job`. */
  operation: string;
  /** Operation attributes; charset, language, target and user are added in front. */
  attributes?: IppAttributes;
  /** Job template attributes (group 0x02). */
  jobAttributes?: IppAttributes;
  document?: IppDocument;
  /** Called once when the last byte of the request was handed to the operating system, before any reply is looked at. */
  onHandedOver?: () => void;
  /** See ExchangeOptions: with it a document has no deadline but the caller's `signal`. */
  onProgress?: (progress: DocumentProgress) => void;
  /** Overrides the client's deadline. */
  deadlineMs?: number;
  signal?: AbortSignal;
}

/** The printer's answer, successful or not. */
export interface IppReply {
  status: number;
  statusName: string;
  message: IppMessage;
}

/** A client of one printer. */
export interface IppClient {
  /** The printer-uri that requests carry. */
  readonly printerUri: string;
  /** Performs one operation. Throws IppTransportError when there is no IPP reply, TypeError on a bad request. */
  request(request: IppRequest): Promise<IppReply>;
  /** Ends every connection; requests under way fail with kind `aborted`. */
  close(): void;
}

/** charset, language, target, then the user, then the rest: RFC 8011 sections 4.1.4 and 4.1.5 fix this order. */
function operationGroup(request: IppRequest, defaults: { printerUri: string; userName: string }): IppGroup {
  const given = { ...request.attributes };
  const take = (key: string): IppAttributes => {
    const value = given[key];
    delete given[key];
    return value === undefined ? {} : { [key]: value };
  };
  const jobUri = take('job-uri');
  const target = Object.keys(jobUri).length > 0 ? jobUri : { 'printer-uri': uri(defaults.printerUri) };
  return {
    tag: groupTags.operation,
    attributes: attributesOf({
      'attributes-charset': charset('utf-8'),
      'attributes-natural-language': naturalLanguage('en'),
      ...take('attributes-charset'),
      ...take('attributes-natural-language'),
      ...target,
      ...take('printer-uri'),
      ...take('job-id'),
      'requesting-user-name': name(defaults.userName),
      ...take('requesting-user-name'),
      ...given,
    }),
  };
}

/** A request may be answered with a challenge, and its answer with a nonce that ran out meanwhile. */
const maxAttempts = 3;

/** How long a printer may take to say whether it wants a document. */
const usualContinueWaitMs = 1000;
/** For one that has said nothing: ippeveprinter keeps its 100 Continue to itself; a 401 it says at once. */
const silentContinueWaitMs = 100;

const sentRank: Record<SentPart, number> = { nothing: 0, part: 1, all: 2 };

/** Creates a client of one printer; connects when the first request comes. Throws TypeError on a bad URI. */
export function createIppClient(options: IppClientOptions): IppClient {
  const target = readIppTarget(options.uri);
  const { deadlineMs, certificates = createMemoryTrust() } = options;
  const pool = createConnectionPool({ ...target, deadlineMs, certificates });
  const userName = options.userName ?? 'platen';
  const closed = new AbortController();
  const credentials = (): IppCredentials | undefined => options.credentials?.() ?? target.credentials;
  const authenticator = createAuthenticator({
    credentials,
    mayBeReadable: () =>
      target.isTls || isLoopbackHost(target.host) || (options.mayShowPassword?.() ?? false),
    path: target.path,
  });
  const headers: Record<string, string> = {
    'content-type': 'application/ipp',
    accept: 'application/ipp',
    'user-agent': options.userAgent ?? 'Platen',
  };
  let requestId = 0;
  /** Undefined for a printer that refuses Expect. */
  let continueWaitMs: number | undefined = usualContinueWaitMs;
  const expectation = (): ExchangeOptions['expectation'] =>
    continueWaitMs === undefined
      ? undefined
      : {
          waitMs: continueWaitMs,
          onSilence: () => {
            continueWaitMs = silentContinueWaitMs;
          },
        };

  /** The same request again after a challenge that has an answer, or without the Expect that a printer didn't like. */
  const send = async (wanted: IppRequest, head: Buffer, signal: AbortSignal): Promise<IppMessage> => {
    const { host, port, path } = target;
    let sent: SentPart = 'nothing';
    let hasDocumentLeft = false;
    let isChallenged = false;
    for (let attempt = 1; ; attempt += 1) {
      const authorization = authenticator.authorization();
      let hasStarted = false;
      try {
        return await exchange({
          agent: pool.agent,
          host,
          port,
          path,
          head,
          signal,
          what: wanted.operation,
          document: wanted.document,
          onHandedOver: wanted.onHandedOver,
          onProgress: wanted.onProgress,
          headers: authorization === undefined ? headers : { ...headers, authorization },
          deadlineMs: wanted.deadlineMs ?? deadlineMs,
          expectation: wanted.document && credentials() && expectation(),
          onMessageStarted: () => {
            hasStarted = true;
          },
        });
      } catch (error) {
        if (!(error instanceof IppTransportError)) throw error;
        if (sentRank[error.sent] > sentRank[sent]) sent = error.sent;
        hasDocumentLeft ||= error.hasDocumentLeft;
        const answered = authorization !== undefined && (isChallenged || authorization.startsWith('Basic '));
        const problem = problemOf(error, answered);
        isChallenged = true;
        // Whoever got a document, or part of one, gets it once: what became of it is the caller's to find out.
        const isRepeatable = wanted.document === undefined || !hasStarted;
        if (problem || !isRepeatable || attempt === maxAttempts || signal.aborted)
          throw asOfAll(error, { sent, hasDocumentLeft }, problem || {});
      }
    }
  };

  /** False when the same request may succeed now; else what there is to say besides the error. */
  const problemOf = (error: IppTransportError, answered: boolean): ErrorAddition | false => {
    if (error.httpStatus === 417 && continueWaitMs !== undefined) {
      continueWaitMs = undefined;
      return false;
    }
    if (error.httpStatus !== 401) return {};
    const verdict = authenticator.challenged(error.challenge ?? '', { answered });
    return verdict.isAnswerable ? false : verdict;
  };

  const request = async (wanted: IppRequest): Promise<IppReply> => {
    // Request ids are positive 32-bit numbers (RFC 8011 section 4.1.2).
    requestId = requestId >= 0x7fffffff ? 1 : requestId + 1;
    const groups = [operationGroup(wanted, { printerUri: target.printerUri, userName })];
    if (wanted.jobAttributes)
      groups.push({ tag: groupTags.job, attributes: attributesOf(wanted.jobAttributes) });
    const code = getOperationId(wanted.operation);
    const head = encodeMessage({ version: [2, 0], code, requestId, groups });
    const signal = wanted.signal ? AbortSignal.any([closed.signal, wanted.signal]) : closed.signal;
    if (signal.aborted)
      throw new IppTransportError('aborted', `${wanted.operation} was aborted`, { sent: 'nothing' });
    const message = await send(wanted, head, signal);
    return { status: message.code, statusName: statusName(message.code), message };
  };

  return {
    printerUri: target.printerUri,
    request,
    close() {
      closed.abort();
      pool.close();
    },
  };
}

interface ErrorAddition {
  problem?: string;
  login?: LoginProblem;
}

/** The error of the last attempt, with what all attempts together may have left at the printer. */
function asOfAll(
  error: IppTransportError,
  { sent, hasDocumentLeft }: { sent: SentPart; hasDocumentLeft: boolean },
  { problem, login }: ErrorAddition,
): IppTransportError {
  const isSame = sent === error.sent && hasDocumentLeft === error.hasDocumentLeft;
  if (isSame && problem === undefined) return error;
  const { kind, httpStatus, challenge, certificates, cause } = error;
  const message = problem === undefined ? error.message : `${error.message}: ${problem}`;
  return new IppTransportError(kind, message, {
    sent,
    hasDocumentLeft,
    httpStatus,
    challenge,
    certificates,
    login,
    cause,
  });
}
