/** Whoever may stand where the bridge looks for the cloud: servers that answer whatever a test says, on loopback. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Bridge, type BridgeOptions, createBridge } from '../mcp/mcp-bridge.ts';
import type { ClientMessage } from '../mcp/mcp-stdio.ts';

export interface RawServers {
  /** Each answers the address of an MCP endpoint. */
  onHttp(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL>;
  /** Sends these bytes as soon as something came, and ends. */
  onTcp(bytes: string): Promise<URL>;
  /** Answers every request with this text, once it was read. */
  saying(text: string): Promise<URL>;
  close(): Promise<void>;
  /** An empty folder of the test under way. */
  readonly folder: string;
}

/** For the tests of one file: after each of them every server and the folder are gone. */
export function useRawServers(): RawServers {
  let folder = '';
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listen = async (server: Server): Promise<URL> => {
    servers.push(server);
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`);
  };
  const onHttp: RawServers['onHttp'] = (answer) => listen(createServer(answer));
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'platen-bridge-')));
  });
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  };
  afterEach(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    onHttp,
    onTcp: (bytes) => listen(createTcpServer((socket) => socket.once('data', () => socket.end(bytes)))),
    saying: (text) =>
      onHttp((request, response) => {
        request.resume();
        request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(text));
      }),
    close,
    get folder() {
      return folder;
    },
  };
}

/** The key of every bridge here. */
const bridgeKey = 'platen_live_0123456789abcdefABCDEF0123456789';

export interface OpenedBridge {
  bridge: Bridge;
  /** What the client got, oldest first. */
  sent: object[];
}

/** A bridge in this process. */
export function openBridge(endpoint: URL, more: Partial<BridgeOptions> = {}): OpenedBridge {
  const sent: object[] = [];
  const send = (response: object): void => {
    // What can't be written must not count as sent.
    JSON.stringify(response);
    sent.push(response);
  };
  return { bridge: createBridge({ endpoint, apiKey: bridgeKey, folders: [], send, ...more }), sent };
}

export const requestOf = (method: string, params: object = {}, id: string | number = 1) => ({
  jsonrpc: '2.0' as const,
  id,
  method,
  params: params as Record<string, unknown>,
});

export const callOf = (name: string, input: unknown = {}, id: string | number = 1) =>
  requestOf('tools/call', { name, arguments: input }, id);

/** The one answer to a request. */
export async function answerTo(
  { bridge, sent }: OpenedBridge,
  message: ClientMessage = callOf('get_balance'),
) {
  sent.length = 0;
  await bridge.receive(message);
  expect(sent).toHaveLength(1);
  // biome-ignore lint/suspicious/noExplicitAny: an answer to any message; each test says what it expects.
  return sent[0] as any;
}

/** The sentence with which a call failed, as the assistant reads it. */
export async function sentenceOf(opened: OpenedBridge, message = callOf('get_balance')): Promise<string> {
  const { result, id } = await answerTo(opened, message);
  expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.any(String) }] });
  expect(id).toBe(message.id);
  return result.content[0].text;
}

/** JSON that can be read, and not written again. */
export const deepJson = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
