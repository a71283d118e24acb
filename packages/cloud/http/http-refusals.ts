/**
 * Refusals over HTTP: the one form in which every request is refused, also one that reaches no route. Owns that form, the
 * log line of a bug, and that neither says more than it should.
 */
import { AppError, errorStatus } from '@platen/contracts/app-error';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import type { Deps } from '../context.ts';
import { setCommonHeaders } from './security-headers.ts';

/** Sends a refusal as the design says: the sentence alone in the body, the code in the header. */
function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  reply.code(error.status).header('Platen-Error', error.code);
  if (error.code === 'unauthenticated') reply.header('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', String(error.retryAfterSeconds));
    return reply.send({ error: error.sentence, retry_after_seconds: error.retryAfterSeconds });
  }
  return reply.send({ error: error.sentence });
}

/** The refusal of a body of another kind. */
export const wrongType = (): AppError =>
  new AppError(
    'malformed',
    'Content-Type: must be application/json, or multipart/form-data where a file is uploaded.',
  );

/** Fastify's own refusals and every bug, as one of ours. What isn't the client's fault says nothing of its insides. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === errorStatus.too_large) {
    return new AppError('too_large', 'The request body is too large.');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongType();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('malformed', `The request can't be read: ${(error as Error).message}.`);
  }
  return new AppError('internal', 'Something went wrong on our side. Nothing of this request was kept.');
}

/** Errors of handlers, and addresses where nothing is. */
export function addRefusals(http: FastifyInstance, { log }: Pick<Deps, 'log'>): void {
  http.setErrorHandler((error, request, reply) => {
    const refusal = asAppError(error);
    if (refusal.code === 'internal') {
      // The route and not the address: a search, a code or a signed link in it is nobody's business.
      const { method, url } = request.routeOptions;
      log('error', 'request.failed', { requestId: request.id, method, url, error });
    }
    return sendError(reply, refusal);
  });
  http.setNotFoundHandler((request, reply) => {
    const sentence = `There is no ${request.method} ${request.url.split('?')[0]} here.`;
    return sendError(reply, new AppError('no_such_route', sentence));
  });
}

/** Requests that Fastify refuses before any route, hook or handler of ours: the same form, by these options. */
export const earlyRefusals = {
  frameworkErrors: (_error, request, reply) =>
    sendError(
      setCommonHeaders(request as FastifyRequest, reply as FastifyReply),
      new AppError('malformed', "The request can't be read: its address is broken or too long."),
    ),
  clientErrorHandler(error, socket) {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const isLong = error.code === 'HPE_HEADER_OVERFLOW';
    const body = JSON.stringify({
      error: isLong ? "The request's headers are too long." : "The request can't be read.",
    });
    // Closed when it was written: a client that keeps its side open would else keep the connection.
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nPlaten-Error: malformed\r\n` +
        `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n\r\n${body}`,
      () => socket.destroy(),
    );
  },
} satisfies Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>;
