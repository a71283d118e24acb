/**
 * Nothing twice, nothing lost, against ippeveprinter: it prints whatever came of a document and calls it completed, and it
 * forgets its jobs after a minute.
 */
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundaryNames, untoldBoundaryNames } from '@platen/agent/machine/boundary';
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../fixtures/processes.ts';
import { startCutProxy } from '../fixtures/proxies/cut-proxy.ts';
import {
  openShop,
  orderAndPay,
  orderIs,
  pdfItem,
  personDecides,
  photoItem,
  type Shop,
  unseen,
} from '../fixtures/shop.ts';
import { type Ippeveprinter, startIppeveprinter, whenReal } from './real-printers.ts';

/** More than the sockets on the way can hold, so that it is surely not all sent when the agent dies. */
const largePdf = makePdf({ pages: 1, widthMm: 210, heightMm: 297, padBytes: 24 * 1024 * 1024 });

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
    await rm(logDir, { recursive: true, force: true });
  });

  /** Lines of the print script for an order: each is one job that went to paper. */
  const printed = (orderNo: string) =>
    readFileSync(log(), 'utf8')
      .split('\n')
      .filter((line) => line.includes(orderNo));

  // Whoever comes up after a kill is the next that is killed.
  describe('at a boundary', () => {
    afterAll(() => shop.killAgents());

    const tellable = boundaryNames.filter((name) => !untoldBoundaryNames.includes(name));

    it.each(tellable)('killed at %s, it prints a job once', async (boundary) => {
      const doomed = await shop.doomAgent(boundary);
      const order = await orderAndPay(shop.account, [unseen(photoItem)]);
      expect(await doomed.ended).toBe('SIGKILL');
      await shop.startAgent();
      await orderIs(shop.account, order.order_id, 'ready_for_pickup');
      expect(printed(order.order_no)).toHaveLength(1);
      expect(printed(order.order_no)[0]).toMatch(/ 2 \d+$/);
    });

    it.each(untoldBoundaryNames)(
      'killed at %s, where nobody can know, it asks a person',
      async (boundary) => {
        const doomed = await shop.doomAgent(boundary);
        const order = await orderAndPay(shop.account, [unseen(photoItem)]);
        expect(await doomed.ended).toBe('SIGKILL');
        await shop.startAgent();
        const { quantity: copies } = photoItem;
        const asked = await personDecides(shop, order.order_id, {
          copies,
          count: () => copies * printed(order.order_no).length,
        });
        expect(asked).toBe('asked');
        await orderIs(shop.account, order.order_id, 'ready_for_pickup');
        expect(printed(order.order_no)).toHaveLength(1);
      },
    );
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
      // What was made of it is as large but for some bytes: the picture is in it as it came.
      const [, bytes] = / 1 (\d+)$/.exec(printed(order.order_no).at(-1)!) ?? [];
      expect(Number(bytes)).toBeGreaterThan(24 * 1024 * 1024);
      expect(printed(order.order_no)).toHaveLength(2);
    } finally {
      proxied = undefined;
      await shop.killAgents();
      await proxy.close();
    }
  });
});
