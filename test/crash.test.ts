/**
 * Nothing twice, nothing lost: the agent is killed at every boundary of its pipeline, the cloud between commit and reply,
 * the link is cut. After each, every paid copy came out of the printer exactly once and every order reached its end.
 */
import { appendFileSync, chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundaryNames } from '@platen/agent/boundary';
import { hashEnrolmentCode, newEnrolmentCode } from '@platen/cloud/shops/enrolment-rules';
import { insertEnrolment } from '@platen/cloud/shops/shop-store';
import { makeJpeg, makePdf } from '@platen/imaging/picture-samples';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, startTestCloud, type TestAccount, type TestCloud } from './fixtures/cloud.ts';
import { startCutProxy } from './fixtures/cut-proxy.ts';
import { startProcess, type TestProcess, until } from './fixtures/processes.ts';
import { type Ippeveprinter, startIppeveprinter, whenReal } from './real-printers.ts';

const agentFile = join(import.meta.dirname, 'fixtures/agent-process.ts');
const cloudFile = join(import.meta.dirname, 'fixtures/cloud-process.ts');
const photo = await makeJpeg({ widthPx: 1800, heightPx: 1200, seed: 7 });
const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297, padBytes: 1024 * 1024 });

/** More than the sockets on the way can hold, so that it is surely not all sent when the agent dies. */
const largePdf = makePdf({ pages: 1, widthMm: 210, heightMm: 297, padBytes: 24 * 1024 * 1024 });

/** What came out of a printer: how often each job name was printed, and in how many sheets. */
interface Paper {
  sheets(orderNo: string): number;
}

const paperOf = (dir: string): Paper => ({
  sheets: (orderNo) =>
    readdirSync(dir)
      .filter((folder) => /^\d{6}-/.test(folder) && folder.includes(orderNo))
      .flatMap((folder) => readdirSync(join(dir, folder)).filter((file) => file.startsWith('copy-'))).length,
});

interface Shop {
  cloud: TestCloud;
  account: TestAccount;
  dir: string;
  /** Starts the agent; `crashAt` names the boundary where it kills itself. */
  startAgent(more?: { crashAt?: string; cloudUrl?: string }): Promise<TestProcess>;
  /** What a failed test left behind. */
  killAgents(): Promise<void>;
  close(): Promise<void>;
}

async function openShop(printerUri: () => string): Promise<Shop> {
  const cloud = await startTestCloud(undefined, { maxUploadBytes: 50 * 1024 * 1024 });
  const account = await cloud.account({ openingMinor: 1_000_000 });
  const dir = await mkdtemp(join(tmpdir(), 'platen-agent-'));
  const code = newEnrolmentCode();
  const now = Date.now();
  await insertEnrolment(cloud.deps.database.query, {
    code_hash: hashEnrolmentCode(code),
    shop_id: cloud.shopId,
    created_at: now,
    expires_at: now + 3_600_000,
    agent_id: null,
  });
  const running = new Set<TestProcess>();
  return {
    cloud,
    account,
    dir,
    async startAgent({ crashAt = '', cloudUrl = cloud.url } = {}) {
      const agent = await startProcess(agentFile, {
        PLATEN_CLOUD_URL: cloudUrl,
        PLATEN_AGENT_DIR: dir,
        PLATEN_PRINTERS: printerUri(),
        PLATEN_ENROL_CODE: code,
        PLATEN_TEST_CRASH_AT: crashAt,
      });
      running.add(agent);
      void agent.ended.then(() => running.delete(agent));
      return agent;
    },
    async killAgents() {
      for (const agent of running) await agent.kill();
    },
    async close() {
      for (const agent of running) await agent.kill();
      await cloud.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Two copies of a photo and a PDF of two pages: four sheets. */
const sheetsOrdered = 4;

const photoItem = { bytes: photo, size: '4x6', paper_type: 'glossy', quantity: 2 };
const pdfItem = { bytes: pdf, size: 'letter', paper_type: 'plain', quantity: 1 };

async function orderAndPay(account: Pick<TestAccount, 'call' | 'upload'>, wanted = [photoItem, pdfItem]) {
  const items = [];
  for (const { bytes, ...item } of wanted) {
    const { document_id } = (await account.upload('/api/documents/upload', bytes)).body;
    items.push({ document_id, ...item });
  }
  const order = await account.call('POST', '/api/orders', { items });
  expect(order.status).toBe(201);
  const paid = await account.call('POST', '/api/payment/balance', { order_id: order.body.order_id });
  expect(paid.status).toBe(200);
  return order.body as { order_id: string; order_no: string };
}

const orderIs = (account: Pick<TestAccount, 'call'>, orderId: string, status: string) =>
  until(
    `order ${status}`,
    async () => {
      const { body } = await account.call('GET', `/api/orders/${orderId}`);
      return body.status === status && body;
    },
    15_000,
  );

describe('with a virtual printer', () => {
  let printer: VirtualPrinter;
  let printedDir: string;
  let shop: Shop;
  beforeAll(async () => {
    printedDir = await mkdtemp(join(tmpdir(), 'platen-printed-'));
    printer = await startVirtualPrinter({ port: 0, dir: printedDir, name: 'Crash' });
    shop = await openShop(() => printer.uri);
  });
  afterAll(async () => {
    await shop.close();
    await printer.close();
    await rm(printedDir, { recursive: true, force: true });
  });
  afterEach(async () => {
    printer.control.slow(0);
    printer.control.resume();
    await shop.killAgents();
  });

  it.each(boundaryNames)('killed at %s, it prints every copy once', async (boundary) => {
    const doomed = await shop.startAgent({ crashAt: boundary });
    const order = await orderAndPay(shop.account);
    expect(await doomed.ended).toBe('SIGKILL');
    const agent = await shop.startAgent();
    const done = await orderIs(shop.account, order.order_id, 'ready_for_pickup');
    expect(done.print_jobs.map((job: { state: string }) => job.state)).toEqual(['printed', 'printed']);
    expect(paperOf(printedDir).sheets(order.order_no)).toBe(sheetsOrdered);
    await agent.kill('SIGTERM');
  });

  it('killed again and again at the same boundary, it still prints every copy once', async () => {
    const order = await (async () => {
      const first = await shop.startAgent({ crashAt: 'submit:created-journalled' });
      const made = await orderAndPay(shop.account);
      await first.ended;
      return made;
    })();
    for (const crashAt of ['submit:created', 'submit:sending-journalled', 'submit:intended', 'submit:sent']) {
      await (await shop.startAgent({ crashAt })).ended;
    }
    const agent = await shop.startAgent();
    await orderIs(shop.account, order.order_id, 'ready_for_pickup');
    expect(paperOf(printedDir).sheets(order.order_no)).toBe(sheetsOrdered);
    await agent.kill('SIGTERM');
  });

  it('with the link cut at any moment, it prints every copy once', async () => {
    const proxy = await startCutProxy(Number(new URL(shop.cloud.url).port));
    const agent = await shop.startAgent({ cloudUrl: `http://127.0.0.1:${proxy.port}` });
    printer.control.slow(150);
    const orders = [];
    for (let i = 0; i < 6; i++) {
      orders.push(await orderAndPay(shop.account));
      await new Promise((later) => setTimeout(later, 60 * i));
      proxy.cut();
      await new Promise((later) => setTimeout(later, 150));
      proxy.restore();
    }
    for (const order of orders) {
      await orderIs(shop.account, order.order_id, 'ready_for_pickup');
      expect(paperOf(printedDir).sheets(order.order_no)).toBe(sheetsOrdered);
    }
    await agent.kill('SIGTERM');
    await proxy.close();
  });

  it('with every download cut off in the middle, it resumes and prints every copy once', async () => {
    const proxy = await startCutProxy(Number(new URL(shop.cloud.url).port));
    proxy.cutAfterBytes = 300_000;
    const agent = await shop.startAgent({ cloudUrl: `http://127.0.0.1:${proxy.port}` });
    const order = await orderAndPay(shop.account);
    await orderIs(shop.account, order.order_id, 'ready_for_pickup');
    expect(paperOf(printedDir).sheets(order.order_no)).toBe(sheetsOrdered);
    await agent.kill('SIGTERM');
    await proxy.close();
  });

  it('prints what it has while the cloud is away, and tells of it afterwards', async () => {
    const proxy = await startCutProxy(Number(new URL(shop.cloud.url).port));
    const agent = await shop.startAgent({ cloudUrl: `http://127.0.0.1:${proxy.port}` });
    printer.control.stop();
    const order = await orderAndPay(shop.account);
    await until('both jobs held', async () => {
      const { body } = await shop.account.call('GET', `/api/orders/${order.order_id}`);
      return body.print_jobs.every((job: { state: string }) => job.state === 'held');
    });
    proxy.cut();
    printer.control.resume();
    await until('four sheets', () => paperOf(printedDir).sheets(order.order_no) === sheetsOrdered);
    const meanwhile = await shop.account.call('GET', `/api/orders/${order.order_id}`);
    expect(meanwhile.body).toMatchObject({ status: 'printing', on_hold: { who_must_act: 'shop' } });
    proxy.restore();
    await orderIs(shop.account, order.order_id, 'ready_for_pickup');
    expect(paperOf(printedDir).sheets(order.order_no)).toBe(sheetsOrdered);
    await agent.kill('SIGTERM');
    await proxy.close();
  });
});

describe('with a printer that keeps no history', () => {
  it('asks a person about a job that may have printed, and never prints it again by itself', async () => {
    const printedDir = await mkdtemp(join(tmpdir(), 'platen-printed-'));
    const printer = await startVirtualPrinter({
      port: 0,
      dir: printedDir,
      name: 'Forgetful',
      historyJobs: 0,
    });
    const shop = await openShop(() => printer.uri);
    try {
      const doomed = await shop.startAgent({ crashAt: 'submit:sent' });
      const order = await orderAndPay(shop.account);
      await doomed.ended;
      const first = await until('its sheets', () => paperOf(printedDir).sheets(order.order_no));
      await shop.startAgent();
      const held = await until('one job unknown, the other printed', async () => {
        const { body } = await shop.account.call('GET', `/api/orders/${order.order_id}`);
        const states = body.print_jobs.map((job: { state: string }) => job.state);
        return states.includes('unknown') && body.on_hold && body;
      });
      expect(held.on_hold).toMatchObject({ reason: 'may-have-printed', who_must_act: 'shop' });
      expect(first).toBeGreaterThan(0);

      const admin = await shop.cloud.account({ role: 'admin' });
      const unknown = held.print_jobs.filter((job: { state: string }) => job.state === 'unknown');
      for (const job of unknown) {
        const decided = await admin.call('POST', `/api/shop/jobs/${job.job_id}/decide`, {
          decision: 'printed',
        });
        expect(decided).toMatchObject({ status: 200, body: { state: 'printed' } });
      }
      await until('order ended or another unknown', async () => {
        const { body } = await shop.account.call('GET', `/api/orders/${order.order_id}`);
        for (const job of body.print_jobs.filter((each: { state: string }) => each.state === 'unknown')) {
          await admin.call('POST', `/api/shop/jobs/${job.job_id}/decide`, { decision: 'printed' });
        }
        return body.status === 'ready_for_pickup';
      });
      expect(paperOf(printedDir).sheets(order.order_no)).toBe(sheetsOrdered);
    } finally {
      await shop.close();
      await printer.close();
      await rm(printedDir, { recursive: true, force: true });
    }
  });
});

describe('a cloud killed between commit and reply', () => {
  it('has taken the money once, and prints once when the customer repeats', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'platen-cloud-'));
    const printedDir = await mkdtemp(join(tmpdir(), 'platen-printed-'));
    const printer = await startVirtualPrinter({ port: 0, dir: printedDir, name: 'Repeat' });
    const first = await startProcess(cloudFile, {
      PLATEN_DATA_DIR: dataDir,
      PLATEN_PORT: '0',
      DATABASE_URL: '',
    });
    const url: string = first.ready.url;
    const { account, code, shopId } = await openAccounts(join(dataDir, 'platen.db'), url);
    const agent = await startProcess(agentFile, {
      PLATEN_CLOUD_URL: url,
      PLATEN_AGENT_DIR: join(dataDir, 'agent'),
      PLATEN_PRINTERS: printer.uri,
      PLATEN_ENROL_CODE: code,
    });
    let second: TestProcess | undefined;
    try {
      expect(shopId).toMatch(/-/);
      const photoId = (await account.upload('/api/photos/upload', photo)).body.photo_id;
      const order = await account.call('POST', '/api/orders', {
        items: [{ photo_id: photoId, size: '4x6', paper_type: 'glossy', quantity: 3 }],
      });
      const { order_id, order_no } = order.body;
      const pay = () =>
        account.call(
          'POST',
          '/api/payment/balance',
          { order_id },
          { 'idempotency-key': `pay ${order_id}`.replace(' ', '-') },
        );
      first.child.send('crash-after-payment');
      await expect(pay()).rejects.toThrow();
      expect(await first.ended).toBe('SIGKILL');

      second = await startProcess(cloudFile, {
        PLATEN_DATA_DIR: dataDir,
        PLATEN_PORT: new URL(url).port,
        DATABASE_URL: '',
      });
      expect(await pay()).toMatchObject({ status: 200, body: { status: 'succeeded', amount: 3.6 } });
      await orderIs(account, order_id, 'ready_for_pickup');
      expect(paperOf(printedDir).sheets(order_no)).toBe(3);
      expect((await account.call('GET', '/api/user/balance')).body.balance).toBe(96.4);
    } finally {
      await agent.kill();
      await second?.kill();
      await first.kill();
      await printer.close();
      for (const dir of [dataDir, printedDir]) await rm(dir, { recursive: true, force: true });
    }
  });
});

/** An account and an enrolment code, written beside the running cloud as `platen account create` does. */
async function openAccounts(file: string, url: string) {
  const { openDatabase } = await import('@platen/cloud/db/database');
  const { createAccount } = await import('@platen/cloud/accounts/account-creation');
  const { allowLocalAgent, ensureShop } = await import('@platen/cloud/demo');
  const database = await openDatabase(file);
  const now = Date.now();
  const code = newEnrolmentCode();
  await allowLocalAgent(database, { code, now });
  const who = { phone: '+8613000000001', nickname: 'T', role: 'customer', shopId: null } as const;
  const { apiKey } = await createAccount(database, { ...who, openingMinor: 10_000, currency: 'CNY', now });
  const shopId = await ensureShop(database, now);
  await database.close();
  return { account: clientOf(url, apiKey), code, shopId };
}

whenReal(['ippeveprinter', 'avahi-daemon', 'dbus-daemon'])('with ippeveprinter', () => {
  let printer: Ippeveprinter;
  let shop: Shop;
  let logDir: string;
  let proxied: string | undefined;
  const log = () => join(logDir, 'printed.log');
  beforeAll(async () => {
    logDir = await mkdtemp(join(tmpdir(), 'platen-log-'));
    const script = join(logDir, 'print.sh');
    writeFileSync(script, `#!/bin/sh\necho "$IPP_JOB_NAME $IPP_COPIES $(wc -c < "$1")" >> ${log()}\n`);
    chmodSync(script, 0o755);
    appendFileSync(log(), '');
    printer = await startIppeveprinter({ name: 'Crash', script, trays: ['-s', '10,10'] });
    shop = await openShop(() => proxied ?? printer.uri);
  });
  afterAll(async () => {
    await shop.close();
    await printer.stop();
    if (existsSync(logDir)) await rm(logDir, { recursive: true, force: true });
  });

  afterEach(() => shop.killAgents());

  /** Lines of the print script for an order: each is one job that went to paper. */
  const printed = (orderNo: string) =>
    readFileSync(log(), 'utf8')
      .split('\n')
      .filter((line) => line.includes(orderNo));

  it.each(boundaryNames)('killed at %s, it prints a job once', async (boundary) => {
    const doomed = await shop.startAgent({ crashAt: boundary });
    const order = await orderAndPay(shop.account, [photoItem]);
    expect(await doomed.ended).toBe('SIGKILL');
    const agent = await shop.startAgent();
    await orderIs(shop.account, order.order_id, 'ready_for_pickup');
    expect(printed(order.order_no)).toHaveLength(1);
    expect(printed(order.order_no)[0]).toMatch(/ 2 \d+$/);
    await agent.kill('SIGTERM');
  });

  it('killed in the middle of Send-Document, it asks a person, who has it printed again', async () => {
    const proxy = await startCutProxy(Number(new URL(printer.uri.replace('ipp:', 'http:')).port));
    proxied = `ipp://127.0.0.1:${proxy.port}/ipp/print`;
    try {
      const doomed = await shop.startAgent();
      proxy.onSent = (bytes) => bytes > 1_000_000 && doomed.child.kill('SIGKILL');
      const order = await orderAndPay(shop.account, [{ ...pdfItem, bytes: largePdf }]);
      expect(await doomed.ended).toBe('SIGKILL');
      proxy.onSent = () => {};
      await shop.startAgent();
      const [job] = await until('an unknown job', async () => {
        const { body } = await shop.account.call('GET', `/api/orders/${order.order_id}`);
        return body.print_jobs[0].state === 'unknown' && body.print_jobs;
      });
      // This printer prints what came and calls it completed: half a file is on paper now.
      expect(printed(order.order_no)).toHaveLength(1);
      const admin = await shop.cloud.account({ role: 'admin' });
      const decided = await admin.call('POST', `/api/shop/jobs/${job.job_id}/decide`, {
        decision: 'reprint',
      });
      expect(decided).toMatchObject({ status: 200, body: { state: 'failed', settlement: 'reprinted' } });
      const done = await orderIs(shop.account, order.order_id, 'ready_for_pickup');
      expect(done.print_jobs.map((each: { state: string }) => each.state)).toEqual(['failed', 'printed']);
      expect(printed(order.order_no).at(-1)).toMatch(new RegExp(` 1 ${largePdf.length}$`));
      expect(printed(order.order_no)).toHaveLength(2);
    } finally {
      proxied = undefined;
      await shop.killAgents();
      await proxy.close();
    }
  });
});
