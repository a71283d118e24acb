/**
 * From MCP over stdio to the cloud's endpoint: one message in, its one answer out. Owns which requests are under way, their
 * headers and their time. Of a message only `file_path` is changed, and what tools/list says of it; everything else passes
 * as it is, so both eras of the protocol do. Must never print, and never put the key into a message.
 */
import type { JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/server';
import { AppError } from '@platen/contracts/app-error';
import { findRevision, readReply, refusalReply } from './mcp-reply.ts';
import { postToCloud } from './mcp-request.ts';
import type { ClientMessage } from './mcp-stdio.ts';
import { findLocalPath, tellOfFiles, uploadToCloud } from './mcp-upload.ts';

export interface BridgeOptions {
  /** The cloud's MCP endpoint. */
  endpoint: URL;
  apiKey: string;
  /** Real paths of the folders whose files may be uploaded. */
  folders: readonly string[];
  send: (response: JSONRPCResponse) => void;
  /** What a request may take; 2 min unless told, and 30 min with a file. */
  deadlineMs?: number;
}

export interface Bridge {
  /** Answers a request through `send`; never throws. */
  receive(message: ClientMessage): Promise<void>;
  /** Why nothing will work, in a sentence: the cloud isn't there, or doesn't take the key. Undefined when all is well. */
  findTrouble(): Promise<string | undefined>;
  /** Ends what is under way, without an answer. */
  close(): void;
}

const callMs = 120_000;
const uploadMs = 30 * 60_000;

export function createBridge(options: BridgeOptions): Bridge {
  const { endpoint, apiKey, folders, send } = options;
  const running = new Map<string | number, AbortController>();
  /** Whoever answers may say anything, the key that it was sent included; a short one is none and in every other word. */
  const hideKey = (text: string): string => (apiKey.length < 16 ? text : text.replaceAll(apiKey, '…'));
  /** What the client and the cloud agreed on in `initialize`. */
  let revision: string | undefined;

  const exchange = async (request: JSONRPCRequest, stopped: AbortSignal): Promise<JSONRPCResponse> => {
    const path = findLocalPath(request);
    const deadline = AbortSignal.timeout(options.deadlineMs ?? (path === undefined ? callMs : uploadMs));
    const way = {
      endpoint,
      headers: { authorization: `Bearer ${apiKey}`, ...protocolHeaders(request, revision) },
      signal: AbortSignal.any([stopped, deadline]),
    };
    const reply =
      path === undefined
        ? await postToCloud({ ...way, ...jsonBody(request, way.headers) })
        : await uploadToCloud(way, { request, path, folders });
    return readReply(request, { status: reply.status, text: hideKey(reply.text) });
  };

  const answer = async (request: JSONRPCRequest, stopped: AbortSignal): Promise<JSONRPCResponse> => {
    try {
      const response = await exchange(request, stopped);
      if (!('result' in response)) return response;
      if (request.method === 'initialize') revision = revisionOf(response.result.protocolVersion);
      if (request.method === 'tools/list') tellOfFiles(response.result, folders);
      return response;
    } catch (error) {
      return refusalReply(request, error instanceof AppError ? error.sentence : cantPass(error));
    }
  };

  const serve = async (request: JSONRPCRequest): Promise<void> => {
    const stopping = new AbortController();
    running.set(request.id, stopping);
    const response = await answer(request, stopping.signal);
    if (running.get(request.id) === stopping) running.delete(request.id);
    // A request that was cancelled gets no answer (MCP, Cancellation).
    if (stopping.signal.aborted) return;
    try {
      send(response);
    } catch (error) {
      send(refusalReply(request, cantPass(error)));
    }
  };

  return {
    async receive(message) {
      if ('id' in message && message.id !== undefined) return await serve(message as JSONRPCRequest);
      // The cloud keeps nothing between requests: a notification means something to this process alone.
      const cancelled = message.params?.requestId as string | number | undefined;
      if (message.method === 'notifications/cancelled' && cancelled !== undefined)
        running.get(cancelled)?.abort();
    },
    async findTrouble() {
      const ping: JSONRPCRequest = { jsonrpc: '2.0', id: 0, method: 'ping' };
      const response = await answer(ping, new AbortController().signal);
      return 'error' in response ? response.error.message : undefined;
    },
    close() {
      for (const stopping of running.values()) stopping.abort();
    },
  };
}

function jsonBody(request: JSONRPCRequest, headers: Record<string, string>) {
  const text = Buffer.from(JSON.stringify(request));
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    body: { bytes: text.length, chunks: [text] },
  };
}

/** What the revision that the request is in wants beside the body. */
function protocolHeaders(request: JSONRPCRequest, agreed: string | undefined): Record<string, string> {
  const { method, params } = request;
  const accept = { accept: 'application/json' };
  const revision = findRevision(request);
  if (revision !== undefined) {
    const name = params?.name;
    return {
      ...accept,
      'mcp-protocol-version': headerText(revision),
      'mcp-method': headerText(method),
      ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
    };
  }
  const isAgreed = agreed !== undefined && method !== 'initialize';
  return { ...accept, ...(isAgreed && { 'mcp-protocol-version': agreed }) };
}

/** What a header can't hold travels in base64, as revision 2026-07-28 says. */
const headerText = (text: string): string =>
  /^[\x21-\x7e]+$/.test(text) && !text.startsWith('=?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Revisions are dates; whatever else the cloud names goes into no header. */
const revisionOf = (named: unknown): string | undefined =>
  typeof named === 'string' && /^\d{4}-\d\d-\d\d$/.test(named) ? named : undefined;

/** A message that is nested too deep, for one. */
const cantPass = (error: unknown): string =>
  `The bridge can't pass this message on (${(error as Error).name}).`;
