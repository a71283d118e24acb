/**
 * One parsed body to its answer: which era it belongs to, what of it is refused by the protocol, batches of old revisions, and the
 * headers that revision 2026-07-28 wants beside a request, so that gateways can route without reading bodies.
 * Must never know HTTP beyond the headers that the protocol speaks of.
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  isJSONRPCRequest,
  type JSONRPCRequest,
  type JSONRPCResponse,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { McpCall } from './mcp-call.ts';
import { legacyRevisions, type McpEra, type McpExchange, modernRevision } from './mcp-server.ts';
import type { McpTools } from './mcp-tools.ts';

/** What a request is answered with. */
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

const maxInBatch = 50;
/** The revisions that know batches; without a header a client is taken to speak one of them. */
const batchRevisions: readonly (string | undefined)[] = [undefined, '2024-11-05', '2025-03-26'];

/** A parsed body with who sent it and how. */
export interface McpRequest {
  body: unknown;
  headers: IncomingHttpHeaders;
  call: McpCall;
}

export type McpServe = (request: McpRequest) => Promise<McpAnswer>;

/** Both eras' exchanges behind one decision: the body says which era a message belongs to (SDK's classification). */
export function createMcpServe(open: (era: McpEra) => McpExchange): McpServe {
  const modern = withListKept(open('modern'));
  const legacy = withListKept(open('legacy'));
  return async ({ body, headers, call }) => {
    const revision = headerOf(headers, 'mcp-protocol-version');
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      body,
      ...(revision !== undefined && { protocolVersionHeader: revision }),
      ...optional('mcpMethodHeader', headerOf(headers, 'mcp-method')),
    });
    if (route.kind === 'reject') return errorAnswer(route.httpStatus, route, body);
    if (route.kind === 'legacy') return await serveLegacy(legacy, { body, revision, call });
    // Nothing is kept between requests, so there is nothing that a notification could change.
    if (route.messageKind === 'notification') return { status: 202 };
    const asked = route.message as JSONRPCRequest;
    const claimed = route.classification.revision;
    if (claimed !== modernRevision) return unsupportedRevision(asked, claimed);
    const mismatch = findHeaderMismatch(headers, asked);
    if (mismatch) return errorAnswer(400, { code: headerMismatchCode, message: mismatch }, asked);
    const { text, errorCode } = await modern(asked, call);
    return { status: errorCode === ProtocolErrorCode.MethodNotFound ? 404 : 200, text };
  };
}

interface LegacyMessage {
  body: unknown;
  revision: string | undefined;
  call: McpCall;
}

async function serveLegacy(
  exchange: TextExchange,
  { body, revision, call }: LegacyMessage,
): Promise<McpAnswer> {
  if (revision !== undefined && !legacyRevisions.includes(revision)) {
    const message = `Unsupported protocol version: ${revision} (supported: ${modernRevision}, ${legacyRevisions.join(', ')}).`;
    return errorAnswer(400, { code: -32000, message }, body);
  }
  if (Array.isArray(body)) return await serveBatch(exchange, { body, revision, call });
  if (!isJSONRPCRequest(body)) return { status: 202 };
  return { status: 200, text: (await exchange(body, call)).text };
}

async function serveBatch(
  exchange: TextExchange,
  { body, revision, call }: LegacyMessage & { body: unknown[] },
): Promise<McpAnswer> {
  const requests = body.filter((message) => isJSONRPCRequest(message));
  const refused = !batchRevisions.includes(revision)
    ? `Revision ${revision} knows no batches: send one message a request.`
    : body.length > maxInBatch
      ? `A batch has at most ${maxInBatch} messages.`
      : requests.some((message) => message.method === 'initialize')
        ? 'initialize must not be part of a batch.'
        : undefined;
  if (refused) return errorAnswer(400, { code: ProtocolErrorCode.InvalidRequest, message: refused });
  if (requests.length === 0) return { status: 202 };
  // One after another: a batch may order first and pay then.
  const texts: string[] = [];
  for (const message of requests) texts.push((await exchange(message, call)).text);
  return { status: 200, text: `[${texts.join(',')}]` };
}

type TextExchange = (
  request: JSONRPCRequest,
  call: McpCall,
) => Promise<{ text: string; errorCode?: number | undefined }>;

/** An exchange that answers in text. tools/list is the same for everybody with these tools, and long: its text is made once. */
function withListKept(exchange: McpExchange): TextExchange {
  const lists = new WeakMap<McpTools, string>();
  return async (request, call) => {
    const isList = request.method === 'tools/list' && request.params?.cursor === undefined;
    const list = isList ? lists.get(call.tools) : undefined;
    if (list !== undefined) {
      return { text: `{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":${list}}` };
    }
    const response: JSONRPCResponse = await exchange(request, call);
    if (isList && 'result' in response) lists.set(call.tools, JSON.stringify(response.result));
    return {
      text: JSON.stringify(response),
      errorCode: 'error' in response ? response.error.code : undefined,
    };
  };
}

const optional = <K extends string>(name: K, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: string };

function unsupportedRevision(request: JSONRPCRequest, claimed: string | undefined): McpAnswer {
  return errorAnswer(
    400,
    {
      code: ProtocolErrorCode.UnsupportedProtocolVersion,
      message: `Unsupported protocol version: ${claimed}`,
      data: { supported: [modernRevision], requested: claimed },
    },
    request,
  );
}

/** HeaderMismatch of revision 2026-07-28; it goes out with HTTP status 400. */
const headerMismatchCode = -32020;

/** The one value of a header; repeated ones arrive joined by commas and then match nothing. */
function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

/** A sentence when a required header is missing or Mcp-Name differs from the body's name; undefined when all is well. */
function findHeaderMismatch(
  headers: IncomingHttpHeaders,
  { method, params }: JSONRPCRequest,
): string | undefined {
  for (const required of ['MCP-Protocol-Version', 'Mcp-Method']) {
    if (headerOf(headers, required.toLowerCase()) === undefined) return `The header ${required} is missing.`;
  }
  const name = method === 'tools/call' ? params?.name : undefined;
  if (typeof name !== 'string') return undefined;
  const written = headerOf(headers, 'mcp-name');
  if (written === undefined) return 'The header Mcp-Name is missing.';
  const decoded = decodeHeader(written);
  if (decoded === undefined) return 'The header Mcp-Name can not be decoded.';
  return decoded === name ? undefined : 'The header Mcp-Name differs from the name in the body.';
}

/** Names that a header can't hold come as `=?base64?…?=`, UTF-8 inside; undefined when that is broken. */
function decodeHeader(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/is.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.length % 4 !== 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}
