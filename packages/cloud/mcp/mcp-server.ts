/**
 * The SDK's low-level servers, one for each era of the protocol, each connected once for the life of the process.
 * Owns the transport between them and HTTP: one message in, its one answer out. It keeps nothing between requests.
 *
 * INVARIANTS
 * 1. Clients choose their own ids, so two may use the same: a message travels under a number of ours and its answer
 *    gets the client's id back.
 * 2. Only requests go in. A notification names requests by the client's id, and a cancellation let through could
 *    end the call of somebody else.
 */
import {
  type CallToolRequestParams,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type MessageExtraInfo,
  PerRequestHTTPServerTransport,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerCapabilities,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { version } from '../version.ts';
import type { McpCall, McpPerson } from './mcp-call.ts';
import { mcpInstructions } from './mcp-instructions.ts';

/** The revision without a handshake. */
export const modernRevision = '2026-07-28';
/** Revisions that begin with initialize, newest first. */
export const legacyRevisions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** How long clients of 2026-07-28 may keep the list of tools: it changes with a release only. */
const listKeptMs = 5 * 60 * 1000;

export type McpEra = 'modern' | 'legacy';

/** Hands one request to the era's server; resolves with its answer, a JSON-RPC error included. */
export type McpExchange = (request: JSONRPCRequest, call: McpCall) => Promise<JSONRPCResponse>;

export interface McpExchangeParts {
  /** Extensions of the protocol, by name, with what clients must know of each. */
  extensions: NonNullable<ServerCapabilities['extensions']>;
  callTool(
    params: CallToolRequestParams,
    from: { call: McpCall; person: McpPerson },
  ): Promise<CallToolResult | InputRequiredResult>;
}

/** Builds the era's server and connects it. */
export function openMcpExchange(era: McpEra, { extensions, callTool }: McpExchangeParts): McpExchange {
  const listHint = { ttlMs: listKeptMs, cacheScope: 'private' } as const;
  const server = new Server(
    { name: 'platen', title: 'Platen', version },
    {
      capabilities: { tools: {}, extensions },
      instructions: mcpInstructions,
      supportedProtocolVersions: era === 'modern' ? [modernRevision] : [...legacyRevisions],
      cacheHints: { 'tools/list': listHint, 'server/discover': listHint },
      // Only answers to elicitation over a connection are validated with it: the default would load a compiler.
      jsonSchemaValidator: { getValidator: noValidator },
    },
  );
  server.setRequestHandler('tools/list', (request, context) => {
    if (request.params?.cursor !== undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'cursor: the list of tools has one page.');
    }
    return { tools: callOf(context).tools.all.map((tool) => tool.listed) };
  });
  server.setRequestHandler(
    'tools/call',
    async ({ params }, context) =>
      await callTool(params, { call: callOf(context), person: personOf(context, era) }),
  );
  return connect(server, era);
}

const callOf = (context: ServerContext): McpCall => context.http!.authInfo!.extra!.call as McpCall;

/** Older revisions ask over a connection that stays open, which there is none of here. */
function personOf({ mcpReq }: ServerContext, era: McpEra): McpPerson {
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const { elicitation } = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
  // A client that names no form of it means the one that all know.
  const knowsForms = elicitation !== undefined && (elicitation.form !== undefined || !elicitation.url);
  return { canBeAsked: era === 'modern' && knowsForms, answers: mcpReq.inputResponses };
}

function connect(server: Server, era: McpEra): McpExchange {
  const waiting = new Map<number, (response: JSONRPCResponse) => void>();
  let lastNumber = 0;
  // Connecting to a transport of this class is what binds a server to 2026-07-28; the rest of it is not used.
  const classification = era === 'modern' ? { era, revision: modernRevision } : undefined;
  const transport = new PerRequestHTTPServerTransport({ classification: classification ?? { era } });
  transport.send = async (message: JSONRPCMessage) => {
    if ('method' in message) return;
    waiting.get(message.id as number)?.(message);
  };
  const connected = server.connect(transport);
  return async (request, call) => {
    await connected;
    const number = ++lastNumber;
    const extra: MessageExtraInfo = {
      authInfo: { token: '', clientId: call.caller.accountId, scopes: [], extra: { call } },
      ...(classification && { classification }),
    };
    const response = await new Promise<JSONRPCResponse>((resolve) => {
      waiting.set(number, resolve);
      transport.onmessage!({ ...request, id: number }, extra);
    }).finally(() => waiting.delete(number));
    return { ...response, id: request.id };
  };
}

function noValidator(): never {
  throw new Error('This server asks nothing over a connection, so there is nothing to validate.');
}
