/** A sheet that isn't worth its photo paper waits for a person, once, and prints on a person's word. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, copyingPreparer, startBench, ticketFor, until } from '../testing/agent-bench.ts';
import { refuseSheet } from './sheet-quality-rules.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const preparerOf = (effectivePpi: number) => ({
  ...copyingPreparer,
  async preparePhoto(...order: Parameters<typeof copyingPreparer.preparePhoto>) {
    await copyingPreparer.preparePhoto(...order);
    return { effectivePpi };
  },
});

describe('refuseSheet', () => {
  const ticket = ticketFor(Buffer.from('picture'));

  it('refuses what the quality check calls unprintable, and leaves poor ones to the customer', () => {
    expect([300, 120, 60].map((effectivePpi) => refuseSheet(ticket, { effectivePpi }))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(refuseSheet(ticket, { effectivePpi: 30 })).toMatch(/30 pixels per inch.*Release it/);
  });

  it('cares for photo paper alone', () => {
    const plain = { ...ticket, media: { ...ticket.media, media_type: 'stationery' } };
    expect(refuseSheet(plain, { effectivePpi: 30 })).toBeUndefined();
  });
});

describe('a photo with far too few pixels', () => {
  it('is held, and prints when it is released', async () => {
    const agent = await bench.start({ ports: { preparer: preparerOf(20) } });
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    const last = () => bench.cloud.lastReport(ticket.job_id);
    await until(() => last()?.state === 'held');
    expect(last()).toMatchObject({ reason: 'quality-too-low', submitted: false });
    expect(agent.printing.jobAdmin.release({ jobId: ticket.job_id, byWhom: 'Li' })).toBe('done');
    await until(() => last()?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  });

  it('with enough of them is not', async () => {
    const agent = await bench.start({ ports: { preparer: preparerOf(60) } });
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
  });
});
