/**
 * REST: one route for each operation of the list. Owns how HTTP becomes a call and how answers and refusals become HTTP.
 * Must never know a feature.
 */
import { AppError, errorStatus } from '@platen/contracts/app-error';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Authenticate } from './auth.ts';
import type { Caller, Deps } from './context.ts';
import { execute, type Operation } from './operation.ts';
import { sendTagged } from './rest-etag.ts';
import { refuseLongBody, uploadFromRequest } from './rest-upload.ts';
import { sessionCookieOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Of JSON that holds a file in base64: about 12 MB of file. */
const jsonFileBytes = 16 * 1024 * 1024;

export interface RestParts {
  deps: Deps;
  authenticate: Authenticate;
  operations: readonly Operation[];
}

/** Adds a route for every operation with a `rest` entry. */
export function addRestRoutes(app: FastifyInstance, { deps, authenticate, operations }: RestParts): void {
  app.decorateRequest('caller', undefined);
  for (const operation of operations) {
    if (!operation.rest) continue;
    const { method, path } = operation.rest;
    const fromQuery = method === 'GET' || method === 'DELETE' ? queryReader(operation) : undefined;
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      ...(operation.takesFile && { bodyLimit: jsonFileBytes }),
      // The key is checked before a byte of the body is read.
      onRequest: async (request, reply) => {
        if (operation.access !== 'public') {
          request.caller = await authenticate(request.headers.authorization, request);
        }
        if (operation.takesFile) refuseLongBody(request, reply, deps.maxUploadBytes);
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
        });
        if (operation.etag) return await sendTagged(request, reply, output);
        return await reply.code(operation.effect === 'create' ? 201 : 200).send(output);
      },
    });
  }
}

/** A file may come inside JSON too, as over MCP. */
const isJson = ({ headers }: FastifyRequest): boolean =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

function bodyOf(operation: Operation, request: FastifyRequest): object {
  if (operation.takesFile && !isJson(request)) return {};
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new AppError('malformed', 'The body must be a JSON object.');
  }
  return body;
}

/** Query parameters are text; those whose schema is a number or a flag are read as such, the rest stays as it came. */
function queryReader(operation: Operation): (request: FastifyRequest) => object {
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string }>;
  };
  return (request) =>
    Object.fromEntries(
      Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [
        name,
        readParameter(value, properties[name]?.type),
      ]),
    );
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

/** Sends a refusal as the design says: the sentence alone in the body, the code in the header. */
export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  reply.code(error.status).header('Platen-Error', error.code);
  if (error.code === 'unauthenticated') reply.header('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', String(error.retryAfterSeconds));
    return reply.send({ error: error.sentence, retry_after_seconds: error.retryAfterSeconds });
  }
  return reply.send({ error: error.sentence });
}

/** Fastify's own refusals and every bug, as one of ours. What isn't the client's fault says nothing of its insides. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === errorStatus.too_large) {
    return new AppError('too_large', 'The request body is too large.');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError(
      'malformed',
      'Content-Type: must be application/json, or multipart/form-data where a file is uploaded.',
    );
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('malformed', `The request can't be read: ${(error as Error).message}.`);
  }
  return new AppError('internal', 'Something went wrong on our side. Nothing of this request was kept.');
}
