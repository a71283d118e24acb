/**
 * From MCP over stdio to the cloud's endpoint: one message in, its one answer out. Owns the way between the two and what of a
 * message is changed on it: `file_path`, and what tools/list says of it. Everything else passes as it is, so both eras of the
 * protocol do. Must never print, and never put the key into a message.
 */
import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/server';
import { AppError } from '@platen/contracts/app-error';
import { openAllowedFile } from './allowed-folders.ts';
import { filePathOfPart, sendUpload } from './mcp-upload.ts';

export interface BridgeOptions {
  /** The cloud's origin. */
  cloudUrl: URL;
  apiKey: string;
  /** Real paths of the folders whose files may be uploaded. */
  folders: readonly string[];
  send: (message: JSONRPCMessage) => Promise<void>;
}

export interface Bridge {
  /** Answers a request through `send`; never throws. */
  receive(message: JSONRPCMessage): Promise<void>;
  close(): void;
}

const callMs = 120_000;
const uploadMs = 30 * 60_000;
/** JSON-RPC: server error, for what is wrong on the way and not in the message. */
const wayBroken = -32000;

export function createBridge(options: BridgeOptions): Bridge {
  const endpoint = new URL('/api/mcp', options.cloudUrl);
  const running = new Map<string | number, AbortController>();
  let revision: string | undefined;

  const exchange = async (request: JSONRPCRequest, signal: AbortSignal): Promise<JSONRPCResponse> => {
    const headers = headersOf(request, { apiKey: options.apiKey, revision });
    const path = localPathOf(request);
    const reply =
      path === undefined
        ? await post(endpoint, { headers, request, signal })
        : await upload(endpoint, { headers, request, signal, path, folders: options.folders });
    return readReply(request, reply);
  };

  const answer = async (request: JSONRPCRequest): Promise<JSONRPCResponse> => {
    const stopping = new AbortController();
    running.set(request.id, stopping);
    const limit = AbortSignal.timeout(localPathOf(request) === undefined ? callMs : uploadMs);
    try {
      const response = await exchange(request, AbortSignal.any([stopping.signal, limit]));
      if (!('result' in response)) return response;
      if (request.method === 'initialize') revision = response.result.protocolVersion as string | undefined;
      if (request.method === 'tools/list') tellOfFiles(response.result, options.folders);
      return response;
    } catch (error) {
      return broken(request, sentenceOf(error, options.cloudUrl));
    } finally {
      running.delete(request.id);
    }
  };

  return {
    async receive(message) {
      if (!('method' in message)) return;
      if ('id' in message && message.id !== undefined) {
        const response = await answer(message as JSONRPCRequest);
        return await options.send(response).catch(() => {});
      }
      // The cloud keeps nothing between requests: a notification means something to this process alone.
      const cancelled = (message.params as { requestId?: string | number } | undefined)?.requestId;
      if (message.method === 'notifications/cancelled' && cancelled !== undefined)
        running.get(cancelled)?.abort();
    },
    close() {
      for (const stopping of running.values()) stopping.abort();
    },
  };
}

/** A path on this machine in a call's arguments; `cid:` names a part of a multipart request and is no path. */
function localPathOf({ method, params }: JSONRPCRequest): string | undefined {
  if (method !== 'tools/call') return undefined;
  const path = (params?.arguments as { file_path?: unknown } | undefined)?.file_path;
  return typeof path === 'string' && !path.startsWith('cid:') ? path : undefined;
}

function headersOf(
  { method, params }: JSONRPCRequest,
  { apiKey, revision }: { apiKey: string; revision: string | undefined },
): Record<string, string> {
  const meta = params?._meta as Record<string, unknown> | undefined;
  const spoken = meta?.['io.modelcontextprotocol/protocolVersion'];
  const isModern = typeof spoken === 'string';
  const version = isModern ? spoken : revision;
  const name = isModern && typeof params?.name === 'string' ? params.name : undefined;
  return {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json, text/event-stream',
    ...(version !== undefined && method !== 'initialize' && { 'mcp-protocol-version': version }),
    ...(isModern && { 'mcp-method': method }),
    ...(name !== undefined && { 'mcp-name': headerText(name) }),
  };
}

/** What a header can't hold travels in base64, as revision 2026-07-28 says. */
const headerText = (text: string): string =>
  /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;

interface Sending {
  headers: Record<string, string>;
  request: JSONRPCRequest;
  signal: AbortSignal;
}

interface Reply {
  status: number;
  text: string;
}

async function post(endpoint: URL, { headers, request, signal }: Sending): Promise<Reply> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(request),
    redirect: 'error',
    signal,
  });
  return { status: response.status, text: await response.text() };
}

async function upload(
  endpoint: URL,
  { headers, request, signal, path, folders }: Sending & { path: string; folders: readonly string[] },
): Promise<Reply> {
  const file = await openAllowedFile(path, folders);
  const named = { filename: file.name, ...(request.params?.arguments as object), file_path: filePathOfPart };
  const message = { ...request, params: { ...request.params, arguments: named } };
  return await sendUpload({ endpoint, headers, message, file, signal });
}

/** The cloud's JSON-RPC answer; its plain refusals (no key, too many calls) become one. */
function readReply(request: JSONRPCRequest, { status, text }: Reply): JSONRPCResponse {
  let body: Record<string, unknown> | undefined;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return broken(request, `The cloud answered with HTTP ${status} and no JSON. Is PLATEN_URL right?`);
  }
  if (body.jsonrpc === '2.0') return { ...body, id: request.id } as JSONRPCResponse;
  const sentence = typeof body.error === 'string' ? body.error : `The cloud answered with HTTP ${status}.`;
  return broken(request, status === 401 ? `${sentence} Check PLATEN_API_KEY.` : sentence);
}

/** A failed call is told to the assistant as the tool's result, anything else as a protocol error. */
function broken({ id, method }: JSONRPCRequest, sentence: string): JSONRPCResponse {
  if (method !== 'tools/call') return { jsonrpc: '2.0', id, error: { code: wayBroken, message: sentence } };
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: sentence }], isError: true } };
}

function sentenceOf(error: unknown, cloudUrl: URL): string {
  if (error instanceof AppError) return error.sentence;
  const { name, code, cause } = error as Error & { code?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return `The cloud at ${cloudUrl.origin} took too long to answer.`;
  if (name === 'AbortError') return 'The call was cancelled.';
  const why = cause?.code ?? code ?? (error as Error).message;
  return `The cloud at ${cloudUrl.origin} can't be reached (${why}).`;
}

/** Says in the schema of the upload tools that paths of this machine work here, and in which folders. */
function tellOfFiles(result: Record<string, unknown>, folders: readonly string[]): void {
  const said =
    folders.length > 0
      ? `Path of a file on this machine, inside ${folders.join(' or ')}; it is uploaded from there`
      : 'Not available: this bridge was started without access to files';
  for (const tool of (result.tools ?? []) as { inputSchema?: { properties?: Record<string, object> } }[]) {
    const { properties } = tool.inputSchema ?? {};
    if (properties?.file_path) properties.file_path = { ...properties.file_path, description: said };
  }
}

/** Looks once whether the cloud is there and the key is good; a sentence when not. For a word on stderr at the start. */
export async function findStartTrouble({
  cloudUrl,
  apiKey,
}: Pick<BridgeOptions, 'cloudUrl' | 'apiKey'>): Promise<string | undefined> {
  try {
    const waited = AbortSignal.timeout(5000);
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(new URL('/api/auth/me', cloudUrl), {
      headers,
      redirect: 'error',
      signal: waited,
    });
    if (response.status === 401) return 'PLATEN_API_KEY: the cloud does not accept this key.';
    return response.ok ? undefined : `The cloud at ${cloudUrl.origin} answered with HTTP ${response.status}.`;
  } catch (error) {
    return sentenceOf(error, cloudUrl);
  }
}
