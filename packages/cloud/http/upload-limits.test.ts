/** Clients that take all they can get: uploads that trickle, bodies that never end, connections, bytes, a full disk. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeJpeg, makePdf } from '@platen/imaging/testing/picture-samples';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../../../test/fixtures/cloud.ts';
import { databases } from '../../../test/fixtures/databases.ts';
import { until } from '../../../test/fixtures/processes.ts';
import { openFilesFolder } from '../adapters/files-folder.ts';
import type { FileStore } from '../ports/files.ts';
import { createNetworkMatcher } from './client-network.ts';

const jpeg = await makeJpeg({ widthPx: 60, heightPx: 40, seed: 1 });
let cloud: TestCloud;
const opened: (ClientRequest | Socket)[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) one.destroy();
  await cloud.close();
});

/** An upload whose file never ends; the status with which it was answered before, or undefined while it goes on. */
function trickle(account: TestAccount): { status: () => number | undefined; isOver: () => boolean } {
  let status: number | undefined;
  let isOver = false;
  const request = httpRequest(`${cloud.url}/api/photos/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.apiKey}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 1_000_000,
    },
    agent: false,
  });
  opened.push(request);
  request.on('error', () => {});
  request.on('close', () => {
    isOver = true;
  });
  request.on('response', (response) => {
    status = response.statusCode;
    response.resume();
  });
  request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
  return { status: () => status, isOver: () => isOver };
}

const callTool = (account: TestAccount, name: string, args: object) =>
  fetch(`${cloud.url}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  });

describe('uploads at once', () => {
  it('are bounded for an account; another one has room, and so has the first when they have ended', async () => {
    cloud = await startTestCloud();
    const [greedy, other] = [await cloud.account(), await cloud.account()];
    const slow = Array.from({ length: 60 }, () => trickle(greedy));
    await until('the refusals', () => slow.filter(({ status }) => status() === 429).length === 44);
    expect(slow.filter(({ status }) => status() === undefined)).toHaveLength(16);
    expect((await other.upload('/api/photos/upload', jpeg)).status).toBe(201);
    const refused = await greedy.upload('/api/photos/upload', jpeg);
    expect(refused).toMatchObject({ status: 429, body: { retry_after_seconds: 2 } });
    // What is small and no upload is not kept waiting.
    expect((await greedy.call('GET', '/api/photos')).status).toBe(200);
    for (const one of opened.splice(0)) one.destroy();
    await until('room', async () => (await greedy.upload('/api/photos/upload', jpeg)).status === 201);
  });

  it('leave nothing behind when the client goes before its file is begun', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'platen-staging-'));
    const folder = await openFilesFolder(dir);
    let begun = 0;
    const files: FileStore = {
      ...folder,
      async stage(maxBytes) {
        const staging = await folder.stage(maxBytes);
        begun += 1;
        for (const one of opened.splice(0)) one.destroy();
        // The server has seen it go: what it hears of the body from here on is nothing.
        await sleep(100);
        return staging;
      },
    };
    cloud = await startTestCloud(undefined, { files });
    const account = await cloud.account();
    trickle(account);
    await until('the file', () => begun === 1);
    await until('an empty folder', async () => (await readdir(join(dir, 'staging'))).length === 0);
    await rm(dir, { recursive: true });
  });

  it('are bounded over MCP by the same places', async () => {
    cloud = await startTestCloud();
    const greedy = await cloud.account();
    const slow = Array.from({ length: 16 }, () => trickle(greedy));
    await until('the places', async () => (await greedy.upload('/api/photos/upload', jpeg)).status === 429);
    expect(slow.every(({ status }) => status() === undefined)).toBe(true);
    const answer = await callTool(greedy, 'upload_photo', { content: 'A'.repeat(1_500_000) });
    expect(answer.status).toBe(429);
  });
});

describe('a place', () => {
  it('is not kept by a client that went while it was asked who that is', async () => {
    const postgres = databases.find(({ name }) => name === 'PostgreSQL')!;
    cloud = await startTestCloud(await postgres.open());
    const account = await cloud.account();
    await cloud.deps.database.transaction(async (tx) => {
      const waiting = async () =>
        (await sql`select pid from pg_locks where not granted`.execute(tx)).rows.length;
      await sql`lock table api_keys in access exclusive mode`.execute(tx);
      const slow = [trickle(account)];
      for (let more = 0; more < 16; more += 1) slow.push(trickle(account));
      await until('the questions', async () => (await waiting()) > 0);
      for (const one of opened.splice(0)) one.destroy();
      await until('the ends', () => slow.every(({ isOver }) => isOver()));
    });
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => account.upload('/api/photos/upload', jpeg)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201));
  });
});

describe('bodies without an end', () => {
  /** Sends a head and some of a body; resolves when the other side has ended the connection. */
  const dribble = (path: string, more = '', type = 'application/json') =>
    new Promise<void>((resolve) => {
      const port = Number(new URL(cloud.url).port);
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${more}Content-Length: 1000\r\n\r\n{`,
        );
      });
      opened.push(socket);
      // The whole body would take minutes.
      const drip = setInterval(() => socket.write(' '), 250);
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(drip);
        resolve();
      });
      socket.resume();
    });

  it('are cut off: with a key and without, where there is a route and where there is none, and after a refusal', async () => {
    cloud = await startTestCloud(undefined, {}, { bodyTimeoutMs: 300 });
    const { apiKey } = await cloud.account();
    const key = `Authorization: Bearer ${apiKey}\r\n`;
    await Promise.all([
      ...Array.from({ length: 100 }, () => dribble('/api/auth/code')),
      dribble('/api/orders', key),
      dribble('/api/orders'),
      dribble('/api/photos/upload'),
      dribble('/api/mcp'),
      dribble('/nothing/here'),
      // What may bring files is no way around.
      dribble('/api/mcp', key),
      dribble('/share/7KQM-2XWP-9DTA-41RZ', '', 'application/x-www-form-urlencoded'),
      dribble('/restored/7KQM-2XWP-9DTA-41RZ', '', 'application/x-www-form-urlencoded'),
      dribble(`/api/agent/restorations/${randomUUID()}/result`, '', 'image/jpeg'),
    ]);
    expect((await fetch(`${cloud.url}/api/health`)).status).toBe(200);
  }, 60_000);
});

describe('bodies that lie in memory', () => {
  /** A body of JSON that stops before its last byte; the status with which it was answered before, or undefined while it goes on. */
  function almost(path: string, { bytes, apiKey }: { bytes: number; apiKey?: string }) {
    let status: number | undefined;
    const request = httpRequest(cloud.url + path, {
      method: 'POST',
      headers: {
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        'content-type': 'application/json',
        'content-length': bytes,
      },
      agent: false,
    });
    opened.push(request);
    request.on('error', () => {});
    request.on('response', (response) => {
      status = response.statusCode;
      response.resume();
    });
    request.write(' '.repeat(bytes - 1));
    return { status: () => status, end: () => request.end('x') };
  }

  it('are small of who is not known, and bounded together of who is', async () => {
    cloud = await startTestCloud();
    const [greedy, other] = [await cloud.account(), await cloud.account()];
    const anonymous = almost('/api/auth/code', { bytes: 100_000 });
    await until('the refusal', () => anonymous.status() === 413);
    const many = Array.from({ length: 40 }, () =>
      almost('/api/orders', { bytes: 1_000_000, apiKey: greedy.apiKey }),
    );
    await until('the refusals', () => many.filter(({ status }) => status() === 429).length === 7);
    const large = { items: [], note: 'x'.repeat(200_000) };
    expect((await other.call('POST', '/api/orders', large)).status).toBe(400);
    expect((await greedy.call('POST', '/api/orders', { items: [] })).status).toBe(400);
    for (const one of opened.splice(0)) one.destroy();
    await until('room', async () => (await greedy.call('POST', '/api/orders', large)).status === 400);
  });
});

describe('connections of one network', () => {
  it('are bounded; this machine and trusted proxies are not counted', async () => {
    cloud = await startTestCloud(undefined, {}, { maxConnectionsPerNetwork: 20 });
    const port = Number(new URL(cloud.url).port);
    const open = async (localAddress: string, count: number) => {
      const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
      opened.push(...sockets);
      const closed = new Set<Socket>();
      for (const socket of sockets) {
        socket.on('error', () => {});
        socket.on('close', () => closed.add(socket));
      }
      return closed;
    };
    const many = await open('127.0.0.2', 50);
    await until('the rest', () => many.size === 30);
    const others = await open('127.0.0.3', 20);
    const own = await open('127.0.0.1', 50);
    expect((await fetch(`${cloud.url}/api/health`)).status).toBe(200);
    expect([many.size, others.size, own.size]).toEqual([30, 0, 0]);
  });

  it('are told by address, network and name', () => {
    const isProxy = createNetworkMatcher(['loopback', '10.1.0.0/16', '2001:db8::1', 'uniquelocal']);
    for (const yes of ['127.9.9.9', '::1', '::ffff:10.1.2.3', '2001:db8::1', '192.168.3.4', 'fd00::1'])
      expect(isProxy(yes), yes).toBe(true);
    for (const no of ['8.8.8.8', '2001:db8::2', 'nonsense', '172.32.0.1'])
      expect(isProxy(no), no).toBe(false);
  });
});

describe.each(databases)('bytes of an account on $name', ({ open }) => {
  const pdf = makePdf({ pages: 1, widthMm: 210, heightMm: 297 });

  it('are bounded exactly, also for uploads at the same moment; deleting gives room; an admin gives more', async () => {
    const one = pdf.length;
    cloud = await startTestCloud(await open(), { accountQuotaBytes: one * 3 + 10 });
    const [account, other, admin] = [
      await cloud.account(),
      await cloud.account(),
      await cloud.account({ role: 'admin' }),
    ];
    const upload = () => account.upload('/api/documents/upload', pdf);
    const replies = await Promise.all(Array.from({ length: 8 }, upload));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413, 413, 413, 413]);
    const stored = () => admin.call('GET', `/api/admin/accounts/${account.accountId}`);
    expect((await stored()).body).toMatchObject({ stored_bytes: one * 3, has_own_quota: false });
    expect((await upload()).body.error).toMatch(
      /^This account may keep 1 MiB of files, and this would be more\. Delete/,
    );
    expect((await other.upload('/api/documents/upload', pdf)).status).toBe(201);

    const { document_id } = replies.find(({ status }) => status === 201)!.body;
    expect((await account.call('DELETE', `/api/documents/${document_id}`)).status).toBe(200);
    expect((await account.call('DELETE', `/api/documents/${document_id}`)).status).toBe(404);
    expect((await stored()).body.stored_bytes).toBe(one * 2);
    expect((await upload()).status).toBe(201);
    expect((await upload()).status).toBe(413);

    const path = `/api/admin/accounts/${account.accountId}/quota`;
    expect((await other.call('PUT', path, { quota_mib: 9 })).status).toBe(403);
    expect((await admin.call('PUT', path, { quota_mib: 9 })).body.quota_bytes).toBe(9 * 1024 * 1024);
    expect((await upload()).status).toBe(201);
    expect((await admin.call('PUT', path, { quota_mib: null })).body.quota_bytes).toBe(one * 3 + 10);
    expect((await upload()).status).toBe(413);
    const log = (await admin.call('GET', '/api/admin/audit-log?action=set_account_quota')).body;
    expect(log.items.map(({ detail }: { detail: unknown }) => detail)).toEqual([
      { quota_mib: null },
      { quota_mib: 9 },
    ]);
  });

  it('are bounded over MCP too, in the same words', async () => {
    cloud = await startTestCloud(await open(), { accountQuotaBytes: 100 });
    const account = await cloud.account();
    const answer = await callTool(account, 'upload_photo', { content: jpeg.toString('base64') });
    const { result } = (await answer.json()) as { result: { isError: boolean; content: unknown } };
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('This account may keep 1 MiB of files');
  });
});

describe('what lies beside photos', () => {
  it('counts as kept by its account: masks and previews, until the photo goes; without room nothing is restored', async () => {
    cloud = await startTestCloud();
    const [account, admin] = [await cloud.account(), await cloud.account({ role: 'admin' })];
    const stored = async () =>
      (await admin.call('GET', `/api/admin/accounts/${account.accountId}`)).body.stored_bytes;
    const { photo_id } = (await account.upload('/api/photos/upload', jpeg)).body;
    const { restoration_id } = (
      await account.call('POST', `/api/photos/${photo_id}/restore`, { mode: 'force' })
    ).body;
    let looked: { status?: string; result_photo_id?: string } = {};
    for (let looks = 0; looks < 20 && looked.status !== 'completed'; looks += 1)
      looked = (await account.call('GET', `/api/restorations/${restoration_id}?wait_seconds=20`)).body;
    const beside = await cloud.deps.database.query
      .selectFrom('restoration_files')
      .select((e) => e.fn.sum<number>('bytes').as('bytes'))
      .executeTakeFirstOrThrow();
    const { bytes } = (await account.call('GET', `/api/documents/${looked.result_photo_id}`)).body;
    expect(Number(beside.bytes)).toBeGreaterThan(0);
    expect(await stored()).toBe(jpeg.length + bytes + Number(beside.bytes));

    const path = `/api/admin/accounts/${account.accountId}/quota`;
    await admin.call('PUT', path, { quota_mib: 0 });
    const again = await account.call('POST', `/api/photos/${photo_id}/restore`, { strength: 50 });
    expect([again.status, again.body.error]).toEqual([413, expect.stringMatching(/^This account may keep/)]);
    for (const id of [photo_id, looked.result_photo_id])
      expect((await account.call('DELETE', `/api/photos/${id}`)).status).toBe(200);
    expect(await stored()).toBe(0);
  }, 180_000);
});

describe('a disk that gets full', () => {
  it('is not filled by uploads that began together while there was room for each', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'platen-disk-'));
    const all = { recursive: true, withFileTypes: true } as const;
    const readFreeBytes = async () => {
      const files = (await readdir(dir, all)).filter((entry) => entry.isFile());
      const sizes = files.map(({ parentPath, name }) => stat(join(parentPath, name)).catch(() => undefined));
      const kept = (await Promise.all(sizes)).reduce((sum, one) => sum + (one?.size ?? 0), 0);
      return 40 * 1024 * 1024 - kept;
    };
    const files = await openFilesFolder(dir, { minFreeBytes: 30 * 1024 * 1024, readFreeBytes });
    cloud = await startTestCloud(undefined, { files });
    const account = await cloud.account();
    const large = Buffer.concat([jpeg, Buffer.alloc(4 * 1024 * 1024)]);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => account.upload('/api/photos/upload', large)),
    );
    const refused = replies.filter(({ status }) => status === 500);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    for (const { body } of refused) expect(body.error).toMatch(/disk of the service is nearly full/);
    await rm(dir, { recursive: true, force: true });
  });

  it('takes no more uploads, and orders of what is there', async () => {
    let free = 10_000_000_000;
    const dir = await mkdtemp(join(tmpdir(), 'platen-disk-'));
    const files = await openFilesFolder(dir, {
      minFreeBytes: 1_000_000_000,
      readFreeBytes: async () => free,
    });
    cloud = await startTestCloud(undefined, { files });
    const account = await cloud.account({ openingMinor: 10_000 });
    const { document_id } = (
      await account.upload('/api/documents/upload', makePdf({ pages: 1, widthMm: 210, heightMm: 297 }))
    ).body;
    free = 999_999_999;
    await until('the refusal', async () => (await account.upload('/api/photos/upload', jpeg)).status === 500);
    expect((await account.upload('/api/photos/upload', jpeg)).body.error).toMatch(
      /disk of the service is nearly full/,
    );
    const order = await account.call('POST', '/api/orders', {
      items: [{ document_id, size: 'A4', paper_type: 'plain', quantity: 1 }],
      delivery_method: 'pickup',
    });
    expect(order.status).toBe(201);
    const paid = await account.call('POST', '/api/payment/balance', { order_id: order.body.order_id });
    expect(paid.body.status).toBe('succeeded');
    free = 10_000_000_000;
    await until('room', async () => (await account.upload('/api/photos/upload', jpeg)).status === 201);
    await rm(dir, { recursive: true, force: true });
  });
});
