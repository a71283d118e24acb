/** Lines in and out: cut anywhere, broken, endless, and none of them stops the ones behind it. */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { deepJson } from '../testing/raw-servers.ts';
import { type ClientMessage, openStdio } from './mcp-stdio.ts';

function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: ClientMessage[] = [];
  const stdio = openStdio(input, output, (message) => received.push(message));
  const written = (): unknown[] =>
    (output.read()?.toString() ?? '')
      .split('\n')
      .slice(0, -1)
      .map((line: string) => JSON.parse(line));
  return { input, output, received, stdio, written };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const refused = (code: number, id: unknown = null) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String) },
});

describe('messages', () => {
  it('come whole, however the bytes were cut, and in their order', () => {
    const { input, received, written } = open();
    const named = { ...ping, id: '余额 €', params: { text: 'a\u2028b' } };
    const bytes = Buffer.from(
      `${JSON.stringify(ping)}\r\n\n  \n${JSON.stringify(named)}\n${JSON.stringify(ping)}\n`,
    );
    for (const byte of bytes) input.write(Buffer.of(byte));
    expect(received).toEqual([ping, named, ping]);
    input.write(bytes);
    expect(received).toHaveLength(6);
    expect(written()).toEqual([]);
  });

  it('without an end are kept back', () => {
    const { input, received } = open();
    input.end(JSON.stringify(ping));
    expect(received).toEqual([]);
  });

  it('go out one a line', () => {
    const { stdio, written } = open();
    stdio.send({ text: 'a\nb' });
    stdio.send(ping);
    expect(written()).toEqual([{ text: 'a\nb' }, ping]);
  });
});

describe('a line that is no message', () => {
  it.each([
    ['not JSON {"id":5}', refused(-32700)],
    ['7', refused(-32600)],
    ['null', refused(-32600)],
    ['[]', refused(-32600)],
    [JSON.stringify([ping]), refused(-32600)],
    ['{"id":5,"method":"ping"}', refused(-32600, 5)],
    ['{"jsonrpc":"2.0","id":"a"}', refused(-32600, 'a')],
    ['{"jsonrpc":"2.0","id":5,"method":7}', refused(-32600, 5)],
    ['{"jsonrpc":"2.0","id":5,"method":"ping","params":"text"}', refused(-32600, 5)],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', refused(-32600)],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', refused(-32600)],
    [deepJson, refused(-32600)],
  ])('%.60s is answered, and the next one is served', (line, answer) => {
    const { input, received, written } = open();
    input.write(`${line}\n${JSON.stringify(ping)}\n`);
    expect(written()).toEqual([answer]);
    expect(received).toEqual([ping]);
  });

  it('that is an answer is for nobody', () => {
    const { input, received, written } = open();
    input.write('{"jsonrpc":"2.0","id":1,"result":{}}\n{"jsonrpc":"2.0","id":1,"error":{}}\n');
    expect([received, written()]).toEqual([[], []]);
  });

  it('too long to be kept is answered when it ends', () => {
    const { input, received, written } = open();
    const block = Buffer.alloc(1024 * 1024, 'x');
    for (let blocks = 0; blocks < 21; blocks += 1) input.write(block);
    expect(written()).toEqual([]);
    input.write(`\n${JSON.stringify(ping)}\n`);
    expect(written()).toEqual([refused(-32600)]);
    expect(received).toEqual([ping]);
  });
});

describe('the end', () => {
  it('comes when the client closes its side, or breaks off', async () => {
    const closing = open();
    closing.input.end();
    await closing.stdio.ended;
    const broken = open();
    broken.output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await broken.stdio.ended;
    const lost = open();
    lost.input.destroy();
    await lost.stdio.ended;
  });
});
