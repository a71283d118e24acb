/** Uploads by address, over REST and MCP alike, to a document that is there; every connection ends on loopback. */
import { type RemoteServers, serveHttp } from '@platen/cloud/testing/remote-servers';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';

const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 5 });
const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297 });

let servers: RemoteServers;
let cloud: TestCloud;
let account: TestAccount;
beforeAll(async () => {
  servers = await serveHttp((request, response) => {
    if (request.url === '/holiday.jpg') return void response.end(jpeg);
    // The type is told by content, so what a server calls it is of no interest.
    if (request.url === '/file')
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(pdf);
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('<html>not found</html>');
  });
  cloud = await startTestCloud(undefined, { remoteNetwork: servers.network });
  account = await cloud.account();
});
afterAll(async () => {
  await cloud.close();
  await servers.close();
});

async function callTool(name: string, input: object) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  return (await account.call('POST', '/api/mcp', message)).body.result;
}

it('a photo', async () => {
  const file_url = 'https://photos.example/holiday.jpg';
  const rest = await account.call('POST', '/api/photos/upload', { file_url });
  const mcp = await callTool('upload_photo', { file_url, filename: 'mine.jpg' });
  expect(rest.status).toBe(201);
  expect(rest.body).toMatchObject({ filename: 'holiday.jpg', bytes: jpeg.length, width_px: 300 });
  expect(mcp.structuredContent).toMatchObject({ filename: 'mine.jpg', bytes: jpeg.length, width_px: 300 });
  expect(JSON.stringify(servers.connected)).not.toContain(account.apiKey);
});

it('a document, once for one key', async () => {
  const before = servers.connected.length;
  const input = { file_url: 'http://files.example/file' };
  const first = await callTool('upload_document', { ...input, idempotency_key: 'k' });
  const key = { 'idempotency-key': 'k' };
  const again = await account.call('POST', '/api/documents/upload', input, key);
  expect(first.structuredContent).toMatchObject({
    content_type: 'application/pdf',
    pages: 2,
    filename: 'file',
  });
  expect(again.body).toEqual(first.structuredContent);
  expect(servers.connected.length - before).toBe(1);
});

it.each([
  ['no file', { file_url: 'https://files.example/none' }, 422, /^file: /],
  ['an address inside', { file_url: 'http://169.254.169.254/' }, 422, /public internet/],
  ['no address', { file_url: 'photo.jpg' }, 400, /^file_url: must be an address such as/],
  [
    'two sources',
    { file_url: 'https://files.example/file', content: 'AAAA' },
    400,
    /^content: is one source/,
  ],
  ['no source', {}, 400, /^file_url: is missing; send file_url, content \(base64\) or a file part\./],
  [
    'an address without an end',
    { file_url: `https://x.example/${'a'.repeat(4096)}` },
    400,
    /^file_url: must/,
  ],
  ['a path', { file_path: '/etc/passwd' }, 400, /file_path/],
] as const)('%s is refused alike, and nothing is kept', async (_what, input, status, sentence) => {
  const listed = async () => (await account.call('GET', '/api/documents?kind=all')).body.total;
  const before = await listed();
  const rest = await account.call('POST', '/api/documents/upload', input);
  const mcp = await callTool('upload_document', input);
  expect([rest.status, mcp.isError]).toEqual([status, true]);
  expect(rest.body.error).toMatch(sentence);
  expect(mcp.content[0].text).toMatch(sentence);
  expect(await listed()).toBe(before);
});
