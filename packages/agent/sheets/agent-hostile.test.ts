/** An agent whose files turned hostile after the cloud had looked at them: each job is held with a sentence, and the next is printed. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { hostileCases } from '@platen/imaging/testing/hostile-cases';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPoolPreparer } from '../adapters/photo-preparer-pool.ts';
import { type Bench, startBench, ticketFor, until } from '../testing/agent-bench.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

/** Of each family some that are refused, whatever they say they are. */
const chosen = hostileCases.filter(
  ({ answers }, index) => index % 7 === 0 && !answers.includes('image') && !answers.includes('document'),
);

it('holds what can not be printed, with the reason, and prints what follows', async () => {
  const preparer = createPoolPreparer();
  const agent = await bench.start({ ports: { preparer } });
  await until(() => agent.isLinked);
  const tickets: { name: string; ticket: PrintTicket }[] = [];
  for (const { name, make } of chosen) {
    const content = await make();
    if (content.length === 0) continue;
    bench.cloud.addFile(content);
    tickets.push({ name, ticket: ticketFor(content) });
  }
  const photo = await makeJpeg({ widthPx: 300, heightPx: 450, seed: 1 });
  bench.cloud.addFile(photo);
  const good = ticketFor(photo);
  for (const { ticket } of tickets) bench.cloud.sendJob(ticket);
  bench.cloud.sendJob(good);
  const stateOf = ({ job_id }: PrintTicket) => bench.cloud.lastReport(job_id)?.state;
  await until(() => tickets.every(({ ticket }) => stateOf(ticket) === 'held'));
  await until(() => stateOf(good) === 'printed');
  for (const { name, ticket } of tickets) {
    const { reason, message } = bench.cloud.lastReport(ticket.job_id)!;
    expect({ name, reason, message }).toMatchObject({ name, reason: 'document-unprintable' });
    expect(message).toMatch(/^[A-Z].{10,}\.$/s);
  }
  // Nothing half made is left in the folder of print-ready files.
  const left = readdirSync(join(bench.dir, 'prepared')).filter((name) => name.includes('.part-'));
  expect(left).toEqual([]);
  await agent.stop();
}, 60_000);
