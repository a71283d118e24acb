/** `platen mcp` as a process: how it starts and ends, what it writes where, and the configuration that /docs/mcp shows. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { mcpClients } from '@platen/contracts/mcp-clients';
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';
import {
  type BridgeProcess,
  type BridgeStart,
  bridgeTo,
  connectClient,
  startBridge,
} from '../fixtures/mcp/bridge-clients.ts';
import { modernRequest } from '../fixtures/mcp/mcp.ts';
import { startWatchedProxy, type WatchedProxy } from '../fixtures/proxies/watched-proxy.ts';

const root = join(import.meta.dirname, '../..');

let cloud: TestCloud;
let account: TestAccount;
let proxy: WatchedProxy;
let dir: string;
beforeAll(async () => {
  cloud = await startTestCloud();
  account = await cloud.account();
  proxy = await startWatchedProxy(cloud.url);
  dir = await realpath(await mkdtemp(join(tmpdir(), 'platen bridge-')));
  await writeFile(join(dir, 'letter.pdf'), makePdf({ pages: 1, widthMm: 210, heightMm: 297 }));
});
afterAll(async () => {
  await proxy.close();
  await cloud.close();
  await rm(dir, { recursive: true, force: true });
});

const started = new Set<BridgeProcess>();
afterEach(() => {
  proxy.mode = 'passing';
  for (const { child } of started) child.kill('SIGKILL');
  started.clear();
});

function start(more: Partial<BridgeStart> = {}): BridgeProcess {
  const bridge = startBridge({ ...bridgeTo(proxy.url, account.apiKey, [dir]), ...more });
  started.add(bridge);
  return bridge;
}

const request = (id: unknown, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const call = (id: unknown, name: string, input: object = {}) =>
  request(id, 'tools/call', { name, arguments: input });

describe('it ends', () => {
  it('with 0 when stdin does, at once, whatever is under way', async () => {
    const bridge = start();
    bridge.write(request('first', 'ping'));
    await bridge.answer('first');
    proxy.mode = 'silent';
    const before = proxy.requests.length;
    bridge.write(call(1, 'get_balance'), call(2, 'upload_document', { file_path: 'letter.pdf' }));
    await expect.poll(() => proxy.requests.length).toBe(before + 2);
    bridge.child.stdin!.end();
    expect(await bridge.ended).toBe(0);
    expect(bridge.lines).toHaveLength(1);
    expect(bridge.complaints()).toBe('');
  });

  it('with 0 before it was ever asked, and when nobody reads any more', async () => {
    const early = start();
    early.child.stdin!.end();
    expect(await early.ended).toBe(0);
    const unread = start();
    unread.child.stdout!.destroy();
    unread.write(request(1, 'tools/list'));
    expect(await unread.ended).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('with 0 by %s', async (signal) => {
    const bridge = start();
    bridge.write(request(1, 'ping'));
    await bridge.answer(1);
    bridge.child.kill(signal);
    expect(await bridge.ended).toBe(0);
  });
});

describe('it does not start', () => {
  const key = 'platen_live_SECRET';
  it.each<[string, Record<string, string>, string[], RegExp]>([
    [
      'without a key',
      {},
      [],
      /^platen: PLATEN_API_KEY is missing: it must be an API key, such as platen_live_…\.$/,
    ],
    ['with a key that is none', { PLATEN_API_KEY: `${key} x` }, [], /^platen: PLATEN_API_KEY: /],
    ['with the key as the address', { PLATEN_API_KEY: key, PLATEN_URL: key }, [], /^platen: PLATEN_URL: /],
    [
      'with a folder that is none',
      { PLATEN_API_KEY: key },
      ['--allow-dir', '/nothing'],
      /there is no folder \/nothing\.$/,
    ],
  ])('%s, and says so in a line without the key', async (_when, env, words, sentence) => {
    const { command, args } = bridgeTo(cloud.url, key);
    const bridge = start({ command, args: [...args, ...words], env });
    expect(await bridge.ended).toBe(1);
    expect(bridge.lines).toEqual([]);
    expect(bridge.complaints().trim()).toMatch(sentence);
    expect(bridge.complaints()).not.toContain('SECRET');
  });
});

describe('stdin and stdout', () => {
  it('hold messages alone: what is none is answered, and everything else goes on', async () => {
    const bridge = start();
    bridge.write('{"jsonrpc":"2.0","id":', 'hello', '', '[]', '{"jsonrpc":"2.0","id":"bad","method":1}');
    bridge.write({ jsonrpc: '2.0', method: 'notifications/initialized' });
    bridge.write({ jsonrpc: '2.0', id: 'nobody asked', result: {} });
    bridge.child.stdin!.write(Buffer.concat([Buffer.alloc(21 * 1024 * 1024, 'x'), Buffer.from('\n')]));
    bridge.write(request('last', 'ping'));
    expect(await bridge.answer('last')).toEqual({ jsonrpc: '2.0', id: 'last', result: {} });
    const answers = bridge.lines.map((line) => JSON.parse(line));
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [null, -32700],
      [null, -32600],
      ['bad', -32600],
      [null, -32600],
      ['last', undefined],
    ]);
    for (const answer of answers) expect(answer.jsonrpc).toBe('2.0');
    expect(bridge.complaints()).toBe('');
  });

  it('take 12 MB of a file in one message, and give an answer to a larger one', async () => {
    const bridge = start();
    const pdf = makePdf({ pages: 1, widthMm: 210, heightMm: 297 });
    const padded = Buffer.concat([pdf, Buffer.alloc(11 * 1024 * 1024, ' ')]);
    bridge.write(call(1, 'upload_document', { content: padded.toString('base64'), filename: 'big.pdf' }));
    expect((await bridge.answer(1)).result.structuredContent).toMatchObject({ bytes: padded.length });
    const larger = Buffer.alloc(13 * 1024 * 1024).toString('base64');
    bridge.write(call(2, 'upload_document', { content: larger, filename: 'larger.pdf' }));
    expect((await bridge.answer(2)).result).toMatchObject({ isError: true });
  });

  it('answer calls as they are ready: a slow one holds none up', async () => {
    const bridge = start();
    bridge.write(request(0, 'ping'));
    await bridge.answer(0);
    proxy.mode = 'silent';
    const before = proxy.requests.length;
    bridge.write(call('slow', 'get_balance'));
    await expect.poll(() => proxy.requests.length).toBe(before + 1);
    proxy.mode = 'passing';
    bridge.write(...[1, 2, 3, 4, 5].map((id) => call(id, 'get_balance')));
    for (const id of [1, 2, 3, 4, 5]) expect((await bridge.answer(id)).result.isError).toBeFalsy();
    bridge.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'slow' } });
    await expect.poll(() => proxy.givenUp).toBeGreaterThan(0);
    bridge.write(request('last', 'ping'));
    await bridge.answer('last');
    expect(bridge.lines.filter((line) => line.includes('slow'))).toEqual([]);
  });
});

describe('a question to the person', () => {
  it('reaches a client that can ask, and the answer goes back', async () => {
    const bridge = start();
    const ask = async (id: string, name: string, params: object) => {
      const { body } = modernRequest('tools/call', { name, ...params });
      const meta = body.params._meta as Record<string, unknown>;
      meta['io.modelcontextprotocol/clientCapabilities'] = { elicitation: { form: {} } };
      bridge.write({ ...body, id });
      return (await bridge.answer(id)).result;
    };
    const uploaded = await ask('upload', 'upload_document', { arguments: { file_path: 'letter.pdf' } });
    const { document_id } = uploaded.structuredContent;
    const items = [{ document_id, size: 'A4', paper_type: 'plain', quantity: 1 }];
    const ordered = await ask('order', 'create_order', { arguments: { items } });
    const { order_id } = ordered.structuredContent;
    const asked = await ask('ask', 'pay_with_balance', { arguments: { order_id } });
    expect(asked.resultType).toBe('input_required');
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
    const paid = await ask('pay', 'pay_with_balance', { arguments: { order_id }, inputResponses });
    expect(paid).toMatchObject({ resultType: 'complete', structuredContent: { status: 'succeeded' } });
  });
});

describe('stderr', () => {
  it('says why nothing will work, without the key', async () => {
    const wrong = `platen_live_${'Z'.repeat(38)}`;
    const bridge = start({ env: { PLATEN_URL: proxy.url, PLATEN_API_KEY: wrong } });
    await expect.poll(() => bridge.complaints()).toMatch(/^platen mcp: .*Check PLATEN_API_KEY\.\n$/);
    bridge.write(call(1, 'get_balance'));
    expect((await bridge.answer(1)).result.content[0].text).toMatch(/Check PLATEN_API_KEY\.$/);
    expect(bridge.complaints() + bridge.lines.join()).not.toContain(wrong);
  });
});

/** A folder for each Node.js on the path, this one first. */
function nodeFolders(): [version: string, folder: string][] {
  const found = new Map<string, string>();
  for (const folder of [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)]) {
    try {
      const version = execFileSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).trim();
      if (Number(version.slice(1).split('.')[0]) >= 20 && !found.has(version)) found.set(version, folder);
    } catch {
      // There is none in this folder.
    }
  }
  return [...found];
}

describe.each(nodeFolders())('the configuration on /docs/mcp, with node %s', (_version, folder) => {
  const configured = (): BridgeStart => {
    const page = mcpClients(`${cloud.url}/api/mcp`, account.apiKey);
    const { text } = page.find(({ name }) => name === 'Any client that starts local servers')!;
    const { command, args, env } = JSON.parse(text).mcpServers.print as BridgeStart;
    const here = args.map((arg) =>
      arg.replace('/path/to/platen', root).replace('/path/to/your/pictures', dir),
    );
    expect(command).toBe('node');
    // Desktop clients start their servers in the root folder.
    return { command, args: here, env: { ...env, PATH: folder }, cwd: '/' };
  };

  it('works as it stands: tools, and a file of this machine', async () => {
    const client = await connectClient(configured());
    expect(await client.tools()).toHaveLength(73);
    const uploaded = await client.call('upload_document', { file_path: join(dir, 'letter.pdf') });
    expect(uploaded.structuredContent).toMatchObject({ filename: 'letter.pdf', pages: 1 });
    await client.close();
    expect(client.complaints()).toBe('');
    expect(client.failed).toEqual([]);
  });

  it('ends with 0 when the client is gone', async () => {
    const bridge = start(configured());
    bridge.write(request(1, 'ping'));
    await bridge.answer(1);
    bridge.child.stdin!.end();
    expect(await bridge.ended).toBe(0);
  });
});
