/**
 * Nothing twice, nothing lost: the agent is killed at every boundary of its pipeline, the cloud between commit and reply,
 * the link is cut. After each, every paid copy came out of the printer exactly once and every order reached its end.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundaryNames, untoldBoundaryNames } from '@platen/agent/machine/boundary';
import { createAccountWithKey } from '@platen/cloud/accounts/account-creation';
import { openDatabase } from '@platen/cloud/db/database';
import { allowLocalAgent, ensureShop } from '@platen/cloud/demo';
import { newEnrolmentCode } from '@platen/cloud/shops/enrolment-rules';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../fixtures/cloud.ts';
import { startProcess, type TestProcess, until } from '../fixtures/processes.ts';
import { startCutProxy } from '../fixtures/proxies/cut-proxy.ts';
import {
  agentFile,
  openShop,
  orderAndPay,
  orderIs,
  pdfItem,
  personDecides,
  photo,
  photoItem,
  type Shop,
  sheetsIn,
  sheetsOrdered,
  unseen,
} from '../fixtures/shop.ts';

const cloudFile = join(import.meta.dirname, '../fixtures/cloud-process.ts');

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
  // Whoever comes up after a kill is the next that is killed.
  describe('the agent', () => {
    afterAll(() => shop.killAgents());

    const tellable = boundaryNames.filter((name) => !untoldBoundaryNames.includes(name));

    it.each(tellable)('killed at %s, it prints every copy once', async (boundary) => {
      const doomed = await shop.doomAgent(boundary);
      const order = await orderAndPay(shop.account, [photoItem, pdfItem].map(unseen));
      expect(await doomed.ended).toBe('SIGKILL');
      await shop.startAgent();
      const done = await orderIs(shop.account, order.order_id, 'ready_for_pickup');
      expect(done.print_jobs.map((job: { state: string }) => job.state)).toEqual(['printed', 'printed']);
      expect(sheetsIn(printedDir, order.order_no)).toBe(sheetsOrdered);
    });

    it.each(untoldBoundaryNames)(
      'killed at %s, where nobody can know, it asks a person, who has what is missing printed',
      async (boundary) => {
        const doomed = await shop.doomAgent(boundary);
        const order = await orderAndPay(shop.account, [unseen(photoItem)]);
        expect(await doomed.ended).toBe('SIGKILL');
        await shop.startAgent();
        await personDecides(shop, order.order_id, {
          copies: photoItem.quantity,
          count: () => sheetsIn(printedDir, order.order_no),
        });
        await orderIs(shop.account, order.order_id, 'ready_for_pickup');
        expect(sheetsIn(printedDir, order.order_no)).toBe(photoItem.quantity);
      },
    );

    it('killed again and again at the same boundary, it still prints every copy once', async () => {
      const order = await (async () => {
        const first = await shop.doomAgent('submit:created-journalled');
        const made = await orderAndPay(shop.account, [photoItem, pdfItem].map(unseen));
        await first.ended;
        return made;
      })();
      for (const crashAt of [
        'submit:created',
        'submit:intended',
        'submit:sent-journalled',
        'watch:completed',
      ]) {
        await (await shop.startAgent({ crashAt })).ended;
      }
      await shop.startAgent();
      await orderIs(shop.account, order.order_id, 'ready_for_pickup');
      expect(sheetsIn(printedDir, order.order_no)).toBe(sheetsOrdered);
    });
  });

  describe('the line', () => {
    afterEach(async () => {
      printer.control.slow(0);
      printer.control.resume();
      await shop.killAgents();
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
        expect(sheetsIn(printedDir, order.order_no)).toBe(sheetsOrdered);
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
      expect(sheetsIn(printedDir, order.order_no)).toBe(sheetsOrdered);
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
      await until('four sheets', () => sheetsIn(printedDir, order.order_no) === sheetsOrdered);
      const meanwhile = await shop.account.call('GET', `/api/orders/${order.order_id}`);
      // The last that the cloud heard is that both wait: nothing is at a printer.
      expect(meanwhile.body).toMatchObject({ status: 'paid', on_hold: { who_must_act: 'shop' } });
      proxy.restore();
      await orderIs(shop.account, order.order_id, 'ready_for_pickup');
      expect(sheetsIn(printedDir, order.order_no)).toBe(sheetsOrdered);
      await agent.kill('SIGTERM');
      await proxy.close();
    });
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
      const doomed = await shop.startAgent({ crashAt: 'submit:sent-journalled' });
      const order = await orderAndPay(shop.account);
      await doomed.ended;
      const first = await until('its sheets', () => sheetsIn(printedDir, order.order_no));
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
      expect(sheetsIn(printedDir, order.order_no)).toBe(sheetsOrdered);
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
      PLATEN_CONSOLE_PORT: 'off',
      PLATEN_DISCOVERY: 'off',
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
      expect(sheetsIn(printedDir, order_no)).toBe(3);
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
  const database = await openDatabase(file);
  const now = Date.now();
  const code = newEnrolmentCode();
  await allowLocalAgent(database, { code, now });
  const who = { phone: '+8613000000001', nickname: 'T', role: 'customer', shopId: null } as const;
  const { apiKey } = await createAccountWithKey(database, {
    ...who,
    openingMinor: 10_000,
    currency: 'CNY',
    now,
  });
  const shopId = await ensureShop(database, now);
  await database.close();
  return { account: clientOf(url, apiKey), code, shopId };
}
