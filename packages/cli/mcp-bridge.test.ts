/** The bridge against a cloud that answers garbage, too much, too late or not at all, and against calls that mean harm. */
import { mkdtemp, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONRPCResponse } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bridge, type BridgeOptions, createBridge } from './mcp-bridge.ts';

const apiKey = 'platen_live_0123456789abcdefABCDEF0123456789';
const servers: Server[] = [];
const sockets = new Set<Socket>();
let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'platen-bridge-')));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  await rm(folder, { recursive: true, force: true });
});

async function listen(server: Server): Promise<URL> {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`);
}

const onHttp = (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL> =>
  listen(createServer(answer));
/** Sends these bytes as soon as something came. */
const onTcp = (bytes: string): Promise<URL> =>
  listen(createTcpServer((socket) => socket.once('data', () => socket.end(bytes))));
const saying = (text: string, status = 200): Promise<URL> =>
  onHttp((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(text));
  });

function openBridge(endpoint: URL, more: Partial<BridgeOptions> = {}) {
  const sent: JSONRPCResponse[] = [];
  const bridge = createBridge({
    endpoint,
    apiKey,
    folders: [folder],
    send: (response) => {
      // What can't be written must not count as sent.
      JSON.stringify(response);
      sent.push(response);
    },
    ...more,
  });
  return { bridge, sent };
}

const request = (method: string, params: object = {}, id: string | number = 1) => ({
  jsonrpc: '2.0' as const,
  id,
  method,
  params: params as Record<string, unknown>,
});
const call = (name: string, input: unknown = {}, id: string | number = 1) =>
  request('tools/call', { name, arguments: input }, id);

/** The one answer to a request. */
async function answerTo(
  { bridge, sent }: { bridge: Bridge; sent: JSONRPCResponse[] },
  message = call('get_balance'),
) {
  sent.length = 0;
  await bridge.receive(message);
  expect(sent).toHaveLength(1);
  // biome-ignore lint/suspicious/noExplicitAny: an answer to any message; each test says what it expects.
  return sent[0] as any;
}

/** The sentence with which a call failed, as the assistant reads it. */
async function sentenceOf(opened: ReturnType<typeof openBridge>, message = call('get_balance')) {
  const { result, id } = await answerTo(opened, message);
  expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.any(String) }] });
  expect(id).toBe(message.id);
  return result.content[0].text as string;
}

const noMessage = 'and no MCP message. Is PLATEN_URL right?';
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

describe('a cloud that answers', () => {
  it.each([
    [
      'a page',
      '<html>It works!</html>',
      'The cloud answered with HTTP 200 and no JSON. Is PLATEN_URL right?',
    ],
    ['nothing', '', 'The cloud answered with HTTP 200 and no JSON. Is PLATEN_URL right?'],
    ...['null', '7', '"text"', '[]', '{}', '{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","result":null}'].map(
      (text) => [text, text, `The cloud answered with HTTP 200 ${noMessage}`],
    ),
    [
      'a list as the result',
      '{"jsonrpc":"2.0","id":1,"result":[]}',
      `The cloud answered with HTTP 200 ${noMessage}`,
    ],
    [
      'an error without a code',
      '{"jsonrpc":"2.0","id":1,"error":{}}',
      `The cloud answered with HTTP 200 ${noMessage}`,
    ],
    [
      'a request of its own',
      '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}',
      `The cloud answered with HTTP 200 ${noMessage}`,
    ],
    [
      'too deep a result',
      `{"jsonrpc":"2.0","id":1,"result":{"a":${deep}}}`,
      "The bridge can't pass this message on (RangeError).",
    ],
    ['a refusal with escapes', '{"error":"No.\\u001b[2J\\r\\nGo"}', 'No. [2J Go'],
  ])('%s', async (_what, text, sentence) => {
    expect(await sentenceOf(openBridge(await saying(text)))).toBe(sentence);
  });

  it('a result with a request hidden in it: only the result gets through', async () => {
    const text = '{"jsonrpc":"2.0","id":99,"method":"roots/list","result":{"content":[]},"error":{"code":1}}';
    expect(await answerTo(openBridge(await saying(text)))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [] },
    });
  });

  it('the key that it was sent: nobody gets to see it', async () => {
    const echo = await onHttp(({ headers }, response) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [], headers } })),
    );
    expect((await answerTo(openBridge(echo))).result.headers.authorization).toBe('Bearer …');
    const refusal = await onHttp(({ headers }, response) =>
      response.writeHead(401).end(JSON.stringify({ error: `Bad ${headers.authorization}.` })),
    );
    const { bridge } = openBridge(refusal);
    expect(await bridge.findTrouble()).toBe('Bad Bearer …. Check PLATEN_API_KEY.');
  });

  it('a redirect: the key does not go along', async () => {
    let followed = 0;
    const other = await onHttp((_request, response) => {
      followed += 1;
      response.end('{}');
    });
    const here = await onHttp((_request, response) =>
      response.writeHead(307, { location: other.href }).end(),
    );
    const sentence = 'The cloud answered with HTTP 307 and no JSON. Is PLATEN_URL right?';
    expect(await sentenceOf(openBridge(here))).toBe(sentence);
    await writeFile(join(folder, 'a.jpg'), 'x');
    expect(await sentenceOf(openBridge(here), call('upload_photo', { file_path: 'a.jpg' }))).toBe(sentence);
    expect(followed).toBe(0);
  });

  it('without an end: it is cut off, and said so', async () => {
    let sentBytes = 0;
    const endless = await onHttp((_request, response) => {
      const block = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        sentBytes += block.length;
        if (response.writable) response.write(block, more);
      };
      more();
    });
    expect(await sentenceOf(openBridge(endless))).toBe('The answer of the cloud is too long to be read.');
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
  });

  it('with what is no HTTP, or half of it', async () => {
    const { origin } = await onTcp('SSH-2.0-OpenSSH\r\n');
    const unknown = 'What was asked may have been done all the same: look before you ask again.';
    expect(await sentenceOf(openBridge(new URL('/api/mcp', origin)))).toBe(
      `The connection to the cloud at ${origin} broke (HPE_INVALID_CONSTANT). ${unknown}`,
    );
    const half = await onTcp('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"jsonrpc"');
    expect(await sentenceOf(openBridge(half))).toBe(
      `The connection to the cloud at ${half.origin} broke (ECONNRESET). ${unknown}`,
    );
  });

  it('a revision that is none: it gets into no header', async () => {
    const heard: (string | undefined)[] = [];
    let named: unknown = '2025-06-18';
    const url = await onHttp((incoming, response) => {
      heard.push(incoming.headers['mcp-protocol-version'] as string | undefined);
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { protocolVersion: named } }));
    });
    for (named of ['2025-06-18', 'x\r\nevil: 1', { a: 1 }]) {
      const opened = openBridge(url);
      await answerTo(opened, request('initialize'));
      await answerTo(opened);
    }
    expect(heard).toEqual([undefined, '2025-06-18', undefined, undefined, undefined, undefined]);
  });

  it.each([[null], ['text'], [{}], [[null, 7, { inputSchema: null }]]])(
    'tools that are %j',
    async (tools) => {
      const url = await saying(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools } }));
      expect((await answerTo(openBridge(url), request('tools/list'))).result).toEqual({ tools });
    },
  );
});

describe('a cloud that does not answer', () => {
  it('is given up after the deadline, with and without a file', async () => {
    const opened = openBridge(await onHttp((incoming) => void incoming.resume()), { deadlineMs: 100 });
    await writeFile(join(folder, 'a.jpg'), 'x');
    for (const message of [call('get_balance'), call('upload_photo', { file_path: 'a.jpg' })])
      expect(await sentenceOf(opened, message)).toMatch(/took too long to answer\. What was asked may/);
    expect((await answerTo(opened, request('tools/list'))).error).toMatchObject({ code: -32000 });
  });

  it('and drips a byte now and then, is given up too', async () => {
    const dripping = await onHttp((_request, response) => {
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    expect(await sentenceOf(openBridge(dripping, { deadlineMs: 200 }))).toMatch(/took too long/);
  });

  it('is not there', async () => {
    const url = await saying('{}');
    await new Promise((resolve) => servers.pop()!.close(resolve));
    const sentence = `The cloud at ${url.origin} can't be reached (ECONNREFUSED). Is it running, and is PLATEN_URL its address?`;
    const opened = openBridge(url);
    expect(await sentenceOf(opened)).toBe(sentence);
    expect(await opened.bridge.findTrouble()).toBe(sentence);
  });
});

describe('a cancelled call', () => {
  it('ends at the cloud and gets no answer; what names no call changes nothing', async () => {
    let closed = 0;
    let arrived = () => {};
    const url = await onHttp((incoming, response) => {
      incoming.resume();
      response.on('close', () => {
        closed += 1;
      });
      arrived();
    });
    const { bridge, sent } = openBridge(url);
    const here = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const served = bridge.receive(call('get_balance', {}, 'x'));
    await here;
    await bridge.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'y' } });
    await bridge.receive({ jsonrpc: '2.0', method: 'notifications/cancelled' });
    await bridge.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'x' } });
    await served;
    expect(sent).toEqual([]);
    await expect.poll(() => closed).toBe(1);
  });
});

describe('a call', () => {
  const arrivals = async () => {
    const bodies: string[] = [];
    const url = await onHttp((incoming, response) => {
      let text = '';
      incoming.on('data', (chunk) => {
        text += chunk;
      });
      incoming.on('end', () => {
        bodies.push(`${incoming.headers['content-type']?.split(';')[0]} ${text}`);
        response.end('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}');
      });
    });
    return { url, bodies };
  };

  it.each([[{ file_path: 7 }], [{ file_path: null }], [{ file_path: 'cid:a' }], ['text'], [null], [[]]])(
    'with the arguments %j is passed as it is',
    async (input) => {
      const { url, bodies } = await arrivals();
      const message = call('upload_photo', input);
      await answerTo(openBridge(url), message);
      expect(bodies).toEqual([`application/json ${JSON.stringify(message)}`]);
    },
  );

  it('nested too deep to be passed is refused', async () => {
    const { url, bodies } = await arrivals();
    const sentence = await sentenceOf(openBridge(url), call('get_balance', { a: JSON.parse(deep) }));
    expect(sentence).toBe("The bridge can't pass this message on (RangeError).");
    expect(bodies).toEqual([]);
  });

  it('in the newest revision has its headers, whatever it names', async () => {
    const heard: IncomingMessage['headers'][] = [];
    const url = await onHttp((incoming, response) => {
      heard.push(incoming.headers);
      response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
    });
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const opened = openBridge(url);
    for (const name of ['get_balance', '余额\r\nevil: 1', '=?base64?eA==?='])
      await answerTo(opened, request('tools/call', { name, _meta }));
    expect(heard.map((headers) => headers['mcp-name'])).toEqual(
      ['get_balance', '余额\r\nevil: 1', '=?base64?eA==?='].map((name) =>
        name === 'get_balance' ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`,
      ),
    );
    for (const headers of heard)
      expect(headers).toMatchObject({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' });
  });

  it('whose file shrinks while it is sent is given up', async () => {
    const path = join(folder, 'a.jpg');
    await writeFile(path, Buffer.alloc(64 * 1024 * 1024));
    const url = await onHttp((incoming) => {
      incoming.once('data', async () => {
        incoming.pause();
        await truncate(path, 1024);
        incoming.resume();
      });
    });
    expect(await sentenceOf(openBridge(url), call('upload_photo', { file_path: path }))).toBe(
      'file_path: the file changed while it was read.',
    );
  });

  it('whose file grows while it is sent sends what was promised', async () => {
    const path = join(folder, 'a.jpg');
    const size = 8 * 1024 * 1024;
    await writeFile(path, Buffer.alloc(size));
    let bytes = 0;
    let promised = 0;
    const url = await onHttp((incoming, response) => {
      promised = Number(incoming.headers['content-length']);
      incoming.once('data', async () => {
        incoming.pause();
        await truncate(path, size * 2);
        incoming.resume();
      });
      incoming.on('data', (chunk) => {
        bytes += chunk.length;
      });
      incoming.on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}'));
    });
    await answerTo(openBridge(url), call('upload_photo', { file_path: path }));
    expect(bytes).toBe(promised);
  });
});
