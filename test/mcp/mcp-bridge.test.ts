/** `platen mcp` with the official clients of both generations, against a cloud that decodes what it gets. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';
import { type BridgeClient, bridgeTo, connectClient, generations } from '../fixtures/mcp/bridge-clients.ts';
import { startWatchedProxy, type WatchedProxy } from '../fixtures/proxies/watched-proxy.ts';

let cloud: TestCloud;
let account: TestAccount;
let proxy: WatchedProxy;
let dir: string;
let pictures: string;
beforeAll(async () => {
  cloud = await startTestCloud();
  account = await cloud.account();
  proxy = await startWatchedProxy(cloud.url);
  dir = await realpath(await mkdtemp(join(tmpdir(), 'platen bridge-')));
  pictures = join(dir, 'my pictures');
  await mkdir(join(pictures, 'sea'), { recursive: true });
  await writeFile(
    join(pictures, 'boat "1" 船.jpg'),
    await makeJpeg({ widthPx: 1800, heightPx: 1200, seed: 1 }),
  );
  await writeFile(join(pictures, 'letter.pdf'), makePdf({ pages: 2, widthMm: 210, heightMm: 297 }));
  execFileSync('mkfifo', [join(pictures, 'pipe')]);
  await writeFile(join(dir, 'private.jpg'), await makeJpeg({ widthPx: 60, heightPx: 40, seed: 2 }));
});
afterAll(async () => {
  await proxy.close();
  await cloud.close();
  await rm(dir, { recursive: true, force: true });
});

/** Asks the endpoint itself. */
async function overHttp(method: string, params: object = {}) {
  const message = { jsonrpc: '2.0', id: 1, method, params };
  return (await account.call('POST', '/api/mcp', message)).body.result;
}

describe.each(generations)('a client (%s)', (generation) => {
  let client: BridgeClient;
  beforeAll(async () => {
    client = await connectClient(bridgeTo(proxy.url, account.apiKey, [pictures]), generation);
  });
  afterAll(async () => {
    await client.close();
    expect(client.failed).toEqual([]);
    expect(client.complaints()).toBe('');
  });

  it('finds the tools of /api/mcp, whole, and that file_path takes paths of this machine', async () => {
    const { tools } = await overHttp('tools/list');
    const takesFile = ['upload_document', 'upload_photo'];
    for (const tool of tools.filter(({ name }: { name: string }) => takesFile.includes(name)))
      tool.inputSchema.properties.file_path.description = `Path of a file on this machine, inside ${pictures}; it is uploaded from there`;
    expect(await client.tools()).toEqual(tools);
    expect(tools).toHaveLength(73);
    const { instructions, serverInfo } = await overHttp('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(client.info().instructions).toBe(instructions);
    expect(client.info().server).toMatchObject(serverInfo);
  });

  it('goes the main flow with files of this machine', async () => {
    const call = async (name: string, input?: Record<string, unknown>) => {
      const result = await client.call(name, input);
      expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
      expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
      return result.structuredContent;
    };
    expect(await call('get_print_prices')).toEqual((await account.call('GET', '/api/prices')).body);
    const photo = await call('upload_photo', { file_path: join(pictures, 'boat "1" 船.jpg') });
    expect(photo).toMatchObject({ filename: 'boat "1" 船.jpg', width_px: 1800, height_px: 1200 });
    const path = { file_path: 'letter.pdf', filename: 'To grandmother.pdf' };
    const document = await call('upload_document', path);
    expect(document).toMatchObject({ filename: 'To grandmother.pdf', pages: 2 });
    const { document_id } = document;
    const items = [{ document_id, size: 'A4', paper_type: 'plain', quantity: 1 }];
    const { order_id } = await call('create_order', { items, delivery_method: 'pickup' });
    expect(await call('pay_with_balance', { order_id })).toMatchObject({ status: 'succeeded' });
  });

  it('gets refusals as the endpoint gives them', async () => {
    const calls: [string, object][] = [
      ['get_order_status', { order_id: '019a0000-0000-7000-8000-000000000000' }],
      ['get_order_status', { order_id: 'x' }],
      ['upload_photo', { file_path: 'cid:nothing' }],
      ['upload_photo', {}],
    ];
    for (const [name, input] of calls) {
      const { content, isError } = await client.call(name, input as Record<string, unknown>);
      const direct = await overHttp('tools/call', { name, arguments: input });
      expect(direct.isError).toBe(true);
      expect({ content, isError }).toEqual({ content: direct.content, isError: true });
    }
    await writeFile(join(pictures, 'notes.txt'), 'no picture');
    const { isError, content } = await client.call('upload_photo', { file_path: 'notes.txt' });
    expect(isError).toBe(true);
    expect(content[0].text).toMatch(/This is not a picture or PDF/);
    await expect(client.call('no_such_tool')).rejects.toThrow(/Unknown tool: no_such_tool/);
  });

  it('is told why a file is not sent, and nothing of it is', async () => {
    await symlink(dir, join(pictures, `door ${generation}`));
    const outside =
      /^file_path: must be inside .*my pictures\. Further folders are allowed with --allow-dir\.$/;
    const refusals: [string, RegExp][] = [
      [join(dir, 'private.jpg'), outside],
      ['../private.jpg', outside],
      [join(pictures, `door ${generation}`, 'private.jpg'), outside],
      [`door ${generation}/private.jpg`, outside],
      ['/etc/hostname', outside],
      ['/dev/zero', outside],
      ['sea', /this is a folder/],
      ['pipe', /this is no regular file/],
      ['nothing.jpg', /there is no such file/],
    ];
    const { requests } = proxy;
    const before = requests.length;
    for (const [path, sentence] of refusals) {
      const { isError, content } = await client.call('upload_photo', { file_path: path });
      expect({ path, isError, text: content[0].text }).toMatchObject({
        isError: true,
        text: expect.stringMatching(sentence),
      });
    }
    expect(requests.slice(before)).toEqual([]);
  });

  it('has its parallel calls answered, each with its own', async () => {
    const items = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const created = await Promise.all(
      items.map((item) => client.call('create_api_key', { name: `${generation} ${item}` })),
    );
    expect(created.map(({ content }) => JSON.parse(content[0].text).name)).toEqual(
      items.map((item) => `${generation} ${item}`),
    );
  });
});

describe('without --allow-dir', () => {
  it('no file is sent, not even from the folder that it was started in', async () => {
    const client = await connectClient({ ...bridgeTo(proxy.url, account.apiKey), cwd: pictures });
    const upload = (await client.tools()).find(({ name }) => name === 'upload_photo');
    expect(upload.inputSchema.properties.file_path.description).toMatch(/^Not available/);
    const { isError, content } = await client.call('upload_photo', { file_path: 'letter.pdf' });
    expect(isError).toBe(true);
    expect(content[0].text).toMatch(/without access to files\. --allow-dir allows a folder/);
    await client.close();
  });
});

describe('with a toolset in PLATEN_URL', () => {
  it('the client finds those tools alone', async () => {
    const client = await connectClient(bridgeTo(`${cloud.url}/api/mcp/x/addresses/readonly`, account.apiKey));
    expect((await client.tools()).map(({ name }) => name)).toEqual(['list_addresses', 'parse_address']);
    await client.close();
  });
});
