/**
 * Owns the HTTP side of the virtual printer: reads the IPP message off a POST, leaves the document behind it
 * unread, checks what RFC 8011 section 4.1 demands of every request, and sends the answer. Must never know what an
 * operation does.
 */
import type http from 'node:http';
import { createMessageReader, encodeMessage, IppDecodeError } from '@platen/ipp/ipp-codec';
import {
  attributesOf,
  charset,
  findAttribute,
  groupTags,
  type IppAttribute,
  type IppGroup,
  type IppMessage,
  naturalLanguage,
  text,
  valueText,
} from '@platen/ipp/ipp-message';
import { getStatusCode, operationName } from '@platen/ipp/ipp-tables';

/** A request whose attributes are in; the document, if any, is still on the wire. */
export interface IppIncoming {
  message: IppMessage;
  operation: IppGroup;
  /** The document's bytes as they arrive; ends with an error when the client breaks off. */
  document: AsyncIterable<Buffer>;
}

/** The answer of an operation; `successful-ok` and no groups unless told. */
export interface IppAnswer {
  status?: string;
  statusMessage?: string;
  groups?: IppGroup[];
}

/** Answers requests by operation name; an operation that is missing here is not supported. */
export type IppHandlers = Record<string, (incoming: IppIncoming) => Promise<IppAnswer> | IppAnswer>;

/** Ends an operation with an IPP status other than success. */
export class IppRefusal extends Error {
  readonly status: string;
  readonly unsupported: IppAttribute[];
  constructor(status: string, message: string, unsupported: IppAttribute[] = []) {
    super(message);
    this.status = status;
    this.unsupported = unsupported;
  }
}

function answerBytes(request: IppMessage, answer: IppAnswer): Buffer {
  const attributes = attributesOf({
    'attributes-charset': charset('utf-8'),
    'attributes-natural-language': naturalLanguage('en'),
    ...(answer.statusMessage ? { 'status-message': text(answer.statusMessage) } : {}),
  });
  const [major] = request.version;
  return encodeMessage({
    version: major === 1 ? [1, 1] : [2, 0],
    code: getStatusCode(answer.status ?? 'successful-ok'),
    requestId: request.requestId,
    groups: [{ tag: groupTags.operation, attributes }, ...(answer.groups ?? [])],
  });
}

const fail = (message: string): never => {
  throw new IppRefusal('client-error-bad-request', message);
};

/** What RFC 8011 sections 4.1.1, 4.1.4 and 4.1.8 demand before any operation is looked at. */
function checkRequest(message: IppMessage): IppGroup {
  if (message.version[0] !== 1 && message.version[0] !== 2)
    throw new IppRefusal(
      'server-error-version-not-supported',
      `IPP/${message.version.join('.')} is not spoken here`,
    );
  if (message.requestId < 1) fail('request-id: must be positive');
  const [operation] = message.groups;
  if (operation?.tag !== groupTags.operation) return fail('the operation attributes are missing');
  const [first, second] = operation.attributes;
  if (first?.name !== 'attributes-charset') fail('attributes-charset: must come first');
  if (second?.name !== 'attributes-natural-language') fail('attributes-natural-language: must come second');
  const wantedCharset = first?.values[0] ? (valueText(first.values[0]) ?? '').toLowerCase() : '';
  if (wantedCharset !== 'utf-8' && wantedCharset !== 'us-ascii')
    throw new IppRefusal(
      'client-error-charset-not-supported',
      `attributes-charset: ${wantedCharset} is not supported`,
    );
  if (!findAttribute(operation, 'printer-uri') && !findAttribute(operation, 'job-uri'))
    fail('printer-uri: is missing');
  return operation;
}

async function handle(
  handlers: IppHandlers,
  read: { message: IppMessage; document: AsyncIterable<Buffer> },
): Promise<IppAnswer> {
  try {
    const operation = checkRequest(read.message);
    const handler = handlers[operationName(read.message.code)];
    if (!handler)
      throw new IppRefusal(
        'server-error-operation-not-supported',
        `${operationName(read.message.code)} is not supported`,
      );
    return await handler({ ...read, operation });
  } catch (error) {
    if (!(error instanceof IppRefusal)) throw error;
    const groups =
      error.unsupported.length > 0 ? [{ tag: groupTags.unsupported, attributes: error.unsupported }] : [];
    return { status: error.status, statusMessage: error.message, groups };
  }
}

/** Reads the message at the front of a body. Throws IppDecodeError. */
async function readMessage(
  chunks: AsyncIterator<Buffer>,
): Promise<{ message: IppMessage; document: AsyncGenerator<Buffer> }> {
  const reader = createMessageReader();
  for (;;) {
    const chunk = await chunks.next();
    if (chunk.done) {
      reader.end();
      throw new IppDecodeError('the body is empty', 0);
    }
    const read = reader.feed(chunk.value);
    if (!read) continue;
    async function* document(rest: Buffer): AsyncGenerator<Buffer> {
      if (rest.length > 0) yield rest;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    }
    return { message: read.message, document: document(read.rest) };
  }
}

/** Serves one POST of application/ipp. Never throws: a client that goes away is nobody's error. */
export async function serveIpp(
  handlers: IppHandlers,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    const read = await readMessage(chunks);
    const answer = await handle(handlers, read);
    const body = answerBytes(read.message, answer);
    response.writeHead(200, { 'content-type': 'application/ipp', 'content-length': body.length });
    response.end(body);
  } catch (error) {
    if (!response.headersSent && !response.destroyed) {
      const status = error instanceof IppDecodeError ? 400 : 500;
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`${(error as Error).message}\n`);
    }
  }
  // What a refused client still sends is read and thrown away, so that it can read the refusal.
  await chunks.return?.();
  request.on('error', () => {});
  request.resume();
}
