/**
 * Owns one HTTP exchange with a printer: message out, document streamed behind it, reply in, exactly one outcome.
 *
 * INVARIANTS
 * - The promise settles once; after it settles the document stream is closed and no timer is left.
 * - `sent` never understates: it turns from nothing to part when a connected socket takes the request, and from
 *   part to all when its last byte is handed over, not when it is acknowledged. A document of known size is all with the
 *   byte that makes it whole: a printer counts bytes, and does not wait for our end of the stream. `hasDocumentLeft` is true
 *   before the first byte of a document is handed over.
 * - Progress is what the other end has acknowledged, where the system tells: what lies in this machine has not moved.
 * - A refusal that comes before the document is read is the outcome; a success that comes early is kept until the
 *   document is through, for a success without the document is none.
 */
import http from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { createMessageReader, type IppDecodeError } from './ipp-codec.ts';
import type { IppMessage } from './ipp-message.ts';
import { isSuccess } from './ipp-tables.ts';
import {
  IppTransportError,
  type IppTransportErrorKind,
  type SentPart,
  type TransportErrorDetail,
  transportErrorOf,
} from './ipp-transport-error.ts';
import { readSendQueue } from './socket-queue.ts';

/** How far a document is on its way. */
export interface DocumentProgress {
  /** Bytes of the request that the operating system has taken. */
  handedBytes: number;
  /** Those of them that the other end's system has acknowledged, to within a slice; undefined where the system doesn't tell. */
  acknowledgedBytes: number | undefined;
  /** The document's last byte has been handed over. */
  isWhole: boolean;
  /** The other end is there, and takes nothing more for now. */
  isPeerFull: boolean;
}

/** Document data: opened once, streamed, never held. */
export interface IppDocument {
  stream: () => Readable;
  /** The exact size, sent as Content-Length; without it the request is chunked. */
  bytes?: number;
}

/** What to send and where. */
export interface ExchangeOptions {
  agent: http.Agent;
  host: string;
  port: number;
  path: string;
  headers: Record<string, string>;
  /** The encoded message. */
  head: Buffer;
  document?: IppDocument | undefined;
  /** For the reply, and for each progress of the document; with `onProgress` until the document begins, then `signal` ends it. */
  deadlineMs: number;
  /** Told of a document that takes its time, twice a second; whoever asks for it decides how long that may be. */
  onProgress?: ((progress: DocumentProgress) => void) | undefined;
  /** Called once when the last byte was handed to the operating system. */
  onHandedOver?: (() => void) | undefined;
  /**
   * Sends the headers alone and waits for the printer's word, so long at most (RFC 9110 section 10.1.1): what may be refused
   * for want of a proof is refused before the message leaves.
   */
  expectation?: { waitMs: number; onSilence: () => void } | undefined;
  /** Called once when the message itself begins to leave; before it, a refusal has cost nothing. */
  onMessageStarted?: (() => void) | undefined;
  signal: AbortSignal;
  /** The operation's name, for messages. */
  what: string;
}

const maxReplyBytes = 8 * 1024 * 1024;
/** A document goes to the system in pieces of this size: fine enough to see a printer that takes some 300 bytes a second. */
const sliceBytes = 32 * 1024;
const progressMs = 500;

function requestHeaders(options: ExchangeOptions): Record<string, string> {
  const { document, head } = options;
  const headers = options.expectation ? { ...options.headers, expect: '100-continue' } : options.headers;
  if (document && document.bytes === undefined) return { ...headers, 'transfer-encoding': 'chunked' };
  return { ...headers, 'content-length': String(head.length + (document?.bytes ?? 0)) };
}

/** Waits until the request takes more, or is over. */
const writable = (request: http.ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      request.off('drain', done);
      request.off('close', done);
      resolve();
    };
    request.on('drain', done);
    request.on('close', done);
  });

/** Waits until the printer wants the message, has said nothing for a while, or the request is over. */
const permission = (
  request: http.ClientRequest,
  { waitMs, onSilence }: NonNullable<ExchangeOptions['expectation']>,
  outcome: Outcome,
): Promise<void> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(timer);
      for (const event of ['continue', 'response', 'close']) request.off(event, done);
      outcome.progress();
      resolve();
    };
    for (const event of ['continue', 'response', 'close']) request.once(event, done);
    request.once('socket', () => {
      timer = setTimeout(() => {
        onSilence();
        done();
      }, waitMs);
    });
  });

/** How far an exchange has come, and its one outcome. */
interface Outcome {
  hasSocket: boolean;
  /** The end of the request was handed over. */
  isEnded: boolean;
  /** A byte of the document may have been handed over. */
  hasDocumentLeft: boolean;
  /** The document's last byte was handed over, by its announced size. */
  isWhole: boolean;
  reply: IppMessage | undefined;
  /** The HTTP body of the reply is over. */
  isReplyEnded: boolean;
  isSettled: boolean;
  source: Readable | undefined;
  /** Something moved: the deadline begins again. */
  progress(): void;
  /** The document begins. */
  documentStarts(): void;
  /** The system has taken so many bytes more. */
  handed(bytes: number): void;
  /** The last byte left this process. */
  handedOver(): void;
  succeed(message: IppMessage): void;
  fail(
    kind: IppTransportErrorKind,
    message: string,
    detail?: Omit<TransportErrorDetail, 'sent' | 'hasDocumentLeft'>,
  ): void;
  failOf(error: Error): void;
}

interface Settlers {
  resolve(message: IppMessage): void;
  reject(error: IppTransportError): void;
}

/** The bookkeeping that keeps the invariants: one outcome, one timer, and the truth about `sent`. */
function createOutcome(request: http.ClientRequest, options: ExchangeOptions, settlers: Settlers): Outcome {
  const { deadlineMs, signal, what } = options;
  const sent = (): SentPart =>
    !outcome.hasSocket ? 'nothing' : outcome.isEnded || outcome.isWhole ? 'all' : 'part';
  let handedBytes = 0;
  let acknowledgedBytes = 0;
  let heartbeat: NodeJS.Timeout | undefined;
  const cleanUp = (): void => {
    outcome.isSettled = true;
    clearTimeout(timer);
    clearInterval(heartbeat);
    signal.removeEventListener('abort', onAbort);
    outcome.source?.destroy();
  };
  const reject = (error: IppTransportError): void => {
    if (outcome.isSettled) return;
    // The answer is whole: what breaks behind it no longer matters.
    if (outcome.reply && outcome.isEnded) {
      outcome.succeed(outcome.reply);
      return;
    }
    cleanUp();
    request.destroy();
    settlers.reject(error);
  };
  const onAbort = (): void => outcome.fail('aborted', 'aborted');
  const look = (): DocumentProgress => {
    const queue = request.socket ? readSendQueue(request.socket as Socket) : undefined;
    acknowledgedBytes = Math.max(
      acknowledgedBytes,
      handedBytes - (queue?.unacknowledgedBytes ?? handedBytes),
    );
    const isPeerFull = queue?.isPeerFull ?? false;
    return {
      handedBytes,
      acknowledgedBytes: queue && acknowledgedBytes,
      isWhole: outcome.isWhole || outcome.isEnded,
      isPeerFull,
    };
  };
  const onDeadline = (): void => {
    const before = acknowledgedBytes;
    if (outcome.hasDocumentLeft && look().acknowledgedBytes !== undefined && acknowledgedBytes > before) {
      outcome.progress();
      return;
    }
    if (!outcome.hasSocket) outcome.fail('unreachable', `no connection in ${deadlineMs} ms`);
    else outcome.fail('timeout', `no ${outcome.isEnded ? 'reply' : 'progress'} in ${deadlineMs} ms`);
  };
  let isHandedOver = false;
  let timer = setTimeout(onDeadline, deadlineMs);
  signal.addEventListener('abort', onAbort);
  const outcome: Outcome = {
    hasSocket: false,
    isEnded: false,
    hasDocumentLeft: false,
    isWhole: false,
    isReplyEnded: false,
    isSettled: false,
    reply: undefined,
    source: undefined,
    progress() {
      if (outcome.isSettled || (options.onProgress && outcome.hasDocumentLeft)) return;
      clearTimeout(timer);
      timer = setTimeout(onDeadline, deadlineMs);
    },
    documentStarts() {
      const { onProgress } = options;
      if (outcome.hasDocumentLeft || outcome.isSettled) return;
      outcome.hasDocumentLeft = true;
      if (!onProgress) return;
      clearTimeout(timer);
      heartbeat = setInterval(() => onProgress(look()), progressMs);
    },
    handed(bytes) {
      handedBytes += bytes;
      outcome.progress();
    },
    handedOver() {
      if (outcome.isSettled || isHandedOver) return;
      isHandedOver = true;
      options.onHandedOver?.();
    },
    succeed(message) {
      if (outcome.isSettled) return;
      // A quick printer's reply can be seen before the last write is reported done.
      if (outcome.isEnded && isSuccess(message.code)) outcome.handedOver();
      cleanUp();
      // What is left of an unread document or reply would stand in front of the next request on this connection.
      if (!outcome.isEnded || !outcome.isReplyEnded) request.destroy();
      settlers.resolve(message);
    },
    fail: (kind, message, detail = {}) =>
      reject(
        new IppTransportError(kind, `${what}: ${message}`, {
          sent: sent(),
          hasDocumentLeft: outcome.hasDocumentLeft,
          ...detail,
        }),
      ),
    failOf: (error) =>
      reject(transportErrorOf(error, { what, sent: sent(), hasDocumentLeft: outcome.hasDocumentLeft })),
  };
  return outcome;
}

/** Performs one request and gives the decoded reply. Throws IppTransportError. */
export function exchange(options: ExchangeOptions): Promise<IppMessage> {
  return new Promise((resolve, reject) => {
    const { agent, host, port, path } = options;
    const headers = requestHeaders(options);
    const request = http.request({ agent, host, port, path, headers, method: 'POST' });
    const outcome = createOutcome(request, options, { resolve, reject });
    request.on('socket', () => {
      outcome.hasSocket = true;
      outcome.progress();
    });
    request.on('error', outcome.failOf);
    request.on('close', () => outcome.fail('reset', 'the printer closed the connection without a reply'));
    request.on('response', (response) => readReply(response, outcome));

    sendRequest(request, options, outcome).catch((error) =>
      outcome.fail('protocol', `the document can't be sent: ${error.message}`, { cause: error }),
    );
  });
}

/** Message and document, then the end of the request. Rejects when the document can't be read. */
async function sendRequest(
  request: http.ClientRequest,
  options: ExchangeOptions,
  outcome: Outcome,
): Promise<void> {
  if (options.expectation) await permission(request, options.expectation, outcome);
  if (outcome.isSettled) return;
  options.onMessageStarted?.();
  request.write(options.head, () => outcome.handed(options.head.length));
  const { document } = options;
  if (document) {
    const source = document.stream();
    outcome.source = source;
    await sendDocument({ request, source, bytes: document.bytes, outcome });
  }
  if (outcome.isSettled) return;
  outcome.isEnded = true;
  request.end(() => {
    outcome.progress();
    if (!request.errored) outcome.handedOver();
  });
  if (outcome.reply && outcome.isReplyEnded) outcome.succeed(outcome.reply);
}

interface DocumentFlow {
  request: http.ClientRequest;
  source: Readable;
  bytes: number | undefined;
  outcome: Outcome;
}

/** Streams the document with backpressure; throws when it can't be read or differs from its announced size. */
async function sendDocument(flow: DocumentFlow): Promise<void> {
  let total = 0;
  try {
    for await (const chunk of flow.source as AsyncIterable<Uint8Array>) {
      if (flow.outcome.isSettled) return;
      total += chunk.length;
      if (total > (flow.bytes ?? total))
        throw new Error(`it is larger than the announced ${flow.bytes} bytes`);
      for (let from = 0; from < chunk.length; from += sliceBytes) {
        if (flow.outcome.isSettled) return;
        const slice = chunk.subarray(from, from + sliceBytes);
        flow.outcome.documentStarts();
        if (total === flow.bytes && from + slice.length === chunk.length) flow.outcome.isWhole = true;
        if (!flow.request.write(slice, () => flow.outcome.handed(slice.length))) await writable(flow.request);
      }
    }
  } catch (error) {
    // Closing the source of a request that is over shows up here too, and is no error.
    if (!flow.outcome.isSettled) throw error;
  }
  if (!flow.outcome.isSettled && total < (flow.bytes ?? total))
    throw new Error(`it has ${total} of the announced ${flow.bytes} bytes`);
}

/** Reads a reply to its end, so that the connection can be used again. */
function readReply(response: http.IncomingMessage, outcome: Outcome): void {
  const { statusCode = 0 } = response;
  const type = response.headers['content-type'] ?? 'none';
  const reader = createMessageReader(maxReplyBytes);
  let isWhole = false;
  const decoding = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      const { message } = error as IppDecodeError;
      outcome.fail('protocol', `the reply is no IPP message: ${message}`, { cause: error });
    }
  };
  response.on('error', (error) => {
    outcome.fail('reset', `the reply was cut off: ${error.message}`, { cause: error });
  });
  if (statusCode !== 200) {
    const challenge = response.headers['www-authenticate'];
    outcome.fail('http', `the printer answered HTTP ${statusCode}`, { httpStatus: statusCode, challenge });
  } else if (!/^application\/ipp\s*(;|$)/i.test(type)) {
    outcome.fail('protocol', `the reply's content type is ${type}, not application/ipp`);
  }
  response.on('data', (chunk: Buffer) => {
    if (isWhole) return;
    decoding(() => {
      const read = reader.feed(chunk);
      if (!read) return;
      isWhole = true;
      outcome.reply = read.message;
      // A refusal needs no document; a success counts when the document is through.
      if (!outcome.isEnded && !isSuccess(read.message.code)) outcome.succeed(read.message);
    });
  });
  response.on('end', () => {
    decoding(() => reader.end());
    outcome.isReplyEnded = true;
    if (outcome.isEnded && outcome.reply) outcome.succeed(outcome.reply);
  });
}
