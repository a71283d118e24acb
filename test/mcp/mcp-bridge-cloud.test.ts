/** `platen mcp` and its way to the cloud: gone, silent, broken off, back again; a wrong key; files larger than memory. */
import { mkdtemp, open, readFile, realpath, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BridgeClient,
  bridgeTo,
  connectClient,
  type Generation,
  generations,
} from '../fixtures/mcp/bridge-clients.ts';
import { jpegBytes, type McpCloud, startMcpCloud } from '../fixtures/mcp/mcp.ts';
import { startWatchedProxy, type WatchedProxy } from '../fixtures/proxies/watched-proxy.ts';

const MiB = 1024 * 1024;

let cloud: McpCloud;
let dir: string;
beforeAll(async () => {
  cloud = await startMcpCloud({ maxUploadBytes: 200 * MiB });
  dir = await realpath(await mkdtemp(join(tmpdir(), 'platen-bridge-')));
});
afterAll(async () => {
  await cloud.close();
  await rm(dir, { recursive: true, force: true });
});

let proxy: WatchedProxy;
const clients: BridgeClient[] = [];
beforeEach(async () => {
  proxy = await startWatchedProxy(cloud.url);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await proxy.close();
});

async function connect(
  apiKey = cloud.apiKey,
  generation: Generation = generations[2],
): Promise<BridgeClient> {
  const client = await connectClient(bridgeTo(proxy.url, apiKey, [dir]), generation);
  clients.push(client);
  return client;
}

/** A file that the cloud of these tests takes for a picture, of any size. */
async function makeFile(name: string, bytes: number): Promise<string> {
  const path = join(dir, name);
  const file = await open(path, 'w');
  await file.write(jpegBytes);
  await file.close();
  await truncate(path, bytes);
  return path;
}

const textOf = ({ content }: { content: { text: string }[] }): string => content[0]!.text;
const lookFirst = 'What was asked may have been done all the same: look before you ask again.';
const isThere = async (client: BridgeClient) =>
  expect((await client.call('get_balance')).isError).toBeFalsy();

describe.each(generations)('with a client (%s), a cloud that', (generation) => {
  it('was not there at the start is said to be away, by what the client was told', async () => {
    await proxy.goAway();
    const failed = connect(cloud.apiKey, generation);
    await expect(failed).rejects.toThrow(
      `The cloud at ${proxy.url} can't be reached (ECONNREFUSED). Is it running, and is PLATEN_URL its address?`,
    );
    await proxy.comeBack();
    await isThere(await connect(cloud.apiKey, generation));
  });

  it('goes away is missed in a sentence, and found when it is back', async () => {
    const client = await connect(cloud.apiKey, generation);
    await isThere(client);
    await proxy.goAway();
    const away = await client.call('get_balance');
    expect(away.isError).toBe(true);
    expect(textOf(away)).toMatch(/^The cloud at \S+ can't be reached \(ECONNREFUSED\)\./);
    await expect(client.tools()).rejects.toThrow(/can't be reached/);
    await proxy.comeBack();
    await isThere(client);
    expect(client.failed).toEqual([]);
  });

  it('breaks off in a call may have done it, and the client is told so', async () => {
    const client = await connect(cloud.apiKey, generation);
    proxy.mode = 'breaking';
    const path = await makeFile('broken.jpg', 8 * MiB);
    for (const [name, input] of [
      ['get_balance', {}],
      ['upload_photo', { file_path: path }],
    ] as const) {
      const broken = await client.call(name, input);
      expect(broken.isError).toBe(true);
      expect(textOf(broken)).toMatch(/^The connection to the cloud at \S+ broke \((ECONNRESET|EPIPE)\)\. /);
      expect(textOf(broken)).toContain(lookFirst);
    }
    proxy.mode = 'passing';
    await isThere(client);
    expect(client.failed).toEqual([]);
  });

  it('is silent: a call that the client cancels ends there, and nothing comes of it', async () => {
    const client = await connect(cloud.apiKey, generation);
    await isThere(client);
    proxy.mode = 'silent';
    const before = proxy.requests.length;
    const stopping = new AbortController();
    const call = client.call('get_balance', {}, stopping.signal);
    await expect.poll(() => proxy.requests.length).toBe(before + 1);
    stopping.abort(new Error('enough'));
    await expect(call).rejects.toThrow(/enough/);
    await expect.poll(() => proxy.givenUp).toBe(1);
    proxy.mode = 'passing';
    await isThere(client);
    expect(client.failed).toEqual([]);
  });
});

describe('a wrong key', () => {
  it('is said at the start and to the client, and never shown', async () => {
    const wrong = `platen_live_${'A'.repeat(38)}`;
    const client = connect(wrong);
    await expect(client).rejects.toThrow(/Check PLATEN_API_KEY\./);
    const message = await client.catch((error: Error) => error.message);
    expect(message).not.toContain(wrong);
  });

  it('that was good before is refused with the file, which need not be sent whole', async () => {
    const { json } = await cloud.rest('POST', '/api/user/api-keys', { name: 'short-lived' });
    const client = await connect(json.api_key);
    await isThere(client);
    await cloud.rest('DELETE', `/api/user/api-keys/${json.api_key_id}`);
    const path = await makeFile('late.jpg', 60 * MiB);
    const refused = await client.call('upload_photo', { file_path: path });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/Check PLATEN_API_KEY\.$/);
    expect(client.complaints()).toBe('');
  });
});

describe('a large file', () => {
  it.skipIf(process.platform !== 'linux')(
    'is streamed: 30 MB and 190 MB take a bounded part of memory',
    async () => {
      const client = await connect();
      const peakMiB = async () => {
        const status = await readFile(`/proc/${client.pid}/status`, 'utf8');
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
      };
      const upload = async (name: string, bytes: number) => {
        const result = await client.call('upload_photo', { file_path: await makeFile(name, bytes) });
        expect(result.structuredContent, textOf(result)).toMatchObject({ bytes });
      };
      await upload('small.jpg', 1 * MiB);
      const before = await peakMiB();
      await upload('large.jpg', 30 * MiB);
      await upload('huge.jpg', 190 * MiB);
      expect((await peakMiB()) - before).toBeLessThan(64);
    },
  );

  it("beyond the cloud's limit is refused with it", async () => {
    const client = await connect();
    const refused = client.call('upload_photo', { file_path: await makeFile('endless.jpg', 400 * MiB) });
    await expect(refused).rejects.toThrow(/The files are larger than 200 MiB/);
    await isThere(client);
  });
});
