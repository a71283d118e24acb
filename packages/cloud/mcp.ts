/**
 * MCP over Streamable HTTP: POST /api/mcp serves revision 2026-07-28 and every older one, without sessions.
 * Owns how HTTP becomes a message and how its answer becomes HTTP. Must never know a feature.
 *
 * What concerns HTTP (key, origin, size, content type) is refused as everywhere else; what concerns the protocol is a
 * JSON-RPC error, as clients expect.
 */
import {
  classifyInboundRequest,
  isJSONRPCRequest,
  type JSONRPCRequest,
  type JSONRPCResponse,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callMcpTool, type McpCall } from './mcp-call.ts';
import {
  legacyRevisions,
  type McpEra,
  type McpExchange,
  modernRevision,
  openMcpExchange,
} from './mcp-exchange.ts';
import { findHeaderMismatch, headerMismatchCode, headerOf } from './mcp-headers.ts';
import { createMcpTools } from './mcp-tools.ts';
import type { RestParts } from './rest.ts';

const mcpPath = '/api/mcp';
/** Files come as base64 in here: about 12 MB of file. */
const bodyBytes = 16 * 1024 * 1024;
const mostInBatch = 50;
/** The revisions that know batches; without a header a client is taken to speak one of them. */
const batchRevisions: readonly (string | undefined)[] = [undefined, '2024-11-05', '2025-03-26'];

/** What goes out: a status, and the JSON text of an answer unless there is nothing to answer. */
interface Answer {
  status: number;
  text?: string;
}

/** Answers one parsed body. */
type Serve = (body: unknown, request: FastifyRequest) => Promise<Answer>;

/** Adds POST /api/mcp with every operation that is a tool. */
export function addMcpRoute(http: FastifyInstance, { deps, authenticate, operations }: RestParts): void {
  const tools = createMcpTools(operations);
  const serve = createServe((era) =>
    withListKept(
      openMcpExchange(era, { tools, callTool: (params, call) => callMcpTool({ deps, tools }, params, call) }),
    ),
  );

  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
      done(null, text),
    );
    scope.route({
      method: 'POST',
      url: mcpPath,
      bodyLimit: bodyBytes,
      // Both are checked before a byte of the body is read.
      onRequest: async (request) => {
        refuseForeignOrigin(request);
        request.caller = await authenticate(request.headers.authorization);
      },
      handler: async (request, reply) => {
        const parsed = parse(request.body);
        return send(request, reply, 'error' in parsed ? parsed.error : await serve(parsed.body, request));
      },
    });
    // Clients ask by GET for a stream of notifications and take 405, and no other status, for "there is none".
    scope.route({
      method: ['GET', 'DELETE'],
      url: mcpPath,
      exposeHeadRoute: false,
      handler: async (request, reply) =>
        reply
          .code(405)
          .headers({ Allow: 'POST', 'Platen-Error': 'no_such_route' })
          .send({ error: `There is no ${request.method} ${mcpPath} here: send JSON-RPC messages by POST.` }),
    });
  });
}

/** A page of another site in somebody's browser must not reach this service (DNS rebinding, MCP transport security). */
function refuseForeignOrigin({ headers: { origin, host } }: FastifyRequest): void {
  if (origin === undefined) return;
  const { protocol, host: originHost } = URL.parse(origin) ?? {};
  if (originHost && host && URL.parse(`${protocol}//${host}`)?.host === originHost) return;
  throw new AppError('forbidden', 'Origin: pages of another site may not call this.');
}

function parse(text: unknown): { body: unknown } | { error: Answer } {
  try {
    return { body: JSON.parse(text as string) };
  } catch (error) {
    const message = `The body is not JSON: ${(error as Error).message}.`;
    return { error: errorAnswer(400, { code: ProtocolErrorCode.ParseError, message }) };
  }
}

/** Both eras' exchanges behind one decision: the body says which era a message belongs to (SDK's classification). */
function createServe(open: (era: McpEra) => TextExchange): Serve {
  const modern = open('modern');
  const legacy = open('legacy');
  return async (body, request) => {
    const { headers } = request;
    const revision = headerOf(headers, 'mcp-protocol-version');
    const route = classifyInboundRequest({
      httpMethod: 'POST',
      body,
      ...(revision !== undefined && { protocolVersionHeader: revision }),
      ...optional('mcpMethodHeader', headerOf(headers, 'mcp-method')),
    });
    if (route.kind === 'reject') return errorAnswer(route.httpStatus, route, body);
    if (route.kind === 'legacy') return await serveLegacy(legacy, { body, revision, call: callOf(request) });
    // Nothing is kept between requests, so there is nothing that a notification could change.
    if (route.messageKind === 'notification') return { status: 202 };
    const asked = route.message as JSONRPCRequest;
    const claimed = route.classification.revision;
    if (claimed !== modernRevision) return unsupportedRevision(asked, claimed);
    const mismatch = findHeaderMismatch(headers, asked);
    if (mismatch) return errorAnswer(400, { code: headerMismatchCode, message: mismatch }, asked);
    const { text, errorCode } = await modern(asked, callOf(request));
    return { status: errorCode === ProtocolErrorCode.MethodNotFound ? 404 : 200, text };
  };
}

interface LegacyMessage {
  body: unknown;
  revision: string | undefined;
  call: McpCall;
}

async function serveLegacy(exchange: TextExchange, { body, revision, call }: LegacyMessage): Promise<Answer> {
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
): Promise<Answer> {
  const requests = body.filter((message) => isJSONRPCRequest(message));
  const refused = !batchRevisions.includes(revision)
    ? `Revision ${revision} knows no batches: send one message a request.`
    : body.length > mostInBatch
      ? `A batch has at most ${mostInBatch} messages.`
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

/** An exchange that answers in text. tools/list is the same for everybody and long: its text is made once. */
function withListKept(exchange: McpExchange): TextExchange {
  let list: string | undefined;
  return async (request, call) => {
    const isList = request.method === 'tools/list' && request.params?.cursor === undefined;
    if (isList && list !== undefined) {
      return { text: `{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":${list}}` };
    }
    const response: JSONRPCResponse = await exchange(request, call);
    if (isList && 'result' in response) list = JSON.stringify(response.result);
    return {
      text: JSON.stringify(response),
      errorCode: 'error' in response ? response.error.code : undefined,
    };
  };
}

const callOf = ({ caller, id }: FastifyRequest): McpCall => ({ caller: caller!, requestId: id });

const optional = <K extends string>(name: K, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: string };

function unsupportedRevision(request: JSONRPCRequest, claimed: string | undefined): Answer {
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

/** A JSON-RPC error, with the id of the request that it answers when there is one. */
function errorAnswer(
  status: number,
  { code, message, data }: { code: number; message: string; data?: unknown },
  body?: unknown,
): Answer {
  const { method, id } = (body ?? {}) as { method?: unknown; id?: unknown };
  const answers = typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
  const error = { code, message, ...(data !== undefined && { data }) };
  return { status, text: JSON.stringify({ jsonrpc: '2.0', error, id: answers ? id : null }) };
}

/** JSON, unless the client takes nothing but an event stream: then the answer is the stream's one event. */
function send(request: FastifyRequest, reply: FastifyReply, { status, text }: Answer): FastifyReply {
  reply.code(status);
  if (text === undefined) return reply.send();
  const accept = request.headers.accept ?? '*/*';
  const eventsOnly = accept.includes('text/event-stream') && !/application\/(json|\*)|\*\/\*/.test(accept);
  return eventsOnly
    ? reply.type('text/event-stream').send(`event: message\ndata: ${text}\n\n`)
    : reply.type('application/json; charset=utf-8').send(text);
}
