/**
 * Owns a request to a printer from attributes to reply: order of the operation attributes (RFC 8011 section 4.1.4),
 * ids, names of statuses. Every request settles exactly once. Must never decide what a status means, and never
 * repeats a request by itself: the caller holds the print-once fence.
 */
import { encodeMessage } from './ipp-codec.ts';
import { createConnectionPool } from './ipp-connection.ts';
import { exchange, type IppDocument } from './ipp-exchange.ts';
import {
  attributesOf,
  charset,
  GROUP,
  type IppAttributes,
  type IppGroup,
  type IppMessage,
  name,
  naturalLanguage,
  uri,
} from './ipp-message.ts';
import { getOperationId, statusName } from './ipp-tables.ts';
import { IppTransportError } from './ipp-transport-error.ts';

export type { IppDocument } from './ipp-exchange.ts';
export { IppTransportError } from './ipp-transport-error.ts';

/** How to reach one printer. */
export interface IppClientOptions {
  /** ipp://, ipps://, http:// or https://, with port and path; 631 when ipp or ipps names no port. */
  uri: string;
  /** Longest wait for a connection, for a reply, and for the next progress of a document. */
  deadlineMs: number;
  /** SHA-256 of the printer's certificate in hexadecimal; another certificate is an error of kind `tls`. */
  tlsFingerprint?: string;
  /** Told the certificate's fingerprint when none was pinned (trust on first use), before anything is sent. */
  onFingerprint?: (fingerprint: string) => void;
  /** HTTP Basic credentials, sent with every request. */
  credentials?: { username: string; password: string };
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

const IPP_PORT = 631;

interface Target {
  printerUri: string;
  isTls: boolean;
  host: string;
  port: number;
  path: string;
}

/** Splits a printer's URI; http(s) becomes ipp(s) in printer-uri (RFC 7472, RFC 3510). Throws TypeError. */
function targetOf(printerUri: string): Target {
  const match = /^(ipps?|https?):\/\//i.exec(printerUri);
  if (!match) throw new TypeError(`${printerUri}: must begin with ipp://, ipps://, http:// or https://`);
  const scheme = (match[1] as string).toLowerCase();
  const isIpp = scheme.startsWith('ipp');
  const isTls = scheme.endsWith('s');
  // The URL parser knows ports and paths of http alone.
  const url = new URL(`http${isTls ? 's' : ''}://${printerUri.slice(match[0].length)}`);
  const hasPort = /:\d+$/.test(printerUri.slice(match[0].length).split('/')[0] ?? '');
  const httpPort = isTls ? 443 : 80;
  const port = hasPort ? Number(url.port || httpPort) : isIpp ? IPP_PORT : httpPort;
  const path = `${url.pathname}${url.search}`;
  return {
    printerUri: `ipp${isTls ? 's' : ''}://${url.hostname}${port === IPP_PORT ? '' : `:${port}`}${path}`,
    isTls,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    path,
  };
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
    tag: GROUP.operation,
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

const authorizationOf = (credentials: { username: string; password: string }): string =>
  `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64')}`;

/** Creates a client of one printer; connects when the first request comes. Throws TypeError on a bad URI. */
export function createIppClient(options: IppClientOptions): IppClient {
  const target = targetOf(options.uri);
  const { deadlineMs, tlsFingerprint, onFingerprint } = options;
  const pool = createConnectionPool({ ...target, deadlineMs, tlsFingerprint, onFingerprint });
  const userName = options.userName ?? 'platen';
  const closed = new AbortController();
  let requestId = 0;

  const headers: Record<string, string> = {
    'content-type': 'application/ipp',
    accept: 'application/ipp',
    'user-agent': options.userAgent ?? 'Platen',
    ...(options.credentials ? { authorization: authorizationOf(options.credentials) } : {}),
  };

  const request = async (wanted: IppRequest): Promise<IppReply> => {
    // Request ids are positive 32-bit numbers (RFC 8011 section 4.1.2).
    requestId = requestId >= 0x7fffffff ? 1 : requestId + 1;
    const groups = [operationGroup(wanted, { printerUri: target.printerUri, userName })];
    if (wanted.jobAttributes) groups.push({ tag: GROUP.job, attributes: attributesOf(wanted.jobAttributes) });
    const code = getOperationId(wanted.operation);
    const head = encodeMessage({ version: [2, 0], code, requestId, groups });
    const signal = wanted.signal ? AbortSignal.any([closed.signal, wanted.signal]) : closed.signal;
    if (signal.aborted)
      throw new IppTransportError('aborted', `${wanted.operation} was aborted`, { sent: 'nothing' });
    const message = await exchange({
      ...{ agent: pool.agent, host: target.host, port: target.port, path: target.path, headers },
      ...{ head, document: wanted.document, onHandedOver: wanted.onHandedOver },
      ...{ deadlineMs: wanted.deadlineMs ?? deadlineMs, signal },
      what: wanted.operation,
    });
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
