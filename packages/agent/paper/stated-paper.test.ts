/** What a person has said lies in a tray, while the printer tells sizes and no types. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const size = (x: number, y: number) => ({
  x: { lower: x, upper: x },
  y: { lower: y, upper: y },
  mediaType: undefined,
  margins: { top: 0, bottom: 0, left: 0, right: 0 },
  source: 'main',
});
const photo = size(10_160, 15_240);

it('counts until another size lay there: when the first comes back, nobody knows what paper it is', async () => {
  const tray = { mediaSources: ['main'], mediaDatabase: [photo, size(21_000, 29_700)] };
  bench.printer.description = { ...bench.printer.description, ...tray, mediaReady: [photo] };
  const agent = await bench.start();
  await until(() => agent.isLinked && agent.printers.list()[0]?.reachable === true);
  const ticket = bench.newTicket();
  bench.cloud.sendJob(ticket);
  const last = (jobId: string) => bench.cloud.lastReport(jobId);
  await until(() => last(ticket.job_id)?.reason === 'media-needed');
  const say = () => {
    const { id: entryId, version } = agent.printerAdmin.list()[0]!.listed;
    const paper = { xHmm: 10_160, yHmm: 15_240, mediaType: 'photographic-glossy' };
    return agent.printerAdmin.sayPaper({ entryId, version, by: 'Li', source: 'main', paper }).kind;
  };
  expect(say()).toBe('done');
  await until(() => last(ticket.job_id)?.state === 'printed');

  const lies = async (ready: typeof photo) => {
    bench.printer.description = { ...bench.printer.description, mediaReady: [ready] };
    agent.printers.suspect(bench.printer.uri);
    await until(() => agent.printers.list()[0]?.description?.mediaReady?.[0] === ready);
  };
  await lies(size(21_000, 29_700));
  await lies(photo);
  const next = bench.newTicket();
  bench.cloud.sendJob(next);
  await until(() => last(next.job_id)?.reason === 'media-needed');
  expect(bench.printer.paper).toHaveLength(1);
  expect(say()).toBe('done');
  await until(() => last(next.job_id)?.state === 'printed');
});
