/** Hostile files on every way into the service: REST, MCP in base64, an address; and what is shown of those that are let in. */
import { type RemoteServers, serveHttp } from '@platen/cloud/testing/remote-servers';
import { createImagingPool, type ImagingPool } from '@platen/imaging/pool/imaging-pool';
import { hostileCases } from '@platen/imaging/testing/hostile-cases';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';

let cloud: TestCloud;
let account: TestAccount;
let servers: RemoteServers;
let served: Buffer = Buffer.alloc(0);
let imaging: ImagingPool;
const peaksMb: number[] = [];

beforeAll(async () => {
  servers = await serveHttp((_request, response) => void response.end(served));
  imaging = createImagingPool({ size: 1, onUsage: ({ peakMb }) => peaksMb.push(peakMb ?? 0) });
  cloud = await startTestCloud(undefined, {
    remoteNetwork: servers.network,
    imaging,
    maxUploadBytes: 200 * 1024 * 1024,
  });
  account = await cloud.account();
});
afterAll(async () => {
  await cloud.close();
  await servers.close();
  await imaging.close();
});

const sentenceOf = (body: { error: string }) => body.error;
/** JSON takes some 10 MB of base64. */
const fitsJson = (bytes: Buffer) => bytes.length < 4_000_000;

async function callTool(name: string, input: object) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  return (await account.call('POST', '/api/mcp', message)).body.result;
}

/** A file is hostile to what decodes it; looking for damage and grain takes long, and only sees pixels. */
const quickSteps = { defects: false, denoise: false, deblock: false };

const isLetIn = (answers: readonly string[]) => answers.includes('image') || answers.includes('document');
const refused = hostileCases.filter(({ answers }) => !isLetIn(answers));
/** Every third one also by address and through a tool: what examines them is the same. */
const some = refused.filter((_, index) => index % 3 === 0);

describe('a hostile file', () => {
  it('is a 422 with a sentence over REST, as a photo and as a document', async () => {
    for (const { name, make } of refused) {
      const bytes = await make();
      const replies = [
        await account.upload('/api/photos/upload', bytes, 'photo.jpg'),
        await account.upload('/api/documents/upload', bytes, 'photo.pdf'),
      ];
      for (const { status, body } of replies) {
        expect({ name, status }).toEqual({ name, status: 422 });
        expect(sentenceOf(body)).toMatch(/^file: .{10,}\.$/s);
      }
    }
    expect(Math.max(...peaksMb)).toBeLessThan(300);
  }, 120_000);

  it('is the same sentence through a tool, in base64, and from an address', async () => {
    for (const { name, make } of some) {
      served = await make();
      const rest = await account.upload('/api/photos/upload', served);
      const url = await callTool('upload_photo', { file_url: 'https://photos.example/holiday.jpg' });
      // An answer without a byte is refused before it is a file.
      if (served.length > 0)
        expect({ name, text: url.content[0].text }).toEqual({
          name,
          text: expect.stringContaining(sentenceOf(rest.body)),
        });
      expect(url.isError).toBe(true);
      if (!fitsJson(served) || served.length === 0) continue;
      const content = served.toString('base64');
      const tool = await callTool('upload_photo', { content });
      expect(tool.isError).toBe(true);
      expect(tool.content[0].text).toContain(sentenceOf(rest.body));
    }
  }, 120_000);

  it('leaves nothing behind, and the service as it was', async () => {
    const photos = await account.call('GET', '/api/photos');
    expect(photos.body.total).toBe(0);
    const good = await account.upload(
      '/api/photos/upload',
      await makeJpeg({ widthPx: 600, heightPx: 400, seed: 1 }),
    );
    expect(good.status).toBe(201);
  });
});

describe('an odd file that is let in', () => {
  it('gets its thumbnail, its quality check and its restoration, or a 422 with a sentence', async () => {
    const odd = hostileCases
      .filter(({ answers }) => answers.includes('image'))
      .filter((_, index) => index % 4 === 0);
    for (const { name, make } of odd) {
      const uploaded = await account.upload('/api/photos/upload', await make());
      if (uploaded.status === 422) continue;
      expect({ name, status: uploaded.status }).toEqual({ name, status: 201 });
      const { photo_id } = uploaded.body;
      const quality = await account.call('GET', `/api/photos/${photo_id}/quality-check?size=6inch`);
      const restoring = await account.call('POST', `/api/photos/${photo_id}/restore`, { steps: quickSteps });
      for (const { status } of [quality, restoring])
        expect({ name, isAnswer: [200, 201, 202, 422].includes(status), status }).toEqual({
          name,
          isAnswer: true,
          status,
        });
      const shown = await fetch(new URL(uploaded.body.thumbnail_url, cloud.url));
      expect({ name, isAnswer: [200, 422].includes(shown.status) }).toEqual({ name, isAnswer: true });
    }
  }, 120_000);
});
