/**
 * What browsers are told with every answer. Owns these headers and the policies of contents, the strictest where nothing else is said;
 * pages bring what they need themselves.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';

/** Answers in JSON, opened as pages: nothing loads, nobody frames them. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** What customers uploaded: whatever it may hold, in this origin it runs nothing. */
export const filePolicy = "default-src 'none'; sandbox";

/** What every answer carries, refusals before any route too. */
export const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.headers({
    'X-Request-Id': request.id,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });

/** Sets them on every answer of the server. */
export function addSecurityHeaders(http: FastifyInstance, { publicUrl }: Pick<Deps, 'publicUrl'>): void {
  http.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    if (publicUrl().startsWith('https:')) reply.header('Strict-Transport-Security', 'max-age=31536000');
    done();
  });
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('application/json')) {
      reply.header('Content-Security-Policy', dataPolicy);
      reply.header('Cross-Origin-Resource-Policy', 'same-origin');
    }
    done(null, payload);
  });
}
