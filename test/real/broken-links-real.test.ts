/**
 * Links that break, freeze and thaw at a byte of a document, agents that are killed and stopped in the middle of it, in front of
 * ippeveprinter, which counts nothing and prints what came, and of the virtual printer, which counts. An observer counts the sheets: 0
 * twice, 0 lost, and a person is asked where nobody could know. All combinations are in packages/agent/submissions/paper-matrix.test.ts.
 */
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rewritePdf } from '@platen/imaging/pdf/rewrite-pdf';
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { startVirtualPrinter } from '@platen/virtual-printer/virtual-printer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestProcess, until } from '../fixtures/processes.ts';
import {
  type DocumentFault,
  type DocumentProxy,
  startDocumentProxy,
} from '../fixtures/proxies/document-proxy.ts';
import { openShop, orderAndPay, pdfItem, type Shop, sheetsIn } from '../fixtures/shop.ts';
import { startIppeveprinter, whenReal } from './real-printers.ts';

const marker = Buffer.from('%PDF');
const document = makePdf({ pages: 1, widthMm: 216, heightMm: 279, padBytes: 200_000 });
/** What the agent makes of it is what goes over the line. */
const whole = await lengthMadeOf(document);

const places = {
  'in the head': -60,
  'at the first byte': 1,
  'in the middle': whole >> 1,
  'before the end': whole - 20,
  'before the answer': whole,
};

async function lengthMadeOf(source: Buffer): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'platen-whole-'));
  try {
    const [sourcePath, targetPath] = [join(dir, 'source.pdf'), join(dir, 'made.pdf')];
    writeFileSync(sourcePath, source);
    return (await rewritePdf({ sourcePath, targetPath })).bytes;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

type Place = keyof typeof places;
type AgentEnd = 'lives' | 'killed' | 'stopped';

interface Sheets {
  whole: number;
  cut: number;
}

interface Case {
  place: Place;
  fault: DocumentFault;
  agent?: AgentEnd;
  /** In the end, without a person. */
  state: 'printed' | 'unknown';
}

const cut: DocumentFault = { kind: 'cut' };
const stall: DocumentFault = { kind: 'stall', forMs: 3000 };
const freeze: DocumentFault = { kind: 'freeze', forMs: 4000, isTotal: false };
const freezeAll: DocumentFault = { kind: 'freeze', forMs: 4000, isTotal: true };
const briefly: DocumentFault = { kind: 'freeze', forMs: 1500, isTotal: false };

interface Run {
  shop: Shop;
  /** The one that lives. */
  agent: TestProcess;
  proxy: DocumentProxy;
  sheets(orderNo: string): Sheets;
  /** The printer loses what it knew of its jobs, where it can be told to. */
  forget?(): void;
}

interface OpenRun extends Run {
  close(): Promise<void>;
}

/** One order, one fault; gives what became of the job, with the sheets that lie there. */
async function runCase({ place, fault, agent: end = 'lives', state }: Case, run: Run): Promise<void> {
  const { shop, proxy, sheets } = run;
  const struck = proxy.arm({ marker, atByte: places[place], fault });
  const order = await orderAndPay(shop.account, [{ ...pdfItem, bytes: document }]);
  await struck;
  if (end !== 'lives') {
    await sleep(200);
    await run.agent.kill(end === 'killed' ? 'SIGKILL' : 'SIGTERM');
    run.agent = await shop.startAgent();
  }
  const job = await until(
    `${place}: printed or unknown`,
    async () => {
      const { body } = await shop.account.call('GET', `/api/orders/${order.order_id}`);
      const [found] = body.print_jobs;
      return ['printed', 'unknown', 'failed'].includes(found.state) && found;
    },
    60_000,
  );
  // What was still on its way may come out now.
  await sleep(500);
  const out = sheets(order.order_no);
  const seen = `${job.state}: ${job.message}, ${out.whole} whole, ${out.cut} cut`;
  expect(out.whole + out.cut, seen).toBeLessThanOrEqual(1);
  if (job.state === 'printed') expect(out, seen).toEqual({ whole: 1, cut: 0 });
  // An answer may be quicker than the cut behind the last byte: then it is an acknowledgement like any other.
  if (place !== 'before the answer' || job.state !== 'printed') expect(job.state, seen).toBe(state);
}

const named = ({ place, fault, agent = 'lives', state }: Case) =>
  [`${fault.kind} ${place}, the agent ${agent === 'lives' ? agent : `is ${agent}`}: ${state}`] as const;

const tableOf = (cases: Case[]) => cases.map((one) => [...named(one), one] as const);

/** The cases one after the other, on a shop and a printer of their own, and what `more` adds; several of these go on at the same time. */
function describeLinks(
  name: string,
  { open, cases, more }: { open: () => Promise<OpenRun>; cases: Case[]; more?: (run: () => Run) => void },
): void {
  describe(name, () => {
    let run: OpenRun;
    beforeAll(async () => {
      run = await open();
    });
    afterAll(() => run.close());
    it.each(tableOf(cases))('%s', { timeout: 90_000, concurrent: false }, async (_name, one) => {
      await runCase(one, run);
    });
    more?.(() => run);
  });
}

/** In front of an ippeveprinter. */
async function openReal(): Promise<OpenRun> {
  const dir = await mkdtemp(join(tmpdir(), 'platen-links-'));
  const log = join(dir, 'printed.log');
  const script = join(dir, 'print.sh');
  // As printers do: what came is on paper, and then a file without its end is an error.
  writeFileSync(
    script,
    `#!/bin/sh\necho "$IPP_JOB_NAME $(wc -c < "$1")" >> ${log}\ntail -c 8 "$1" | grep -q EOF || exit 1\n`,
  );
  chmodSync(script, 0o755);
  appendFileSync(log, '');
  const printer = await startIppeveprinter({ name: 'Links', script, trays: ['-s', '10,10'] });
  const proxy = await startDocumentProxy(printer.uri);
  const shop = await openShop(() => proxy.uri);
  return {
    shop,
    proxy,
    agent: await shop.startAgent(),
    sheets(orderNo) {
      const bytes = readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes(orderNo))
        .map((line) => Number(line.split(' ').at(-1)));
      return {
        whole: bytes.filter((count) => count === whole).length,
        cut: bytes.filter((count) => count > 0 && count !== whole).length,
      };
    },
    async close() {
      await shop.close();
      await proxy.close();
      await printer.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** In front of a virtual printer that is known to count, also while it prints. */
async function openCounting(): Promise<OpenRun> {
  const dir = await mkdtemp(join(tmpdir(), 'platen-links-'));
  const printer = await startVirtualPrinter({ port: 0, dir, name: 'Counting', pageMs: 300 });
  const proxy = await startDocumentProxy(printer.uri);
  const shop = await openShop(() => proxy.uri);
  const agent = await shop.startAgent();
  const { order_id } = await orderAndPay(shop.account, [{ ...pdfItem, bytes: document, quantity: 3 }]);
  await until('the first job', async () => {
    const { body } = await shop.account.call('GET', `/api/orders/${order_id}`);
    return body.print_jobs[0].state === 'printed';
  });
  return {
    shop,
    proxy,
    agent,
    sheets: (orderNo) => ({ whole: sheetsIn(dir, orderNo), cut: 0 }),
    forget: () => printer.control.loseHistory(),
    async close() {
      await shop.close();
      await proxy.close();
      await printer.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

describe.concurrent('a document on its way', () => {
  whenReal(['ippeveprinter', 'avahi-daemon', 'dbus-daemon'])('to ippeveprinter', () => {
    describeLinks('on a link that breaks or is slow', {
      open: openReal,
      cases: [
        { place: 'at the first byte', fault: cut, state: 'unknown' },
        { place: 'in the middle', fault: cut, state: 'unknown' },
        { place: 'before the end', fault: cut, state: 'unknown' },
        { place: 'before the answer', fault: cut, state: 'unknown' },
        { place: 'before the end', fault: stall, state: 'unknown' },
        { place: 'before the end', fault: stall, agent: 'killed', state: 'unknown' },
        { place: 'before the end', fault: stall, agent: 'stopped', state: 'unknown' },
        // Healthy, for longer than any answer used to be waited for.
        { place: 'at the first byte', fault: { kind: 'slow', bytesPerSecond: 16_000 }, state: 'printed' },
      ],
    });

    describeLinks('on a link that freezes', {
      open: openReal,
      cases: [
        { place: 'in the head', fault: freeze, state: 'printed' },
        { place: 'in the middle', fault: freezeAll, state: 'printed' },
        { place: 'before the end', fault: freeze, state: 'printed' },
        { place: 'before the end', fault: briefly, agent: 'stopped', state: 'printed' },
        { place: 'before the answer', fault: freezeAll, agent: 'killed', state: 'unknown' },
      ],
    });
  });

  describeLinks('to a printer that counts', {
    open: openCounting,
    cases: [
      { place: 'at the first byte', fault: cut, state: 'printed' },
      { place: 'in the middle', fault: cut, state: 'printed' },
      { place: 'before the end', fault: stall, state: 'printed' },
      { place: 'in the middle', fault: stall, agent: 'killed', state: 'printed' },
      { place: 'before the end', fault: stall, agent: 'stopped', state: 'printed' },
      { place: 'before the answer', fault: cut, state: 'unknown' },
    ],
    more: (opened) => {
      it('forgets: unknown', { timeout: 90_000, concurrent: false }, async () => {
        const run = opened();
        const { shop, proxy, agent } = run;
        const struck = proxy.arm({ marker, atByte: whole >> 1, fault: stall });
        const order = await orderAndPay(shop.account, [{ ...pdfItem, bytes: document }]);
        await struck;
        await agent.kill('SIGKILL');
        await sleep(stall.kind === 'stall' ? stall.forMs + 200 : 0);
        run.forget?.();
        run.agent = await shop.startAgent();
        await until('unknown', async () => {
          const { body } = await shop.account.call('GET', `/api/orders/${order.order_id}`);
          return body.print_jobs[0].state === 'unknown';
        });
        expect(run.sheets(order.order_no).whole).toBe(0);
      });
    },
  });
});
