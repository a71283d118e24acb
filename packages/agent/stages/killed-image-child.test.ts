/** Somebody kills the process that prepares a good photo: the photo is printed all the same, or waits for a person with the truth. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeBlankPng } from '@platen/imaging/testing/hostile-samples';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPoolPreparer } from '../adapters/photo-preparer-pool.ts';
import type { RunningAgent } from '../agent.ts';
import { type Bench, startBench, ticketFor, until } from '../testing/agent-bench.ts';

let photo: Buffer;
let bench: Bench;
let agent: RunningAgent;
let killer: NodeJS.Timeout;
let killed: Set<number>;
let killsLeft: number;

/** This process's imaging children that have a file of the bench open: they decode the photo then. */
const workingChildren = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => isImagingChild(id) && isDecoding(id));

function isDecoding(id: number): boolean {
  const folder = `/proc/${id}/fd`;
  try {
    return readdirSync(folder).some((name) => readlinkSync(join(folder, name)).startsWith(bench.dir));
  } catch {
    return false; // it ended, or closed a file, meanwhile
  }
}

function isImagingChild(id: number): boolean {
  try {
    const [, parent] =
      / \S (\d+) /.exec(readFileSync(`/proc/${id}/stat`, 'latin1').replace(/.*\)/s, '')) ?? [];
    const command = readFileSync(`/proc/${id}/cmdline`, 'latin1');
    return Number(parent) === process.pid && command.includes('imaging-process');
  } catch {
    return false; // it ended meanwhile
  }
}

describe.runIf(process.platform === 'linux')('a killed image child', () => {
  beforeAll(async () => {
    // Half a second to decode: long enough to be interrupted.
    photo = makeBlankPng({ widthPx: 8000, heightPx: 8000, bitDepth: 8, channels: 4 });
  }, 60_000);
  beforeEach(async () => {
    killed = new Set();
    killsLeft = 0;
    killer = setInterval(() => {
      for (const id of workingChildren()) {
        if (killsLeft === 0 || killed.has(id)) continue;
        killed.add(id);
        killsLeft -= 1;
        process.kill(id, 'SIGKILL');
      }
    }, 5);
    bench = await startBench();
    agent = await bench.start({ ports: { preparer: createPoolPreparer({ pausesMs: [30, 60] }) } });
    await until(() => agent.isLinked);
    bench.cloud.addFile(photo);
  });
  afterEach(async () => {
    clearInterval(killer);
    await agent.stop();
    await bench.close();
  });

  const send = (kills: number) => {
    killsLeft = kills;
    const { document, ...ticket } = ticketFor(photo);
    bench.cloud.sendJob({ ...ticket, document: { ...document, content_type: 'image/png' } });
    return { id: ticket.job_id, last: () => bench.cloud.lastReport(ticket.job_id) };
  };
  const parts = () => readdirSync(join(bench.dir, 'prepared')).filter((name) => name.includes('.part-'));

  it('costs a good photo nothing but time', async () => {
    const { last } = send(2);
    await until(() => last()?.state === 'printed' || last()?.state === 'held');
    expect(last()).toMatchObject({ state: 'printed', copies_printed: 1 });
    expect([killed.size, bench.printer.paper.length, parts()]).toEqual([2, 1, []]);
  }, 90_000);

  it('killed again and again holds it, says so, and a person tries it again', async () => {
    const { id, last } = send(3);
    await until(() => last()?.state === 'printed' || last()?.state === 'held');
    expect(last()).toMatchObject({
      state: 'held',
      reason: 'preparation-failed',
      submitted: false,
      message: expect.stringMatching(/^The image process ended 3 times while it made the picture ready/),
    });
    expect(parts()).toEqual([]);
    expect(agent.printing.jobAdmin.retry({ jobId: id, byWhom: 'Li' })).toBe('done');
    await until(() => last()?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
    expect(agent.printing.jobAdmin.retry({ jobId: id, byWhom: 'Li' })).toBe('waits-for-nothing');
    expect(agent.printing.jobAdmin.listActs()).toMatchObject([
      { act: 'retry', outcome: 'waits-for-nothing' },
      { act: 'retry', outcome: 'done', byWhom: 'Li', detail: 'preparation-failed' },
    ]);
  }, 90_000);

  it('held for it, the cloud’s word tries it again, and the same message only once', async () => {
    const { id, last } = send(3);
    await until(() => last()?.state === 'held');
    killsLeft = 3;
    const message = {
      ...({ kind: 'message', id: randomUUID(), type: 'decide' } as const),
      body: { job_id: id, decision: 'retry' } as const,
    };
    bench.cloud.send(message);
    await until(() => agent.printing.jobs.history(id).filter((state) => state === 'held').length === 2);
    bench.cloud.send(message);
    await until(() => bench.cloud.acknowledgements.filter((one) => one === message.id).length === 2);
    expect(agent.printing.jobs.find(id)?.state).toBe('held');
    bench.cloud.send({ ...message, id: randomUUID() });
    await until(() => last()?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  }, 90_000);
});
