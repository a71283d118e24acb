/**
 * Owns what went wrong between us and a printer, below IPP. Must never stand for an IPP status: those are replies.
 */

/**
 * unreachable: no connection. timeout: connected, then silence. reset: the connection broke. tls: the handshake or
 * the pinned certificate failed. http: a status other than 200. protocol: a reply that is no IPP, or a document
 * that differs from the announced size. aborted: the caller's signal, or the client was closed.
 */
export type IppTransportErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'reset'
  | 'tls'
  | 'http'
  | 'protocol'
  | 'aborted';

/**
 * How much of the request the printer may have. nothing: surely not one byte left this machine. part: some left,
 * the end surely did not. all: the end was handed to a connected socket, so the printer may have acted on it.
 */
export type SentPart = 'nothing' | 'part' | 'all';

/** Thrown by the client for everything that is not an IPP reply. */
export class IppTransportError extends Error {
  readonly kind: IppTransportErrorKind;
  readonly sent: SentPart;
  /** Set for kind `http`. */
  readonly httpStatus: number | undefined;

  constructor(
    kind: IppTransportErrorKind,
    message: string,
    detail: { sent: SentPart; httpStatus?: number; cause?: unknown },
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'IppTransportError';
    this.kind = kind;
    this.sent = detail.sent;
    this.httpStatus = detail.httpStatus;
  }
}

const tlsCode = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** Sorts an error of the socket; `sent` decides between a printer that was never there and one that went away. */
export function transportErrorOf(
  error: unknown,
  detail: { what: string; sent: SentPart },
): IppTransportError {
  const { what, sent } = detail;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const kind = kindOf(error, code, sent);
  return new IppTransportError(kind, `${what}: ${message || code || 'the connection failed'}`, {
    sent,
    cause: error,
  });
}

function kindOf(error: unknown, code: string, sent: SentPart): IppTransportErrorKind {
  if (error instanceof IppTransportError) return error.kind;
  if (tlsCode.test(code)) return 'tls';
  if (code.startsWith('HPE_')) return 'protocol';
  return sent === 'nothing' ? 'unreachable' : 'reset';
}
