/**
 * The print schedule from end to end: set in the cloud, kept by the agent, obeyed in front of a printer that makes sheets. The clocks
 * of cloud and agent are the test's; machine and printer are real.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRealPorts } from '@platen/agent/adapters/real-ports';
import { type RunningAgent, startAgent } from '@platen/agent/agent';
import { usualRoom } from '@platen/agent/testing/agent-bench';
import { hashEnrolmentCode, newEnrolmentCode } from '@platen/cloud/shops/enrolment-rules';
import { insertEnrolment } from '@platen/cloud/shops/shop-store';
import { contentOf, firstSchedule, type ScheduleContent } from '@platen/contracts/schedule/schedule-document';
import { startVirtualPrinter, type VirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestCloud, type TestAccount, type TestCloud } from '../fixtures/cloud.ts';
import { until } from '../fixtures/processes.ts';
import { type CutProxy, startCutProxy } from '../fixtures/proxies/cut-proxy.ts';
import { orderAndPay, orderIs, photoItem, sheetsIn } from '../fixtures/shop.ts';

const hourMs = 3_600_000;
const windows = [
  { days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const, from: '18:00', to: '20:00' },
];
const evenings: ScheduleContent = {
  ...contentOf(firstSchedule),
  time_zone: 'Asia/Shanghai',
  plan: { mode: 'windows', windows: windows.map((window) => ({ ...window, days: [...window.days] })) },
};

describe('the print schedule', () => {
  let dir: string;
  let cloud: TestCloud;
  let account: TestAccount;
  let operator: TestAccount;
  let printer: VirtualPrinter;
  let proxy: CutProxy;
  let agent: RunningAgent;
  let tick = () => {};
  let uptimeMs = 10 * hourMs;
  const code = newEnrolmentCode();

  const start = () =>
    startAgent(
      {
        cloudUrl: `http://127.0.0.1:${proxy.port}`,
        dir: join(dir, 'agent'),
        printerUris: [printer.uri],
        enrolCode: code,
        name: 'Counter',
        consolePort: undefined,
        ...usualRoom,
      },
      {
        ports: openRealPorts(),
        log: () => {},
        now: () => Date.now() + cloud.clock.offsetMs,
        machine: { uptimeMs: () => uptimeMs, bootId: () => 'one' },
        openTicker(onTick) {
          tick = onTick;
          return { set: () => {}, stop: () => {} };
        },
      },
    );

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'platen-schedule-'));
    cloud = await startTestCloud();
    // Ten in the morning in Shanghai, on a day of the future: no clock here is the real one.
    cloud.clock.offsetMs = Date.parse('2027-03-02T02:00:00Z') - Date.now();
    account = await cloud.account();
    operator = await cloud.account({ role: 'operator' });
    printer = await startVirtualPrinter({ port: 0, dir: join(dir, 'printed'), name: 'One' });
    proxy = await startCutProxy(Number(new URL(cloud.url).port));
    const now = cloud.deps.now();
    const enrolment = { code_hash: hashEnrolmentCode(code), shop_id: cloud.shopId, agent_id: null };
    await insertEnrolment(cloud.deps.database.query, {
      ...enrolment,
      created_at: now,
      expires_at: now + hourMs,
    });
    agent = await start();
    await until('the link', async () => agent.isLinked);
  });
  afterEach(async () => {
    await agent.stop();
    await proxy.close();
    await printer.close();
    await cloud.close();
    await rm(dir, { recursive: true, force: true });
  });

  const sheets = (orderNo: string) => sheetsIn(join(dir, 'printed'), orderNo);
  const minuteMs = 60_000;
  /** The agent looks every minute, as it does: else it would take itself for having slept. */
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= minuteMs) {
      cloud.clock.offsetMs += minuteMs;
      uptimeMs += minuteMs;
      tick();
    }
  };
  const jobOf = async (orderId: string) =>
    (await account.call('GET', `/api/orders/${orderId}`)).body.print_jobs[0];
  const waits = (orderId: string) =>
    until('a waiting job', async () => {
      const job = await jobOf(orderId);
      return job.reason === 'scheduled' && job;
    });
  const set = async (content: ScheduleContent, version = 0) => {
    const saved = await operator.call('PUT', '/api/shop/schedule', { ...content, version });
    expect(saved.status).toBe(200);
    await until('the agent', async () => agent.schedule.read().document.version === version + 1);
  };
  const answer = async () => (await account.call('GET', '/api/orders/auto-print-schedule')).body;

  it('closed: a job says why it waits and until when; open: it prints, internet or not', async () => {
    await set(evenings);
    const order = await orderAndPay(account, [photoItem]);
    const job = await waits(order.order_id);
    expect(job).toMatchObject({
      state: 'ready',
      message: expect.stringContaining('Prints from 2027-03-02 18:00'),
    });
    // Nothing is at a printer, and everybody is told when it will be.
    const waiting = { status: 'paid', printing_from: '2027-03-02T10:00:00.000Z' };
    const seen = async () => [
      (await account.call('GET', `/api/orders/${order.order_id}`)).body,
      await (await fetch(`${cloud.url}/api/orders/track/${order.order_no}`)).json(),
    ];
    expect(await seen()).toMatchObject([waiting, waiting]);
    const told = await until('the report', async () => {
      const body = await answer();
      return body.shops[0].agents[0].schedule?.waiting === 1 && body;
    });
    expect(told).toMatchObject({ mode: 'windows', next_run: '2027-03-02T10:00:00.000Z', last_run: null });
    expect(told.windows[0]).toEqual({
      opens_at: '2027-03-02T10:00:00.000Z',
      closes_at: '2027-03-02T12:00:00.000Z',
    });
    expect(told.shops[0].agents[0]).toMatchObject({ state: 'live', schedule: { open: false } });
    pass(hourMs);
    expect(sheets(order.order_no)).toBe(0);

    proxy.cut();
    await until('no link', async () => !agent.isLinked);
    pass(7 * hourMs);
    await until('sheets', async () => sheets(order.order_no) === 2);
    expect((await jobOf(order.order_id)).state).toBe('ready');
    expect((await answer()).shops[0].agents[0]).toMatchObject({ state: 'last_known' });

    proxy.restore();
    await orderIs(account, order.order_id, 'ready_for_pickup');
    const after = await until('the run', async () => {
      const body = await answer();
      return body.last_run && body;
    });
    expect(after.last_run).toBe('2027-03-02T10:00:00.000Z');
    expect(sheets(order.order_no)).toBe(2);
  });

  it('after three hours without internet what was paid meanwhile waits for one approval, given in the cloud', async () => {
    proxy.cut();
    await until('no link', async () => !agent.isLinked);
    pass(hourMs);
    const orders = [await orderAndPay(account, [photoItem]), await orderAndPay(account, [photoItem])];
    pass(2 * hourMs + 60_000);
    proxy.restore();
    const { backlog } = await until('the backlog', async () => {
      const { body } = await operator.call('GET', '/api/shop/schedule');
      const report = body.agents[0]?.report;
      return report?.backlog?.jobs === 2 && report;
    });
    for (const { order_id } of orders) {
      const view = await until('the hold', async () => {
        const { body } = await account.call('GET', `/api/orders/${order_id}`);
        return body.on_hold && body;
      });
      expect(view.on_hold).toMatchObject({ reason: 'awaiting-approval', who_must_act: 'shop' });
    }
    const later = await orderAndPay(account, [photoItem]);
    await orderIs(account, later.order_id, 'ready_for_pickup');
    expect(orders.map(({ order_no }) => sheets(order_no))).toEqual([0, 0]);

    const path = `/api/shop/schedule/backlogs/${backlog.backlog_id}/decide`;
    expect((await operator.call('POST', path, { decision: 'print_now' })).status).toBe(200);
    for (const { order_id } of orders) await orderIs(account, order_id, 'ready_for_pickup');
    expect(orders.map(({ order_no }) => sheets(order_no))).toEqual([2, 2]);
    await until(
      'no backlog',
      async () => (await operator.call('POST', path, { decision: 'print_now' })).status === 404,
    );
  });

  it('an edit at the console, without internet, holds there and then everywhere', async () => {
    await set(evenings);
    proxy.cut();
    await until('no link', async () => !agent.isLinked);
    const seen = agent.schedule.read();
    agent.schedule.save(
      { ...seen.content, plan: { mode: 'immediate' } },
      { by: 'Ann', version: seen.document.version },
    );
    await agent.stop();
    agent = await start();
    proxy.restore();
    const schedule = await until('the edit', async () => {
      const { body } = await operator.call('GET', '/api/shop/schedule');
      return body.schedule.version === 2 && body.schedule;
    });
    expect(schedule).toMatchObject({ origin: 'console', edited_by: 'Ann', plan: { mode: 'immediate' } });
    const order = await orderAndPay(account, [photoItem]);
    await orderIs(account, order.order_id, 'ready_for_pickup');
  });
});
