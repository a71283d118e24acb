/**
 * A small print shop as it might be one morning: customers with orders in every state, photos being collected, an old photo restored, printers
 * at work. Owns what there is to be seen on pictures of the pages; everything is made through the API, as people do it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRealPorts } from '@platen/agent/adapters/real-ports';
import { startAgent } from '@platen/agent/agent';
import { readAgentConfig } from '@platen/agent/machine/config';
import { hashEnrolmentCode, newEnrolmentCode } from '@platen/cloud/shops/enrolment-rules';
import { insertEnrolment } from '@platen/cloud/shops/shop-store';
import { openBrowser as openClient } from '@platen/cloud/testing/browser-client';
import { startVirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { openWebFiles } from '@platen/web-host/web-files';
import { startTestCloud, type TestAccount } from '../fixtures/cloud.ts';
import { until } from '../fixtures/processes.ts';
import { ensureWeb } from '../fixtures/web-build.ts';
import { createOldPhoto, createScene, scenes } from './drawn-scenes.ts';

export interface DemoShop {
  url: string;
  /** `name=value` of a session. */
  cookies: { customer: string; operator: string; admin: string };
  customerId: string;
  /** Uploads of the customer, by scene. */
  photos: Record<keyof typeof scenes, string>;
  /** An order that is being printed. */
  orderId: string;
  /** Paths of links to be given away. */
  preOrderPath: string;
  restorationId: string;
  close(): Promise<void>;
}

/** So slow that a job is under way for as long as it is looked at. */
const pageMs = 20_000;

const numbers = { customer: '+8613800000101', operator: '+8613800000102', admin: '+8613800000103' };

export async function openDemoShop(): Promise<DemoShop> {
  await ensureWeb();
  const dir = mkdtempSync(join(tmpdir(), 'platen-screenshots-'));
  const cloud = await startTestCloud(undefined, {}, { web: openWebFiles() });
  const printers = await Promise.all([
    startVirtualPrinter({ port: 0, dir: join(dir, 'window'), name: 'Photo printer at the window' }),
    startVirtualPrinter({ port: 0, dir: join(dir, 'counter'), name: 'Photo printer at the counter' }),
    startVirtualPrinter({ port: 0, dir: join(dir, 'office'), name: 'Office printer', isColor: false }),
  ]);
  const code = newEnrolmentCode();
  const now = Date.now();
  await insertEnrolment(cloud.deps.database.query, {
    code_hash: hashEnrolmentCode(code),
    shop_id: cloud.shopId,
    created_at: now,
    expires_at: now + 3_600_000,
    agent_id: null,
  });
  const config = readAgentConfig({
    PLATEN_CLOUD_URL: cloud.url,
    PLATEN_AGENT_DIR: join(dir, 'agent'),
    PLATEN_CONSOLE_PORT: 'off',
    PLATEN_DISCOVERY: 'off',
    PLATEN_AGENT_NAME: 'Harbour Street',
    PLATEN_PRINTERS: printers.map(({ uri }) => uri).join(','),
    PLATEN_ENROL_CODE: code,
  });
  const agent = await startAgent(config, { ports: openRealPorts(config), log: () => {} });
  const close = async () => {
    await agent.stop();
    await Promise.all(printers.map((printer) => printer.close()));
    await cloud.close();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await until(
      'the agent with its printers',
      () => agent.isLinked && agent.printers.list().every(({ reachable }) => reachable),
    );
    const admin = await cloud.account({ role: 'admin' });
    const must = async (by: Pick<TestAccount, 'call'>, method: string, path: string, body?: unknown) => {
      const reply = await by.call(method, path, body);
      if (reply.status >= 300)
        throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.body;
    };
    await must(admin, 'PUT', `/api/admin/shops/${cloud.shopId}`, { name: 'Harbour Street Prints' });
    const enter = async (phone: string, nickname: string) => {
      const client = openClient(cloud.url);
      await must(client, 'POST', '/api/auth/code', { phone });
      const sent = /\d{6}/.exec(cloud.messages.at(-1)!.text)![0];
      const { account } = await must(client, 'POST', '/api/auth/register', { phone, code: sent, nickname });
      return { client, accountId: String(account.account_id), cookie: client.cookie };
    };
    const customer = await enter(numbers.customer, 'Mei');
    const operator = await enter(numbers.operator, 'Jonas');
    const boss = await enter(numbers.admin, 'Ada');
    const roleOf = (accountId: string, body: object) =>
      must(admin, 'PUT', `/api/admin/accounts/${accountId}/role`, body);
    await roleOf(operator.accountId, { role: 'operator', shop_id: cloud.shopId });
    await roleOf(boss.accountId, { role: 'admin' });
    await must(admin, 'POST', '/api/admin/balance', {
      account_id: customer.accountId,
      amount: 186.4,
      note: 'Welcome',
    });

    const upload = async (name: string, bytes: Buffer) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name);
      const headers = { cookie: customer.cookie, 'x-platen-csrf': '1' };
      const answer = await fetch(`${cloud.url}/api/photos/upload`, { method: 'POST', headers, body: form });
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      return String(((await answer.json()) as { photo_id: string }).photo_id);
    };
    const photos = {} as DemoShop['photos'];
    for (const [name, file] of [
      ['lemons', 'Lemons on the blue plate.jpg'],
      ['lighthouse', 'Lighthouse at noon.jpg'],
      ['balloons', 'Balloons over the hills.jpg'],
      ['lake', 'Evening on the lake.jpg'],
    ] as const)
      photos[name] = await upload(file, await createScene(scenes[name]));
    photos.house = await upload('The old house, about 1948.jpg', await createOldPhoto(scenes.house));

    const order = async (items: object[], more: object = {}) => {
      const made = await must(customer.client, 'POST', '/api/orders', { items, ...more });
      return String(made.order_id);
    };
    const pay = (order_id: string) => must(customer.client, 'POST', '/api/payment/balance', { order_id });
    const print = (name: keyof typeof scenes, quantity: number, size = '4x6') => ({
      photo_id: photos[name],
      size,
      paper_type: 'glossy',
      quantity,
    });
    // The first is printed at once, so that it can be collected; the others keep the printers busy.
    const collected = await order([print('lighthouse', 2), print('lemons', 1)]);
    await pay(collected);
    await until(
      'an order to be collected',
      async () =>
        (await must(customer.client, 'GET', `/api/orders/${collected}`)).status === 'ready_for_pickup',
      60_000,
    );
    for (const { control } of printers) control.slow(pageMs);
    const printing = await order([print('lake', 4), print('balloons', 6, '5x7')], {
      note: 'With a white border, please.',
    });
    await pay(printing);
    await until(
      'an order that is being printed',
      async () => (await must(customer.client, 'GET', `/api/orders/${printing}`)).status === 'printing',
      180_000,
    );
    for (const [name, quantity] of [
      ['lighthouse', 12],
      ['balloons', 3],
      ['lemons', 8],
    ] as const)
      await pay(await order([print(name, quantity)]));
    await order([print('lemons', 2)]);

    const restored = await must(customer.client, 'POST', `/api/photos/${photos.house}/restore`, {
      mode: 'auto',
    });
    for (let looks = 0; looks < 20; looks += 1) {
      const path = `/api/restorations/${restored.restoration_id}?wait_seconds=20`;
      if ((await must(customer.client, 'GET', path)).status !== 'processing') break;
    }
    const preOrder = await must(customer.client, 'POST', '/api/user/pre-orders', {
      title: 'Our summer at the lake',
      description:
        'Send your favourite photos of the trip. They will hang in the class room, and everybody takes theirs home in autumn.',
      order_type: 'photo',
      spec_mode: 'fixed',
      size: '4x6',
      paper_type: 'glossy',
      quota_total: 60,
      quota_per_person: 3,
      deadline: new Date(now + 9 * 24 * 3_600_000).toISOString(),
      status: 'open',
    });
    await until(
      'print jobs at two printers',
      async () => {
        const { items } = await must(admin, 'GET', '/api/shop/jobs');
        const states = (items as { state: string }[]).map(({ state }) => state);
        return states.filter((state) => state === 'printing').length > 1;
      },
      180_000,
    );
    printers[1]!.control.supply('black', 12);
    return {
      url: cloud.url,
      cookies: { customer: customer.cookie, operator: operator.cookie, admin: boss.cookie },
      customerId: customer.accountId,
      photos,
      orderId: printing,
      preOrderPath: new URL(preOrder.share_url).pathname,
      restorationId: String(restored.restoration_id),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
