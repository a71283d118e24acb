/** The multipart extension: files that come with a call, every misuse of it, and no staging file left behind by any. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Exchanged,
  jpegBytes,
  type McpCloud,
  modernRequest,
  startMcpCloud,
} from '../../test/fixtures/mcp.ts';

let cloud: McpCloud;
beforeAll(async () => {
  cloud = await startMcpCloud();
});
afterAll(() => cloud.close());

const boundary = 'platen-test';
const mib = 1024 * 1024;

interface Part {
  name?: string;
  filename?: string;
  type?: string;
  body: string | Buffer;
}

const toolCall = (name: string, input: object = {}, id: unknown = 7) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});
const messageOf = (value: unknown): Part => ({
  name: 'message',
  type: 'application/json',
  body: typeof value === 'string' ? value : JSON.stringify(value),
});
const upload = (input: object = {}) => messageOf(toolCall('upload_photo', input));
const fileOf = (name: string, body: string | Buffer = jpegBytes): Part => ({
  name,
  filename: `${name}.jpg`,
  type: 'image/jpeg',
  body,
});

function bodyOf(parts: readonly Part[], { closed = true } = {}): Buffer {
  const chunks = parts.flatMap(({ name, filename, type, body }) => {
    const named = [name !== undefined && ` name="${name}"`, filename && ` filename="${filename}"`];
    const head = [`Content-Disposition: form-data;${named.filter(Boolean).join(';')}`];
    if (type) head.push(`Content-Type: ${type}`);
    return [`--${boundary}\r\n${head.join('\r\n')}\r\n\r\n`, body, '\r\n'];
  });
  return Buffer.concat([...chunks, closed ? `--${boundary}--\r\n` : ''].map((chunk) => Buffer.from(chunk)));
}

const multipartType = `multipart/form-data; boundary=${boundary}`;

async function send(
  parts: readonly Part[] | Buffer,
  headers: Record<string, string> = {},
  path = '/api/mcp',
) {
  const response = await fetch(cloud.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${cloud.apiKey}`, 'content-type': multipartType, ...headers },
    body: new Uint8Array(Buffer.isBuffer(parts) ? parts : bodyOf(parts as readonly Part[])),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, json: (isJson ? JSON.parse(text) : undefined) as Exchanged['json'] };
}

const stagingDir = () => join(cloud.filesDir, 'staging');
/** Staging files are removed behind the answer's back; no test may leave one. */
async function expectNoStaging(): Promise<void> {
  await expect.poll(() => readdir(stagingDir()), { timeout: 5000 }).toEqual([]);
}
afterEach(expectNoStaging);

const photoOf = async (result: Exchanged['json']) => {
  expect(result.isError, JSON.stringify(result.content)).toBeUndefined();
  return result.structuredContent;
};

describe('a file that comes with a call', () => {
  const sha256 = createHash('sha256').update(jpegBytes).digest('hex');

  it.each([
    ['alone', {}],
    ['by its name', { file_path: 'cid:photo' }],
  ])('is kept when it is there %s', async (_, input) => {
    const { status, json } = await send([upload(input), fileOf('photo')]);
    expect([status, json.id]).toEqual([200, 7]);
    expect(await photoOf(json.result)).toMatchObject({
      sha256,
      bytes: jpegBytes.length,
      filename: 'photo.jpg',
    });
    expect(json.result.content).toEqual([
      { type: 'text', text: JSON.stringify(json.result.structuredContent) },
    ]);
  });

  it('may be called otherwise by an argument, and come without name of a file or type', async () => {
    const named = await send([upload({ filename: 'Ferien.jpg' }), fileOf('photo')]);
    expect((await photoOf(named.json.result)).filename).toBe('Ferien.jpg');
    const bare = await send([
      { name: 'message', body: JSON.stringify(toolCall('upload_document')) },
      { name: 'x', body: jpegBytes },
    ]);
    expect(await photoOf(bare.json.result)).toMatchObject({ sha256, filename: 'document' });
  });

  it('comes the same way in revision 2026-07-28, under its rules', async () => {
    const { body, headers } = modernRequest('tools/call', {
      name: 'upload_photo',
      arguments: { file_path: 'cid:a b' },
    });
    const { status, json } = await send([messageOf(body), fileOf('a b')], headers);
    expect([status, json.result.resultType]).toEqual([200, 'complete']);
    expect((await photoOf(json.result)).sha256).toBe(sha256);
    const wrong = await send([messageOf(body), fileOf('a b')], { ...headers, 'mcp-name': 'upload_document' });
    expect([wrong.status, wrong.json.error.code]).toEqual([400, -32020]);
  });

  it('is streamed in chunks of any size', async () => {
    const body = Buffer.alloc(3 * mib + 17, 'ab\r\n--platen-tes');
    body.set(jpegBytes);
    const whole = bodyOf([upload(), fileOf('photo', body)]);
    const { response } = await streamed(async (request) => {
      let at = 0;
      for (let size = 1; at < whole.length; size = Math.min(size * 3, 300_000)) {
        request.write(whole.subarray(at, at + size));
        at += size;
        await new Promise(setImmediate);
      }
      request.end();
    });
    const { result } = JSON.parse(await textOf((await response)!));
    expect((await photoOf(result)).sha256).toBe(createHash('sha256').update(body).digest('hex'));
  });

  it('is done once under its idempotency_key, at the same time too', async () => {
    const once = (file: string | Buffer) =>
      send([upload({ file_path: 'cid:p', idempotency_key: 'multipart-1' }), fileOf('p', file)]);
    const [first, second] = await Promise.all([once(jpegBytes), once(jpegBytes)]);
    expect(second!.json).toEqual(first!.json);
    expect((await once(jpegBytes)).json).toEqual(first!.json);
    const other = await once(Buffer.concat([jpegBytes, jpegBytes]));
    expect(other.json.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/Idempotency-Key/) }],
    });
  });

  it('belongs to the tools of the path, and a call without files is a call', async () => {
    const fewer = await send([upload(), fileOf('p')], {}, '/api/mcp/x/keys');
    expect(fewer.json.error.code).toBe(-32602);
    const plain = await send([messageOf(toolCall('get_balance'))]);
    expect(JSON.parse(plain.json.result.content[0].text).currency).toBe('CNY');
  });
});

describe('what does not fit the call is a result that says so', () => {
  const named = (input: object, tool = 'upload_photo') => messageOf(toolCall(tool, input));
  it.each([
    [
      'a part that is not there',
      named({ file_path: 'cid:b' }),
      [fileOf('a')],
      /^file_path: .*no part "b".*cid:a/,
    ],
    ['a part, where none is', named({ file_path: 'cid:b' }), [], /^file_path: .*no part "b".*no file parts/],
    [
      'a part that nothing names',
      named({ file_path: 'cid:a' }),
      [fileOf('a'), fileOf('b')],
      /^b: no argument/,
    ],
    ['several parts and no name', named({}), [fileOf('a'), fileOf('b')], /^a: no argument.*cid:a, cid:b/],
    [
      'a part for a tool without files',
      named({}, 'list_orders'),
      [fileOf('a')],
      /^a: no argument.*list_orders/,
    ],
    ['content and a part', named({ content: 'aaaa' }), [fileOf('a')], /^a: no argument.*content/],
    [
      'content and file_path',
      named({ content: 'aaaa', file_path: 'cid:a' }),
      [fileOf('a')],
      /^file_path: .*content/,
    ],
    [
      'file_url and file_path',
      named({ file_url: 'https://x.example', file_path: 'cid:a' }),
      [fileOf('a')],
      /^file_path: .*file_url/,
    ],
    ['a path', named({ file_path: '/etc/passwd' }), [fileOf('a')], /^file_path: must be cid:/],
    [
      'a file: address',
      named({ file_path: 'file:///etc/passwd' }),
      [fileOf('a')],
      /^file_path: must be cid:/,
    ],
    ['no text', named({ file_path: 5 }), [fileOf('a')], /^file_path: must be cid:/],
  ])('%s', async (_, message, files, sentence) => {
    const { status, json } = await send([message as Part, ...(files as Part[])]);
    expect([status, json.id, json.result.isError]).toEqual([200, 7, true]);
    expect(json.result.content[0].text).toMatch(sentence as RegExp);
  });

  it('a file of a type that is not accepted', async () => {
    const probe = cloud.deps.imaging.probe;
    cloud.deps.imaging.probe = () => Promise.reject(new ImagingRefusal('unknown_type'));
    const { status, json } = await send([named({}), fileOf('a', 'plain text')]).finally(() => {
      cloud.deps.imaging.probe = probe;
    });
    expect([status, json.result.isError, json.result.content[0].text]).toEqual([
      200,
      true,
      'file: This is not a picture or PDF that can be printed.',
    ]);
  });

  it('a path in a JSON call is refused alike: the service opens none', async () => {
    for (const file_path of ['/etc/passwd', 'cid:a', '']) {
      const result = await cloud.call('upload_photo', { file_path });
      expect([result.isError, result.content[0].text]).toEqual([true, expect.stringMatching(/^file_path: /)]);
    }
  });
});

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
      const { response, request } = await streamed(() => {}, { headers: { ...headers }, path });
      const answer = (await response)!;
      expect([answer.statusCode, Object.keys(JSON.parse(await textOf(answer)))]).toEqual([status, ['error']]);
      request.destroy();
    }
  });

  it('Content-Length alone is enough to be refused', async () => {
    const { response, request } = await streamed(() => {}, {
      headers: { 'content-length': String(30 * mib) },
    });
    const answer = (await response)!;
    const { error } = JSON.parse(await textOf(answer));
    expect([answer.statusCode, error.code, error.data]).toEqual([413, -32010, { limit: 20 * mib }]);
    request.destroy();
  });

  it('without a length the bytes are counted, of all files together', async () => {
    const half = Buffer.alloc(11 * mib);
    const { response, request } = await streamed((outgoing) => {
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
      const { request, response } = await streamed((outgoing) => {
        if (at > 0) outgoing.write(whole.subarray(0, at));
        else outgoing.flushHeaders();
      });
      if (at > mib) await expect.poll(async () => (await readdir(stagingDir())).length).toBeGreaterThan(0);
      request.destroy();
      expect(await response).toBeUndefined();
      await expectNoStaging();
    }
    expect((await send([upload(), fileOf('a')])).status).toBe(200);
  });

  it('a bug in the tool leaves nothing', async () => {
    const probe = cloud.deps.imaging.probe;
    cloud.deps.imaging.probe = () => Promise.reject(new Error('secret insides'));
    const { json } = await send([upload({ file_path: 'cid:a' }), fileOf('a')]).finally(() => {
      cloud.deps.imaging.probe = probe;
    });
    expect([json.result.isError, json.result.content[0].text]).toEqual([
      true,
      expect.stringMatching(/^Something went wrong on our side/),
    ]);
  });

  it('a client that sends without an end is cut off', async () => {
    const { request, response } = await streamed((outgoing) => {
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
        expect((await photoOf(json.result)).sha256).toBe(
          createHash('sha256').update(files[i]!).digest('hex'),
        );
    }
  });
});

/** A request whose body is written bit by bit; the response is undefined when the connection ended without one. */
async function streamed(
  write: (request: ClientRequest) => void | Promise<void>,
  { headers = {}, path = '/api/mcp' }: { headers?: Record<string, string>; path?: string } = {},
): Promise<{ request: ClientRequest; response: Promise<IncomingMessage | undefined> }> {
  const { port } = new URL(cloud.url);
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers: { authorization: `Bearer ${cloud.apiKey}`, 'content-type': multipartType, ...headers },
  });
  const response = new Promise<IncomingMessage | undefined>((resolve) => {
    request.on('response', resolve);
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
  });
  request.flushHeaders();
  await write(request);
  return { request, response };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
