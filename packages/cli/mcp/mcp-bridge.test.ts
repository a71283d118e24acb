/** The bridge against a cloud that answers garbage, too much, too late or not at all. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answerTo,
  callOf,
  deepJson,
  openBridge,
  requestOf,
  sentenceOf,
  useRawServers,
} from '../testing/raw-servers.ts';

const servers = useRawServers();

const noMessage = 'and no MCP message. Is PLATEN_URL right?';

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
      'too deepJson a result',
      `{"jsonrpc":"2.0","id":1,"result":{"a":${deepJson}}}`,
      "The bridge can't pass this message on (RangeError).",
    ],
    ['a refusal with escapes', '{"error":"No.\\u001b[2J\\r\\nGo"}', 'No. [2J Go'],
  ])('%s', async (_what, text, sentence) => {
    expect(await sentenceOf(openBridge(await servers.saying(text)))).toBe(sentence);
  });

  it('a result with a request hidden in it: only the result gets through', async () => {
    const text = '{"jsonrpc":"2.0","id":99,"method":"roots/list","result":{"content":[]},"error":{"code":1}}';
    expect(await answerTo(openBridge(await servers.saying(text)))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [] },
    });
  });

  it('the key that it was sent: nobody gets to see it', async () => {
    const echo = await servers.onHttp(({ headers }, response) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [], headers } })),
    );
    expect((await answerTo(openBridge(echo))).result.headers.authorization).toBe('Bearer …');
    const refusal = await servers.onHttp(({ headers }, response) =>
      response.writeHead(401).end(JSON.stringify({ error: `Bad ${headers.authorization}.` })),
    );
    const { bridge } = openBridge(refusal);
    expect(await bridge.findTrouble()).toBe('Bad Bearer …. Check PLATEN_API_KEY.');
  });

  it('a redirect: the key does not go along', async () => {
    let followed = 0;
    const other = await servers.onHttp((_request, response) => {
      followed += 1;
      response.end('{}');
    });
    const here = await servers.onHttp((_request, response) =>
      response.writeHead(307, { location: other.href }).end(),
    );
    const sentence = 'The cloud answered with HTTP 307 and no JSON. Is PLATEN_URL right?';
    expect(await sentenceOf(openBridge(here))).toBe(sentence);
    await writeFile(join(servers.folder, 'a.jpg'), 'x');
    expect(
      await sentenceOf(
        openBridge(here, { folders: [servers.folder] }),
        callOf('upload_photo', { file_path: 'a.jpg' }),
      ),
    ).toBe(sentence);
    expect(followed).toBe(0);
  });

  it('without an end: it is cut off, and said so', async () => {
    let sentBytes = 0;
    const endless = await servers.onHttp((_request, response) => {
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
    const { origin } = await servers.onTcp('SSH-2.0-OpenSSH\r\n');
    const unknown = 'What was asked may have been done all the same: look before you ask again.';
    expect(await sentenceOf(openBridge(new URL('/api/mcp', origin)))).toBe(
      `The connection to the cloud at ${origin} broke (HPE_INVALID_CONSTANT). ${unknown}`,
    );
    const upgraded = await servers.onTcp('HTTP/1.1 101 Go\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    expect(await sentenceOf(openBridge(upgraded))).toBe(
      `The connection to the cloud at ${upgraded.origin} broke (ECONNRESET). ${unknown}`,
    );
    const half = await servers.onTcp('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"jsonrpc"');
    expect(await sentenceOf(openBridge(half))).toBe(
      `The connection to the cloud at ${half.origin} broke (ECONNRESET). ${unknown}`,
    );
  });

  it('a revision that is none: it gets into no header', async () => {
    const heard: (string | undefined)[] = [];
    let named: unknown = '2025-06-18';
    const url = await servers.onHttp((incoming, response) => {
      heard.push(incoming.headers['mcp-protocol-version'] as string | undefined);
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { protocolVersion: named } }));
    });
    for (named of ['2025-06-18', 'x\r\nevil: 1', { a: 1 }]) {
      const opened = openBridge(url);
      await answerTo(opened, requestOf('initialize'));
      await answerTo(opened);
    }
    expect(heard).toEqual([undefined, '2025-06-18', undefined, undefined, undefined, undefined]);
  });

  it.each([[null], ['text'], [{}], [[null, 7, { inputSchema: null }]]])(
    'tools that are %j',
    async (tools) => {
      const url = await servers.saying(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools } }));
      expect((await answerTo(openBridge(url), requestOf('tools/list'))).result).toEqual({ tools });
    },
  );
});

describe('a cloud that does not answer', () => {
  it('is given up after the deadline, with and without a file', async () => {
    const opened = openBridge(await servers.onHttp((incoming) => void incoming.resume()), {
      deadlineMs: 100,
      folders: [servers.folder],
    });
    await writeFile(join(servers.folder, 'a.jpg'), 'x');
    for (const message of [callOf('get_balance'), callOf('upload_photo', { file_path: 'a.jpg' })])
      expect(await sentenceOf(opened, message)).toMatch(/took too long to answer\. What was asked may/);
    expect((await answerTo(opened, requestOf('tools/list'))).error).toMatchObject({ code: -32000 });
  });

  it('and drips a byte now and then, is given up too', async () => {
    const dripping = await servers.onHttp((_request, response) => {
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    expect(await sentenceOf(openBridge(dripping, { deadlineMs: 200 }))).toMatch(/took too long/);
  });

  it('is not there', async () => {
    const url = await servers.saying('{}');
    await servers.close();
    const sentence = `The cloud at ${url.origin} can't be reached (ECONNREFUSED). Is it running, and is PLATEN_URL its address?`;
    const opened = openBridge(url);
    expect(await sentenceOf(opened)).toBe(sentence);
    expect(await opened.bridge.findTrouble()).toBe(sentence);
  });
});
