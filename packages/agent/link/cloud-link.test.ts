/** Enrolment, clocks, and files that come in pieces. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const stateOf = (jobId: string) => bench.cloud.lastReport(jobId)?.state;

describe('enrolment', () => {
  it('survives a lost reply: the same code with the same key', async () => {
    bench.cloud.losesEnrolReply = true;
    const agent = await bench.start();
    await until(() => agent.isLinked);
    expect(bench.cloud.enrolments).toBe(2);
    expect(agent.agentId).toBe(bench.cloud.agentId);
  });

  it('happens once: the next start needs no code', async () => {
    const first = await bench.start();
    await until(() => first.isLinked);
    await first.stop();
    const second = await bench.start();
    await until(() => second.isLinked);
    expect(bench.cloud.enrolments).toBe(1);
    expect(bench.cloud.hellos).toHaveLength(2);
  });

  it('a refused code is said clearly', async () => {
    bench.cloud.publicKey = 'somebody else';
    await bench.start();
    await until(() => bench.lines.some(({ event }) => event === 'enrolment.refused'));
    expect(JSON.stringify(bench.lines)).not.toContain('ENROL-CODE');
  });

  it('an identity that can not be read stops the start with a sentence', async () => {
    writeFileSync(join(bench.dir, 'identity.json'), '{', { mode: 0o600 });
    await expect(bench.start()).rejects.toThrow(/identity .* can't be read/);
  });
});

describe('the link', () => {
  it.each([-86_400_000, 86_400_000])(
    "a shop's clock that is off by %i ms locks nobody out",
    async (offMs) => {
      const enrolled = await bench.start();
      await until(() => enrolled.isLinked);
      await enrolled.stop();
      const agent = await bench.start({ now: () => Date.now() + offMs });
      await until(() => agent.isLinked);
      expect(bench.cloud.refusedSignatures).toBe(1);
      const ticket = bench.newTicket();
      bench.cloud.sendJob(ticket);
      await until(() => stateOf(ticket.job_id) === 'printed');
      expect(bench.cloud.refusedSignatures).toBe(1);
    },
  );

  it('not let in: said clearly, and what is spooled is printed', async () => {
    const agent = await bench.start();
    await until(() => agent.isLinked);
    bench.printer.isReachable = false;
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => agent.printing.jobs.find(ticket.job_id)?.preparedPath !== undefined);
    bench.cloud.letsIn = false;
    bench.cloud.cut();
    await until(() =>
      bench.lines.some(({ level, event }) => level === 'error' && event === 'link.not-let-in'),
    );
    bench.printer.isReachable = true;
    await until(() => bench.printer.paper.length === 1);
  });

  it('to a cloud of another version: said clearly, what is spooled is printed, and told once that cloud is updated', async () => {
    const agent = await bench.start();
    await until(() => agent.isLinked);
    bench.printer.isReachable = false;
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => agent.printing.jobs.find(ticket.job_id)?.preparedPath !== undefined);
    const because = 'this cloud speaks protocol 0, the agent 1: update the cloud';
    bench.cloud.otherProtocol = because;
    bench.cloud.cut();
    const said = () => bench.lines.filter(({ event }) => event === 'link.another-protocol');
    await until(() => said().length === 1);
    expect(said()[0]).toMatchObject({ level: 'error', fields: { because } });
    bench.printer.isReachable = true;
    await until(() => bench.printer.paper.length === 1);
    expect(agent.isLinked).toBe(false);
    expect(stateOf(ticket.job_id)).not.toBe('printed');
    bench.cloud.otherProtocol = undefined;
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect(said()).toHaveLength(1);
  });

  it('is made again when it is cut, and beats', async () => {
    const agent = await bench.start();
    await until(() => agent.isLinked);
    bench.cloud.cut();
    await until(() => bench.cloud.hellos.length === 2);
    await until(() => bench.cloud.heartbeats > 1);
  });

  it('tells printers whole after each hello, and what changes', async () => {
    const agent = await bench.start();
    await until(() => agent.isLinked && bench.cloud.printers.size === 1);
    const uuid = bench.printer.description.printerUuid as string;
    await until(() => bench.cloud.printers.get(uuid)?.reachable === true);
    expect(bench.cloud.printers.get(uuid)).toMatchObject({
      name: 'Photo One',
      state: 'idle',
      media_ready: ['na_index-4x6_4x6in'],
    });
    bench.printer.isReachable = false;
    agent.printers.suspect(bench.printer.uri);
    await until(() => bench.cloud.printers.get(uuid)?.reachable === false);
  });
});

describe('files', () => {
  const big = Buffer.alloc(3_000_000, 'pixel');
  const bigTicket = () => {
    const sha256 = bench.cloud.addFile(big);
    const document = { sha256, bytes: big.length, content_type: 'application/pdf', pages: 1 };
    return bench.newTicket({ document });
  };

  /** Where the file's last request begins: what had reached the disk before the end was seen, never beyond what was sent. */
  const lastRequestFrom = () => {
    const start = Number(/^bytes=(\d+)-$/.exec(bench.cloud.fileRequests.at(-1)?.range ?? '')?.[1]);
    expect(start).toBeLessThanOrEqual(1_000_000);
    return start;
  };

  /** An agent whose first look at a job's big file breaks off. */
  const startOnBigFile = async () => {
    bench.cloud.cutFileAfterBytes = 1_000_000;
    const agent = await bench.start();
    const ticket = bigTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    return { agent, ticket };
  };

  it('go on where they broke off', async () => {
    const { ticket } = await startOnBigFile();
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect(bench.cloud.fileRequests).toHaveLength(2);
    expect(lastRequestFrom()).toBeGreaterThan(500_000);
    const [job] = [...bench.printer.jobs.values()];
    expect(job?.document?.equals(big)).toBe(true);
  });

  it('go on after a restart', async () => {
    const { agent: first, ticket } = await startOnBigFile();
    await until(() => bench.lines.some(({ event }) => event === 'fetch.failed'));
    first.halt();
    await bench.start();
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect(lastRequestFrom()).toBeGreaterThan(500_000);
  });

  it('whose first part is spoilt on the disk are fetched anew', async () => {
    const { agent: first, ticket } = await startOnBigFile();
    await until(() => bench.lines.some(({ event }) => event === 'fetch.failed'));
    first.halt();
    const partPath = join(bench.dir, 'sources', `${ticket.document.sha256}.part`);
    const spoilt = readFileSync(partPath);
    spoilt[10] = 0;
    writeFileSync(partPath, spoilt);
    await bench.start();
    await until(() => stateOf(ticket.job_id) === 'printed');
    expect([...bench.printer.jobs.values()][0]?.document?.equals(big)).toBe(true);
  });

  it.each([
    ['another content', (size: number) => Buffer.alloc(size, 'x')],
    ['too long', (size: number) => Buffer.alloc(size + 1, 'x')],
    ['too short', (size: number) => Buffer.alloc(size - 1, 'x')],
  ])('%s: never printed, held, and printed when the cloud has the right one', async (_name, make) => {
    const agent = await bench.start();
    const ticket = bench.newTicket();
    const { sha256, bytes } = ticket.document;
    const right = Buffer.from('picture 1 '.repeat(200));
    bench.cloud.setFile(sha256, make(bytes));
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.lastReport(ticket.job_id)?.reason === 'document-unavailable');
    expect(bench.printer.createCalls).toBe(0);
    expect(bench.cloud.fileRequests).toHaveLength(3);
    bench.cloud.setFile(sha256, right);
    bench.cloud.cut();
    await until(() => stateOf(ticket.job_id) === 'printed');
  });

  it('are asked for again and again while the cloud is unwell', async () => {
    bench.cloud.fileStatus = 500;
    const agent = await bench.start();
    const ticket = bench.newTicket();
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => bench.cloud.fileRequests.length >= 4);
    expect(stateOf(ticket.job_id)).toBe('accepted');
    bench.cloud.fileStatus = undefined;
    await until(() => stateOf(ticket.job_id) === 'printed');
  });

  it('serve all jobs that print them', async () => {
    const agent = await bench.start();
    const first = bench.newTicket();
    const second = bench.newTicket({ document: first.document });
    await until(() => agent.isLinked);
    bench.cloud.sendJob(first);
    bench.cloud.sendJob(second);
    await until(() => stateOf(first.job_id) === 'printed' && stateOf(second.job_id) === 'printed');
    expect(bench.cloud.fileRequests).toHaveLength(1);
    expect(bench.printer.paper).toHaveLength(2);
  });

  it('that nobody prints are held with a sentence', async () => {
    const agent = await bench.start();
    const ticket = bench.newTicket();
    ticket.document.content_type = 'text/html';
    await until(() => agent.isLinked);
    bench.cloud.sendJob(ticket);
    await until(() => stateOf(ticket.job_id) === 'held');
    expect(bench.cloud.lastReport(ticket.job_id)?.reason).toBe('document-unprintable');
  });
});
