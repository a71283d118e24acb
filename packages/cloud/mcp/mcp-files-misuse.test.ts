/** The multipart extension misused, cut off or too large: the right refusal each time, and no staging file left behind. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { jpegBytes } from '../../../test/fixtures/mcp/mcp.ts';
import {
  bodyOf,
  fileOf,
  messageOf,
  type Part,
  textOf,
  toolCall,
  upload,
  useMultipartCloud,
} from '../../../test/fixtures/mcp/mcp-multipart.ts';

const { send, stream, staging, cloud, expectNoStaging } = useMultipartCloud();

const mib = 1024 * 1024;

describe('a body that is not the extension is a JSON-RPC error', () => {
  const tenFiles = Array.from({ length: 10 }, (_, i) => fileOf(`f${i}`));
  it.each([
    ['broken JSON', [messageOf('{'), fileOf('a')], 400, -32700],
    ['an empty message', [messageOf(''), fileOf('a')], 400, -32700],
    ['no message', [fileOf('a')], 400, -32600],
    ['no part at all', [], 400, -32600],
    ['a message behind a file', [fileOf('a'), upload()], 400, -32600],
    ['a second message', [upload(), upload()], 400, -32600],
    ['a second message behind a file', [upload(), fileOf('a'), upload()], 400, -32600],
    [
      'another method',
      [messageOf({ jsonrpc: '2.0', id: 7, method: 'tools/list' }), fileOf('a')],
      400,
      -32600,
    ],
    ['a batch', [messageOf([toolCall('upload_photo')]), fileOf('a')], 400, -32600],
    ['a notification', [messageOf({ jsonrpc: '2.0', method: 'tools/call' }), fileOf('a')], 400, -32600],
    ['a message that is none', [messageOf('null'), fileOf('a')], 400, -32600],
    ['a message of another type', [{ ...upload(), type: 'text/html' }, fileOf('a')], 400, -32600],
    ['two parts of one name', [upload(), fileOf('a'), fileOf('a')], 400, -32600],
    ['a part without a name', [upload(), { body: 'x' }], 400, -32600],
    ['a part with an empty name', [upload(), { name: '', body: 'x' }], 400, -32600],
    ['eleven files', [upload(), ...tenFiles, fileOf('last')], 413, -32010],
    ['a message beyond 1 MiB', [upload({ filename: 'x'.repeat(mib) }), fileOf('a')], 413, -32010],
  ])('%s', async (_, parts, status, code) => {
    const answer = await send(parts as Part[]);
    expect([answer.status, answer.json.jsonrpc, answer.json.error.code]).toEqual([status, '2.0', code]);
    expect(answer.json.error.message).toMatch(/\.$/);
    if (code === -32010) expect(answer.json.error.data.limit).toEqual(expect.any(Number));
  });

  it('ten files are not too many', async () => {
    const { json } = await send([upload({ file_path: 'cid:f3' }), ...tenFiles]);
    expect(json.result.content[0].text).toMatch(/^f0: no argument names this file part/);
  });

  it('names the request that it answers once it is known', async () => {
    const { json } = await send([messageOf(toolCall('upload_photo', {}, 'abc')), fileOf('a'), fileOf('a')]);
    expect(json.id).toBe('abc');
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'])(
    'Content-Type: %s',
    async (type) => {
      const { status, json } = await send([upload(), fileOf('a')], { 'content-type': type });
      expect([status, json.error.code]).toEqual([400, -32600]);
    },
  );

  it('a body that ends too early', async () => {
    const { status, json } = await send(bodyOf([upload(), fileOf('a')], { closed: false }));
    expect([status, json.error.code]).toEqual([400, -32600]);
  });
});

describe('limits and ends', () => {
  it('the key is checked, and the host and the set, before a byte of the body is read', async () => {
    for (const [headers, path, status] of [
      [{ authorization: 'Bearer wrong' }, '/api/mcp', 401],
      [{ authorization: '' }, '/api/mcp', 401],
      [{ host: 'evil.example' }, '/api/mcp', 403],
      [{}, '/api/mcp/x/nope', 400],
    ] as const) {
      const { response, request } = await stream(() => {}, { headers: { ...headers }, path });
      const answer = (await response)!;
      expect([answer.statusCode, Object.keys(JSON.parse(await textOf(answer)))]).toEqual([status, ['error']]);
      request.destroy();
    }
  });

  it('Content-Length alone is enough to be refused', async () => {
    const { response, request } = await stream(() => {}, {
      headers: { 'content-length': String(30 * mib) },
    });
    const answer = (await response)!;
    const { error } = JSON.parse(await textOf(answer));
    expect([answer.statusCode, error.code, error.data]).toEqual([413, -32010, { limit: 20 * mib }]);
    request.destroy();
  });

  it('without a length the bytes are counted, of all files together', async () => {
    const half = Buffer.alloc(11 * mib);
    const { response, request } = await stream((outgoing) => {
      outgoing.end(bodyOf([upload({ file_path: 'cid:a' }), fileOf('a', half), fileOf('b', half)]));
    });
    const answer = (await response)!;
    const { error, id } = JSON.parse(await textOf(answer));
    expect([answer.statusCode, error.code, error.data, id]).toEqual([413, -32010, { limit: 20 * mib }, 7]);
    request.destroy();
  });

  it('a client that goes away leaves nothing, wherever it was', async () => {
    const whole = bodyOf([upload(), fileOf('a', Buffer.alloc(2 * mib)), fileOf('b', Buffer.alloc(2 * mib))]);
    for (const at of [0, 10, 300, 100_000, mib + 5000, 3 * mib, whole.length - 3]) {
      const { request, response } = await stream((outgoing) => {
        if (at > 0) outgoing.write(whole.subarray(0, at));
        else outgoing.flushHeaders();
      });
      if (at > mib) await expect.poll(async () => (await staging()).length).toBeGreaterThan(0);
      request.destroy();
      expect(await response).toBeUndefined();
      await expectNoStaging();
    }
    expect((await send([upload(), fileOf('a')])).status).toBe(200);
  });

  it('a bug in the tool leaves nothing', async () => {
    const probe = cloud().deps.imaging.probe;
    cloud().deps.imaging.probe = () => Promise.reject(new Error('secret insides'));
    const { json } = await send([upload({ file_path: 'cid:a' }), fileOf('a')]).finally(() => {
      cloud().deps.imaging.probe = probe;
    });
    expect([json.result.isError, json.result.content[0].text]).toEqual([
      true,
      expect.stringMatching(/^Something went wrong on our side/),
    ]);
  });

  it('a client that sends without an end is cut off', async () => {
    const { request, response } = await stream((outgoing) => {
      outgoing.write(bodyOf([messageOf('{'), fileOf('a')], { closed: false }));
    });
    const answer = (await response)!;
    expect(answer.statusCode).toBe(400);
    answer.resume();
    const ended = new Promise<void>((resolve) => request.on('close', resolve));
    const more = Buffer.alloc(mib);
    let sent = 0;
    while (!request.destroyed && sent < 500) {
      sent += 1;
      const written = new Promise<void>((resolve) => request.write(more, () => resolve()));
      await Promise.race([written, ended]);
    }
    await ended;
    expect(sent).toBeLessThan(500);
  });

  it('uploads at the same time do not get into each other', async () => {
    const files = Array.from({ length: 12 }, (_, i) =>
      Buffer.concat([jpegBytes, Buffer.alloc(mib + i * 777, i)]),
    );
    const results = await Promise.all(
      files.map((file, i) =>
        i % 3 === 2 ? send([upload(), fileOf('a', file), fileOf('a')]) : send([upload(), fileOf('a', file)]),
      ),
    );
    for (const [i, { json }] of results.entries()) {
      if (i % 3 === 2) expect(json.error.code).toBe(-32600);
      else
        expect(json.result.structuredContent.sha256).toBe(
          createHash('sha256').update(files[i]!).digest('hex'),
        );
    }
  });
});
