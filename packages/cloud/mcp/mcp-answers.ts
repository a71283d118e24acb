/** What an MCP request is answered with: a status and JSON text, or nothing. Owns the form of errors and how both go out. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface McpAnswer {
  status: number;
  /** JSON; undefined when there is nothing to answer. */
  text?: string;
}

/** A JSON-RPC error, with the id of the request that it answers when there is one. */
export function errorAnswer(
  status: number,
  { code, message, data }: { code: number; message: string; data?: unknown },
  body?: unknown,
): McpAnswer {
  const { method, id } = (body ?? {}) as { method?: unknown; id?: unknown };
  const answers = typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
  const error = { code, message, ...(data !== undefined && { data }) };
  return { status, text: JSON.stringify({ jsonrpc: '2.0', error, id: answers ? id : null }) };
}

/** JSON, unless the client takes nothing but an event stream: then the answer is the stream's one event. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, text }: McpAnswer,
): FastifyReply {
  reply.code(status);
  if (text === undefined) return reply.send();
  const accept = request.headers.accept ?? '*/*';
  const eventsOnly = accept.includes('text/event-stream') && !/application\/(json|\*)|\*\/\*/.test(accept);
  return eventsOnly
    ? reply.type('text/event-stream').send(`event: message\ndata: ${text}\n\n`)
    : reply.type('application/json; charset=utf-8').send(text);
}
