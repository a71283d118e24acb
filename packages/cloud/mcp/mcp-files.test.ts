/** The multipart extension: files that come with a call, and what of them doesn't fit it. */
import { createHash } from 'node:crypto';
import { ImagingRefusal } from '@platen/imaging/imaging-refusal';
import { describe, expect, it } from 'vitest';
import { type Exchanged, jpegBytes, modernRequest } from '../../../test/fixtures/mcp/mcp.ts';
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

const { send, stream, cloud } = useMultipartCloud();

const mib = 1024 * 1024;

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
    const { response } = await stream(async (request) => {
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
    const probe = cloud().deps.imaging.probe;
    cloud().deps.imaging.probe = () => Promise.reject(new ImagingRefusal('unknown_type'));
    const { status, json } = await send([named({}), fileOf('a', 'plain text')]).finally(() => {
      cloud().deps.imaging.probe = probe;
    });
    expect([status, json.result.isError, json.result.content[0].text]).toEqual([
      200,
      true,
      'file: This is not a picture or PDF that can be printed.',
    ]);
  });

  it('a path in a JSON call is refused alike: the service opens none', async () => {
    for (const file_path of ['/etc/passwd', 'cid:a', '']) {
      const result = await cloud().call('upload_photo', { file_path });
      expect([result.isError, result.content[0].text]).toEqual([true, expect.stringMatching(/^file_path: /)]);
    }
  });
});
