/**
 * Answers with an ETag (RFC 9110, 8.8.3 and 13.1.2). Owns how a tag is made of a text, when a request names one, and the memory of JSON
 * that was made already: an operation that returns the same object again costs no serialisation, and a client that has the answer gets
 * 304 without it.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The tag of this text and no other. */
export const tagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** Puts the tag on the answer; true when If-None-Match names it, so that 304 without a body is all that the client needs. */
export function tagAnswer({ headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('ETag', etag);
  const named = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const isKnown = named?.some((tag) => tag === '*' || tag === etag) ?? false;
  if (isKnown) reply.code(304);
  return isKnown;
}

interface Prepared {
  json: string;
  etag: string;
}

const prepared = new WeakMap<object, Prepared>();

function prepare(output: object): Prepared {
  const known = prepared.get(output);
  if (known) return known;
  const json = JSON.stringify(output);
  const made = { json, etag: tagOf(json) };
  prepared.set(output, made);
  return made;
}

/** Sends the answer, or 304 to a client that has it. Clients may keep it and must ask before they use it again. */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  output: unknown,
): Promise<FastifyReply> {
  const { json, etag } = prepare(output as object);
  reply.header('Cache-Control', 'private, no-cache');
  if (tagAnswer(request, reply, etag)) return await reply.send();
  return await reply.type('application/json; charset=utf-8').send(json);
}
