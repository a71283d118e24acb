/** The cloud of an agent at another address, and another cloud at its address: the first goes on, the second hears nothing. */
import { connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';
import { enrolCode, type FakeCloud, startFakeCloud } from '../testing/fake-cloud.ts';
import { changeCloudAddress } from './cloud-proof.ts';
import { enrolOnce } from './enrolment.ts';

let bench: Bench;
let other: FakeCloud;
let doors: Server[] = [];
beforeEach(async () => {
  bench = await startBench();
  other = await startFakeCloud();
});
afterEach(async () => {
  await bench.close();
  await other.close();
  for (const door of doors.splice(0)) door.close();
  doors = [];
});

/** One more address of the cloud. */
async function anotherAddress(): Promise<string> {
  const door = createServer((near) => {
    const far = connect({ port: Number(new URL(bench.cloud.url).port), host: '127.0.0.1' });
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => {}).on('close', () => near.destroy());
  });
  doors.push(door);
  await new Promise<void>((ready) => door.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(door.address() as { port: number }).port}`;
}

const heardNothing = ({ signed, enrolments, hellos, fileRequests }: FakeCloud) => {
  expect({ signed, enrolments, hellos, fileRequests }).toEqual({
    signed: 0,
    enrolments: 0,
    hellos: [],
    fileRequests: [],
  });
};

/** An agent with a job that its printer can't make yet. */
async function stopWithJob() {
  const agent = await bench.start();
  await until(() => agent.isLinked);
  bench.printer.isReachable = false;
  const ticket = bench.newTicket();
  bench.cloud.sendJob(ticket);
  await until(() => agent.printing.jobs.find(ticket.job_id)?.preparedPath !== undefined);
  await agent.stop();
  bench.printer.isReachable = true;
  return ticket;
}

it('the same cloud at another address: the spool goes on, without a code', async () => {
  const ticket = await stopWithJob();
  const cloudUrl = await anotherAddress();
  const moved = await bench.start({ cloudUrl });
  await until(() => bench.cloud.lastReport(ticket.job_id)?.state === 'printed');
  expect(moved.agentId).toBe(bench.cloud.agentId);
  expect(bench.cloud.enrolments).toBe(1);
  expect(bench.cloud.hellos.at(-1)).toMatchObject({ spool_replaced: false });
  expect(bench.printer.paper).toHaveLength(1);
  // The address is kept: the next start needs none.
  await moved.stop();
  const { readAgentConfig } = await import('../machine/config.ts');
  expect(readAgentConfig({ PLATEN_AGENT_DIR: bench.dir })).toMatchObject({ cloudUrl });
});

it('another cloud hears nothing, the sentence says why, and what is spooled is printed', async () => {
  await stopWithJob();
  const agent = await bench.start({ cloudUrl: other.url });
  await until(() => bench.printer.paper.length === 1);
  await until(() => bench.lines.some(({ event }) => event === 'link.another-cloud'));
  const said = bench.lines.find(({ event }) => event === 'link.another-cloud');
  expect(said).toMatchObject({ level: 'error' });
  expect(said?.fields?.because).toMatch(/is another cloud than the one .* Correct the address/);
  expect(agent.isLinked).toBe(false);
  heardNothing(other);
});

it('one that only says the key of another proves nothing', async () => {
  await stopWithJob();
  other.claimsKey = bench.cloud.cloudKey;
  await bench.start({ cloudUrl: other.url });
  await until(() => bench.lines.some(({ event }) => event === 'link.another-cloud'));
  heardNothing(other);
});

it('an address that leads elsewhere from one connection to the next is noticed', async () => {
  const agent = await bench.start();
  await until(() => agent.isLinked);
  const hellos = bench.cloud.hellos.length;
  bench.cloud.claimsKey = other.cloudKey;
  bench.cloud.cut();
  await until(() => bench.lines.some(({ event }) => event === 'link.another-cloud'));
  expect(bench.cloud.hellos).toHaveLength(hellos);
  bench.cloud.claimsKey = undefined;
  await until(() => agent.isLinked);
});

it('a move by hand: the same cloud is noted, another one and a folder that is in use are not', async () => {
  const agent = await bench.start();
  await until(() => agent.isLinked);
  const { dir } = bench;
  const cloudUrl = await anotherAddress();
  await expect(changeCloudAddress({ dir, cloudUrl })).rejects.toThrow(/Another agent already runs/);
  await agent.stop();
  await expect(changeCloudAddress({ dir, cloudUrl: other.url })).rejects.toThrow(/is another cloud/);
  const wanted = { dir, code: enrolCode, name: 'Counter' };
  await expect(enrolOnce({ ...wanted, cloudUrl: other.url })).rejects.toThrow(/a folder of its own/);
  heardNothing(other);
  await expect(changeCloudAddress({ dir, cloudUrl: 'http://127.0.0.1:1' })).rejects.toThrow(
    /can't be reached/,
  );
  expect(await changeCloudAddress({ dir, cloudUrl })).toBe(bench.cloud.url);
  expect(await changeCloudAddress({ dir, cloudUrl: bench.cloud.url })).toBe(cloudUrl);
});
