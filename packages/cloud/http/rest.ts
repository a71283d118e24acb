/**
 * REST: one route for each operation of the list. Owns how HTTP becomes a call and how answers and refusals become HTTP.
 * Must never know a feature.
 */
import { Readable } from 'node:stream';
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller, Deps } from '../context.ts';
import { execute, type Operation, StreamedAnswer } from '../operation/operation.ts';
import { isJson, smallBodyBytes } from './body-memory.ts';
import { sendTagged } from './entity-tag.ts';
import { wrongType } from './http-refusals.ts';
import { checkBodyLength, uploadFromRequest } from './rest-upload.ts';
import { type BrowserRequest, sessionCookieOf } from './session-cookie.ts';
import type { UploadRoom } from './upload-room.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Of JSON of those who are known; others have what is small (body-memory.ts). */
const jsonBytes = 1024 * 1024;
/** Of JSON that holds a file in base64: about 12 MB of file. */
const jsonFileBytes = 16 * 1024 * 1024;

/**
 * Who calls. Throws unauthenticated with what is wrong: missing, unknown, revoked, expired or disabled. A session is taken from
 * `browser` only: transports that leave it out accept keys alone. Throws forbidden for what another site's page sent.
 */
export type Authenticate = (authorization: string | undefined, browser?: BrowserRequest) => Promise<Caller>;

export interface RestParts {
  deps: Deps;
  authenticate: Authenticate;
  operations: readonly Operation[];
  room: UploadRoom;
}

/** Adds a route for every operation with a `rest` entry. */
export function addRestRoutes(
  app: FastifyInstance,
  { deps, authenticate, operations, room }: RestParts,
): void {
  app.decorateRequest('caller', undefined);
  for (const operation of operations) {
    if (!operation.rest) continue;
    const { method, path } = operation.rest;
    const fromQuery = method === 'GET' || method === 'DELETE' ? queryReader(operation) : undefined;
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: operation.takesFile
        ? jsonFileBytes
        : operation.access === 'public'
          ? smallBodyBytes
          : jsonBytes,
      // The key is checked before a byte of the body is read.
      onRequest: async (request, reply) => {
        if (operation.access !== 'public') {
          request.caller = await authenticate(request.headers.authorization, request);
        }
        if (!operation.takesFile) return;
        checkBodyLength(request, reply, deps.maxUploadBytes);
        await room.enter(request, reply, request.caller?.accountId ?? '');
      },
      handler: async (request, reply) => {
        const output = await execute(operation, deps, {
          caller: request.caller,
          input: {
            ...(fromQuery ? fromQuery(request) : bodyOf(operation, request)),
            ...(request.params as object),
          },
          file: operation.takesFile && !isJson(request) ? uploadFromRequest(request, deps) : undefined,
          idempotencyKey: idempotencyKeyOf(request),
          clientAddress: request.ip,
          session: () => sessionCookieOf(request, reply, deps.publicUrl()),
          clientGone: () => clientGoneOf(reply),
        });
        if (output instanceof StreamedAnswer) return await sendStreamed(reply, output);
        if (operation.etag) return await sendTagged(request, reply, output);
        return await reply.code(operation.effect === 'create' ? 201 : 200).send(output);
      },
    });
  }
}

/** Made no faster than it is read: what is not asked for is not made. What fails on the way breaks the answer off, so that no half passes for a whole. */
async function sendStreamed(
  reply: FastifyReply,
  { pieces, filename }: StreamedAnswer,
): Promise<FastifyReply> {
  return await reply
    .type('application/json; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${filename}"`)
    .header('Cache-Control', 'no-store')
    .send(Readable.from(pieces, { objectMode: false, highWaterMark: streamedAheadBytes }));
}

const streamedAheadBytes = 64 * 1024;

/** Aborted when the connection ends before its answer; once everything is answered it says nothing any more. */
function clientGoneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.closed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

function bodyOf(operation: Operation, request: FastifyRequest): object {
  if (!isJson(request) && request.headers['content-type'] !== undefined) {
    if (operation.takesFile) return {};
    // Parsers that other routes need would pass a form over in silence, and what was meant would not be done.
    if (request.body === undefined && hasBody(request)) throw wrongType();
  }
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new AppError('malformed', 'The body must be a JSON object.');
  }
  return body;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Query parameters are text; those whose schema is a number or a flag are read as such, the rest stays as it came. */
function queryReader(operation: Operation): (request: FastifyRequest) => object {
  const properties = propertiesOf(operation);
  return (request) =>
    Object.fromEntries(
      Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [
        name,
        readParameter(value, properties[name]?.type),
      ]),
    );
}

type Properties = Record<string, { type?: string }>;
const knownProperties = new WeakMap<Operation, Properties>();

/** Of its input, made once: an operation is the same in every cloud of a process. */
function propertiesOf(operation: Operation): Properties {
  const known = knownProperties.get(operation);
  if (known) return known;
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
  const properties = (schema.properties ?? {}) as Properties;
  knownProperties.set(operation, properties);
  return properties;
}

function readParameter(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('malformed', 'Idempotency-Key: must be 1 to 200 visible ASCII characters.');
  }
  return key;
}
