/**
 * Owns what went wrong between us and a printer, below IPP. Must never stand for an IPP status: those are replies.
 */

/**
 * unreachable: no connection. timeout: connected, then silence. reset: the connection broke. tls: the handshake failed.
 * certificate: the printer shows another certificate than the one that is trusted. http: a status other than 200. protocol: a reply that is no IPP, or a document
 * that differs from the announced size. aborted: the caller's signal, or the client was closed.
 */
export type IppTransportErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'reset'
  | 'tls'
  | 'certificate'
  | 'http'
  | 'protocol'
  | 'aborted';

/**
 * How much of the request the printer may have. nothing: surely not one byte left this machine. part: some left,
 * the end surely did not. all: the end was handed to a connected socket, so the printer may have acted on it.
 */
export type SentPart = 'nothing' | 'part' | 'all';

/** SHA-256 of certificates in lower-case hexadecimal. */
export interface CertificateChange {
  known: string;
  shown: string;
}

/**
 * Why a printer that wants a proof got none that it takes. needed: there are no credentials. refused: they are wrong.
 * readable: the password would cross the network in readable form. unknown: it asks for a proof that can't be given here.
 */
export type LoginProblem = 'needed' | 'refused' | 'readable' | 'unknown';

/** What there is to say besides the sentence. */
export interface TransportErrorDetail {
  sent: SentPart;
  /** A byte of the request's document may have left this machine; false unless told. */
  hasDocumentLeft?: boolean | undefined;
  httpStatus?: number | undefined;
  /** The WWW-Authenticate of a 401. */
  challenge?: string | undefined;
  certificates?: CertificateChange | undefined;
  login?: LoginProblem | undefined;
  cause?: unknown;
}

/** Thrown by the client for everything that is not an IPP reply. */
export class IppTransportError extends Error {
  readonly kind: IppTransportErrorKind;
  readonly sent: SentPart;
  /** False: surely no byte of a document was handed to a socket, whatever left of the request in front of it. */
  readonly hasDocumentLeft: boolean;
  /** Set for kind `http`. */
  readonly httpStatus: number | undefined;
  /** Set for kind `http` with status 401. */
  readonly challenge: string | undefined;
  /** Set for kind `certificate`. */
  readonly certificates: CertificateChange | undefined;
  /** Set for kind `http` with status 401, once it is known what is missing. */
  readonly login: LoginProblem | undefined;

  constructor(kind: IppTransportErrorKind, message: string, detail: TransportErrorDetail) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'IppTransportError';
    this.kind = kind;
    this.sent = detail.sent;
    this.hasDocumentLeft = detail.hasDocumentLeft ?? false;
    this.httpStatus = detail.httpStatus;
    this.challenge = detail.challenge;
    this.certificates = detail.certificates;
    this.login = detail.login;
  }
}

const tlsCode = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** Sorts an error of the socket; `sent` decides between a printer that was never there and one that went away. */
export function transportErrorOf(
  error: unknown,
  detail: { what: string; sent: SentPart; hasDocumentLeft?: boolean },
): IppTransportError {
  const { what, sent, hasDocumentLeft } = detail;
  const { code = '', message, reason } = error as NodeJS.ErrnoException & { reason?: string };
  const kind = kindOf(error, code, sent);
  return new IppTransportError(kind, `${what}: ${reason || message || code || 'the connection failed'}`, {
    sent,
    hasDocumentLeft,
    cause: error,
    certificates: error instanceof IppTransportError ? error.certificates : undefined,
  });
}

function kindOf(error: unknown, code: string, sent: SentPart): IppTransportErrorKind {
  if (error instanceof IppTransportError) return error.kind;
  if (tlsCode.test(code)) return 'tls';
  if (code.startsWith('HPE_')) return 'protocol';
  return sent === 'nothing' ? 'unreachable' : 'reset';
}
