/**
 * MCP over Streamable HTTP: POST /api/mcp serves revision 2026-07-28 and every older one, without sessions.
 * Owns how HTTP becomes a message and how its answer becomes HTTP. Must never know a feature.
 *
 * What concerns HTTP (key, host, origin, content type) is refused as everywhere else; what concerns the protocol, the
 * multipart extension included, is a JSON-RPC error, as clients expect.
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLargeBody } from '../http/body-memory.ts';
import type { RestParts } from '../http/rest.ts';
import { endAfterAnswer } from '../http/rest-upload.ts';
import { callMcpTool, type McpCall } from './mcp-call.ts';
import {
  type McpFile,
  multipartExtension,
  openMcpUpload,
  overLimitCode,
  refuseLongMultipart,
} from './mcp-files.ts';
import { checkHost } from './mcp-hosts.ts';
import { createMcpServe, errorAnswer, type McpAnswer } from './mcp-protocol.ts';
import { openMcpExchange } from './mcp-server.ts';
import { createMcpTools } from './mcp-tools.ts';
import { createToolsets, readToolSelection } from './mcp-toolsets.ts';

const mcpPath = '/api/mcp';
/** Files come as base64 in here: about 12 MB of file. */
const bodyBytes = 16 * 1024 * 1024;

export interface McpParts extends RestParts {
  /** Names that the endpoint answers to beside its public one and loopback. */
  allowedHosts: readonly string[];
  /** How a tool is called; by running its operation unless told. */
  callTool?: typeof callMcpTool;
}

/** Adds POST /api/mcp and, for fewer tools, /api/mcp/x/{sets} and /api/mcp/x/{sets}/readonly. */
export function addMcpRoute(http: FastifyInstance, parts: McpParts): void {
  const { deps, callTool = callMcpTool } = parts;
  const extensions = multipartExtension(deps.maxUploadBytes);
  const serve = createMcpServe((era) =>
    openMcpExchange(era, { extensions, callTool: (params, from) => callTool(deps, params, from) }),
  );
  const serveBody = (request: FastifyRequest, body: unknown, files: readonly McpFile[] = []) =>
    serve({ body, headers: request.headers, call: { ...request.getDecorator<McpCall>('mcpCall'), files } });
  const answer = async (request: FastifyRequest): Promise<McpAnswer> => {
    if (isMultipart(request)) return await answerMultipart(request, parts, serveBody);
    const parsed = parse(request.body);
    return 'error' in parsed ? parsed.error : await serveBody(request, parsed.body);
  };

  http.decorateRequest('mcpCall', undefined);
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
      done(null, text),
    );
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    const onRequest = createOnRequest(parts);
    for (const [url, readOnly] of [
      [mcpPath, false],
      [`${mcpPath}/x/:sets`, false],
      [`${mcpPath}/x/:sets/readonly`, true],
    ] as const) {
      scope.route({
        method: 'POST',
        url,
        bodyLimit: bodyBytes,
        onRequest: async (request, reply) => await onRequest(request, reply, readOnly),
        handler: async (request, reply) => sendAnswer(request, reply, await answer(request)),
      });
      addOtherMethods(scope, url);
    }
  });
}

/** Everything that is checked before a byte of the body is read. */
function createOnRequest({ deps, authenticate, operations, allowedHosts, room }: McpParts) {
  const toolsOf = createToolsets(createMcpTools(operations));
  const hosts = { publicUrl: deps.publicUrl, allowed: allowedHosts };
  return async (request: FastifyRequest, reply: FastifyReply, readOnly: boolean): Promise<void> => {
    checkHost(request, hosts);
    const caller = await authenticate(request.headers.authorization);
    request.caller = caller;
    const { sets } = request.params as { sets?: string };
    const tools = toolsOf(
      readToolSelection(request.headers, { ...(sets !== undefined && { sets }), readOnly }),
    );
    const call: McpCall = { caller, tools, requestId: request.id, clientAddress: request.ip };
    request.setDecorator('mcpCall', call);
    if (!isMultipart(request)) {
      if (isLargeBody(request)) await room.enter(request, reply, caller.accountId);
      return;
    }
    const refusal = refuseLongMultipart(request.headers['content-length'], deps.maxUploadBytes);
    if (!refusal) return await room.enter(request, reply, caller.accountId);
    endAfterAnswer(request, reply);
    await sendAnswer(request, reply, errorAnswer(413, refusal));
  };
}

/** Clients ask by GET for a stream of notifications and take 405, and no other status, for "there is none". */
function addOtherMethods(scope: FastifyInstance, url: string): void {
  scope.route({
    method: ['GET', 'DELETE'],
    url,
    exposeHeadRoute: false,
    handler: async (request, reply) =>
      reply
        .code(405)
        .headers({ Allow: 'POST', 'Platen-Error': 'no_such_route' })
        .send({ error: `There is no ${request.method} ${mcpPath} here: send JSON-RPC messages by POST.` }),
  });
}

const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

function parse(text: unknown): { body: unknown } | { error: McpAnswer } {
  try {
    return { body: JSON.parse(text as string) };
  } catch (error) {
    const message = `The body is not JSON: ${(error as Error).message}.`;
    return { error: errorAnswer(400, { code: ProtocolErrorCode.ParseError, message }) };
  }
}

/** Receives message and files, runs the call, and leaves no staging file behind, whatever happens. */
async function answerMultipart(
  request: FastifyRequest,
  { deps }: McpParts,
  serveBody: (request: FastifyRequest, body: unknown, files: readonly McpFile[]) => Promise<McpAnswer>,
): Promise<McpAnswer> {
  const upload = openMcpUpload(request.raw, deps);
  try {
    await upload.receive();
    return await serveBody(request, upload.message, upload.files);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return errorAnswer(error.code === overLimitCode ? 413 : 400, error, upload.message);
  } finally {
    // Nobody needs to wait for it: removing a large file takes time, and what a crash leaves there, the next start removes.
    upload.discard().catch((error) => deps.log('warn', 'staging.not-removed', { error }));
  }
}

/** JSON, unless the client takes nothing but an event stream: then the answer is the stream's one event. */
function sendAnswer(request: FastifyRequest, reply: FastifyReply, { status, text }: McpAnswer): FastifyReply {
  reply.code(status);
  if (text === undefined) return reply.send();
  const accept = request.headers.accept ?? '*/*';
  const eventsOnly = accept.includes('text/event-stream') && !/application\/(json|\*)|\*\/\*/.test(accept);
  return eventsOnly
    ? reply.type('text/event-stream').send(`event: message\ndata: ${text}\n\n`)
    : reply.type('application/json; charset=utf-8').send(text);
}
