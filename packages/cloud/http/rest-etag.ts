/**
 * Answers with an ETag (RFC 9110, 8.8.3). Owns the memory of JSON that was made already: an operation that returns the
 * same object again costs no serialisation, and a client that has the answer gets 304 without it.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Prepared {
  json: string;
  etag: string;
}

const prepared = new WeakMap<object, Prepared>();

function prepare(output: object): Prepared {
  const known = prepared.get(output);
  if (known) return known;
  const json = JSON.stringify(output);
  const made = { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
  prepared.set(output, made);
  return made;
}

/** Sends the answer, or 304 when If-None-Match names it. Clients may keep it and must ask before they use it again. */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  output: unknown,
): Promise<FastifyReply> {
  const { json, etag } = prepare(output as object);
  reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
  const wanted = request.headers['if-none-match'];
  const isKnown = wanted?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
  if (isKnown) return await reply.code(304).send();
  return await reply.type('application/json; charset=utf-8').send(json);
}
