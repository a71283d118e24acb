/**
 * What the cloud said, as the answer to a request. Owns the distrust of it: only a whole JSON-RPC answer gets through, so
 * that whoever answers at PLATEN_URL can send the client no request of its own and nothing that isn't MCP.
 */
import type { JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/server';
import type { CloudReply } from './mcp-request.ts';

/** JSON-RPC: server error, for what is wrong on the way and not in the message. */
const wayBroken = -32000;
const maxSentenceChars = 1000;

/** The cloud's answer to the request; its plain refusals (no key, too many calls) become one. */
export function readReply(request: JSONRPCRequest, { status, text }: CloudReply): JSONRPCResponse {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refusalReply(request, `The cloud answered with HTTP ${status} and no JSON. Is PLATEN_URL right?`);
  }
  const { jsonrpc, result, error } = isObject(body) ? body : {};
  const answered = { jsonrpc: '2.0', id: request.id } as const;
  if (jsonrpc === '2.0' && isObject(result)) return { ...answered, result };
  if (jsonrpc === '2.0' && isProtocolError(error)) return { ...answered, error };
  if (typeof error !== 'string')
    return refusalReply(
      request,
      `The cloud answered with HTTP ${status} and no MCP message. Is PLATEN_URL right?`,
    );
  return refusalReply(request, status === 401 ? `${error} Check PLATEN_API_KEY.` : error);
}

/** A failed call is told to the assistant as the tool's result, anything else as a protocol error. */
export function refusalReply(request: JSONRPCRequest, sentence: string): JSONRPCResponse {
  const { id, method } = request;
  const text = plainText(sentence);
  if (method !== 'tools/call') return { jsonrpc: '2.0', id, error: { code: wayBroken, message: text } };
  const kind = findRevision(request) === undefined ? {} : { resultType: 'complete' };
  return { jsonrpc: '2.0', id, result: { ...kind, content: [{ type: 'text', text }], isError: true } };
}

/** The revision that a request names: each does since 2026-07-28, whose results say what they are. */
export function findRevision({ params }: JSONRPCRequest): string | undefined {
  const meta = params?._meta as Record<string, unknown> | null | undefined;
  const revision = meta?.['io.modelcontextprotocol/protocolVersion'];
  return typeof revision === 'string' ? revision : undefined;
}

/** A sentence that is safe on a terminal: no control characters, not endless. */
export const plainText = (sentence: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
  sentence.slice(0, maxSentenceChars).replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isProtocolError = (error: unknown): error is { code: number; message: string } =>
  isObject(error) && Number.isInteger(error.code) && typeof error.message === 'string';
