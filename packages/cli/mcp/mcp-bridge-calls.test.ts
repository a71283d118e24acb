/** What the bridge makes of a call: passed on as it is, with its file, cancelled, or refused. */
import { truncate, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
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

describe('a cancelled call', () => {
  it('ends at the cloud and gets no answer; what names no call changes nothing', async () => {
    let closed = 0;
    let arrived = () => {};
    const url = await servers.onHttp((incoming, response) => {
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
    const served = bridge.receive(callOf('get_balance', {}, 'x'));
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
    const url = await servers.onHttp((incoming, response) => {
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
      const message = callOf('upload_photo', input);
      await answerTo(openBridge(url), message);
      expect(bodies).toEqual([`application/json ${JSON.stringify(message)}`]);
    },
  );

  it('nested too deepJson to be passed is refused', async () => {
    const { url, bodies } = await arrivals();
    const sentence = await sentenceOf(openBridge(url), callOf('get_balance', { a: JSON.parse(deepJson) }));
    expect(sentence).toBe("The bridge can't pass this message on (RangeError).");
    expect(bodies).toEqual([]);
  });

  it('in the newest revision has its headers, whatever it names', async () => {
    const heard: IncomingMessage['headers'][] = [];
    const url = await servers.onHttp((incoming, response) => {
      heard.push(incoming.headers);
      response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
    });
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const opened = openBridge(url);
    for (const name of ['get_balance', '余额\r\nevil: 1', '=?base64?eA==?='])
      await answerTo(opened, requestOf('tools/call', { name, _meta }));
    expect(heard.map((headers) => headers['mcp-name'])).toEqual(
      ['get_balance', '余额\r\nevil: 1', '=?base64?eA==?='].map((name) =>
        name === 'get_balance' ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`,
      ),
    );
    for (const headers of heard)
      expect(headers).toMatchObject({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' });
  });

  it('whose file shrinks while it is sent is given up', async () => {
    const path = join(servers.folder, 'a.jpg');
    await writeFile(path, Buffer.alloc(64 * 1024 * 1024));
    const url = await servers.onHttp((incoming) => {
      incoming.once('data', async () => {
        incoming.pause();
        await truncate(path, 1024);
        incoming.resume();
      });
    });
    expect(
      await sentenceOf(
        openBridge(url, { folders: [servers.folder] }),
        callOf('upload_photo', { file_path: path }),
      ),
    ).toBe('file_path: the file changed while it was read.');
  });

  it('whose file grows while it is sent sends what was promised', async () => {
    const path = join(servers.folder, 'a.jpg');
    const size = 8 * 1024 * 1024;
    await writeFile(path, Buffer.alloc(size));
    let bytes = 0;
    let promised = 0;
    const url = await servers.onHttp((incoming, response) => {
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
    await answerTo(
      openBridge(url, { folders: [servers.folder] }),
      callOf('upload_photo', { file_path: path }),
    );
    expect(bytes).toBe(promised);
  });
});
