/** A listening cloud for the MCP tests, with one customer; pictures are not decoded in it. Used by tests alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageProbe } from '@platen/imaging/probe-file';
import { createAccount } from './accounts/account-creation.ts';
import { openFilesFolder } from './adapters/files-folder.ts';
import { createApp } from './app.ts';
import type { Deps } from './context.ts';
import { openDatabase } from './db/database.ts';
import { ensureShop } from './demo.ts';

/** The first bytes of a JPEG (SOI and APP0); the stand-in for imaging looks no further. */
export const jpegBytes: Buffer = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

export interface Exchanged {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any message; each test says what it expects of them.
  json: any;
}

export interface McpCloud {
  url: string;
  apiKey: string;
  deps: Deps;
  /** Events that were logged as errors. */
  errors: { event: string; fields: Record<string, unknown> | undefined }[];
  /** POST /api/mcp with the key; an object is sent as JSON, a text as it is. */
  post(body: unknown, headers?: Record<string, string>): Promise<Exchanged>;
  /** Any REST call with the key. */
  rest(method: string, path: string, body?: unknown): Promise<Exchanged>;
  /** tools/call without a handshake, as clients of older revisions do on a stateless server; answers the result. */
  call(name: string, input?: object): Promise<Exchanged['json']>;
  close(): Promise<void>;
}

export async function startMcpCloud(): Promise<McpCloud> {
  const dir = await mkdtemp(join(tmpdir(), 'platen-mcp-'));
  const database = await openDatabase(':memory:');
  const errors: McpCloud['errors'] = [];
  const deps: Deps = {
    database,
    files: await openFilesFolder(join(dir, 'files')),
    imaging: { probe: async () => picture },
    log: (level, event, fields) => {
      if (level === 'error') errors.push({ event, fields });
    },
    now: Date.now,
    currency: 'CNY',
    maxUploadBytes: 20 * 1024 * 1024,
    startedAt: Date.now(),
  };
  await ensureShop(database, Date.now());
  const { apiKey } = await createAccount(database, {
    phone: '+8613000000001',
    nickname: 'Test',
    role: 'customer',
    shopId: null,
    openingMinor: 10_000,
    currency: 'CNY',
    now: Date.now(),
  });
  const app = await createApp(deps);
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    apiKey,
    deps,
    errors,
    ...requestsTo(url, apiKey),
    async close() {
      await app.close();
      await database.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const picture: ImageProbe = {
  kind: 'image',
  mediaType: 'image/jpeg',
  widthPx: 1800,
  heightPx: 1200,
  pages: 1,
  colourSpace: 'srgb',
  hasProfile: false,
  bitDepth: 8,
};

function requestsTo(url: string, apiKey: string): Pick<McpCloud, 'post' | 'rest' | 'call'> {
  const authorization = `Bearer ${apiKey}`;
  const send = async (path: string, init: RequestInit): Promise<Exchanged> => {
    const response = await fetch(url + path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const { status, headers } = response;
    return { status, headers, text, json: isJson ? JSON.parse(text) : undefined };
  };
  const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
  const json = { authorization, 'content-type': 'application/json' };
  const post: McpCloud['post'] = (body, headers = {}) =>
    send('/api/mcp', { method: 'POST', headers: { ...json, ...headers }, body: textOf(body) });
  return {
    post,
    rest: (method, path, body) =>
      send(
        path,
        body === undefined
          ? { method, headers: { authorization } }
          : { method, headers: json, body: textOf(body) },
      ),
    async call(name, input = {}) {
      const params = { name, arguments: input };
      return (await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })).json.result;
    },
  };
}

/** A request of revision 2026-07-28 and the headers that go with it. */
export function modernRequest(method: string, params: Record<string, unknown> = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
  return {
    body: { jsonrpc: '2.0', id: 'm-1', method, params: { ...params, _meta } },
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name } as Record<
      string,
      string
    >,
  };
}
