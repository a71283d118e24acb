/**
 * One tools/call: from a name and arguments to an operation's run and its answer as a tool result. Owns how answers,
 * refusals and bugs read over MCP; a refusal is the sentence that REST sends for the same input.
 */
import {
  type CallToolRequestParams,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { AppError } from '@platen/contracts/app-error';
import type { Caller, Deps } from './context.ts';
import type { McpTools } from './mcp-tools.ts';
import { execute } from './operation.ts';
import { asAppError } from './rest.ts';

/** Who calls, and under which X-Request-Id a bug is logged. */
export interface McpCall {
  caller: Caller;
  requestId: string;
  clientAddress?: string;
}

/** Runs the tool that is named. Throws ProtocolError -32602 when there is none of this name. */
export async function callMcpTool(
  { deps, tools }: { deps: Deps; tools: McpTools },
  { name, arguments: given = {} }: CallToolRequestParams,
  { caller, requestId, clientAddress }: McpCall,
): Promise<CallToolResult> {
  const tool = tools.find(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name, tools.near(name)));
  try {
    const { input, idempotencyKey } = tool.keyed ? takeIdempotencyKey(given) : { input: given };
    const output = await execute(tool.operation, deps, { caller, input, idempotencyKey, clientAddress });
    const content: CallToolResult['content'] = [{ type: 'text', text: JSON.stringify(output) }];
    return tool.structured ? { content, structuredContent: output as Record<string, unknown> } : { content };
  } catch (error) {
    const refusal = asAppError(error);
    if (refusal.code === 'internal') {
      deps.log('error', 'request.failed', { request_id: requestId, method: 'tools/call', tool: name, error });
    }
    return { content: [{ type: 'text', text: refusal.sentence }], isError: true };
  }
}

function unknownTool(name: string, near: readonly string[]): string {
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  return `Unknown tool: ${shown}. ${near.length ? `Did you mean ${near.join(', ')}?` : 'tools/list names them all.'}`;
}

/** The extra argument of tools that create or pay; the operation's own input knows nothing of it. */
function takeIdempotencyKey({ idempotency_key: key, ...input }: Record<string, unknown>) {
  if (key === undefined) return { input, idempotencyKey: undefined };
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('malformed', 'idempotency_key: must be 1 to 200 visible ASCII characters.');
  }
  return { input, idempotencyKey: key };
}
