/**
 * Small JPEG jobs a minute, cloud -> agent -> ippeveprinter, against CUPS `lp` through a driverless queue and against a bare
 * loop of IPP requests, each to a printer of the same kind. All are measured until the last job has come out.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIppClient, type IppClient } from '@platen/ipp/ipp-client';
import {
  attributeNumber,
  boolean,
  groupsOf,
  groupTags,
  integer,
  keyword,
  mimeMediaType,
  name,
} from '@platen/ipp/ipp-message';
import { startCups } from '../real/real-cups.ts';
import { findRealTool, startIppeveprinter } from '../real/real-printers.ts';
import { type BenchShop, cpuMsOf, smallJpeg, startBenchShop } from './bench-shop.ts';
import { interleave, median, type Row } from './bench-table.ts';

const rounds = 3;
const ourJobs = 150;
const cupsJobs = 20;
const bareJobs = 150;
const barePollMs = 5;
/** job-state (RFC 8011 section 5.3.7). */
const completed = 9;
const goalOverCups = 20;
const goalOfBare = 0.5;

const skipped: Row = {
  measure: 'jobs a minute to one ippeveprinter',
  platen: 'not measured',
  reference: 'needs cups, cups-ipp-utils, avahi-daemon',
  ratio: '',
  goal: `>= ${goalOverCups}`,
  met: undefined,
};

interface Pace {
  jobsAMinute: number;
  /** Of cloud and agent, where they are measured. */
  cpuMsAJob?: { cloud: number; agent: number };
}

let pictures = 0;

/** Pays orders of one small photo each, every one another picture, until all are printed. */
async function ourPace(shop: BenchShop, widthPx: number): Promise<Pace> {
  const orders: string[] = [];
  for (let i = 0; i < ourJobs; i++) orders.push(await shop.order(await smallJpeg(widthPx, ++pictures)));
  let durationMs = 0;
  const cpu = await cpuMsOf(shop, async () => {
    const began = performance.now();
    for (const orderId of orders) await shop.pay(orderId);
    await shop.drained();
    durationMs = performance.now() - began;
  });
  return {
    jobsAMinute: (ourJobs / durationMs) * 60_000,
    cpuMsAJob: { cloud: cpu.cloud / ourJobs, agent: cpu.agent / ourJobs },
  };
}

async function cupsPace(cups: Awaited<ReturnType<typeof startCups>>, file: string): Promise<Pace> {
  const began = performance.now();
  for (let i = 0; i < cupsJobs; i++) await cups.print('photo', file, ['-o', 'media=na_index-4x6_4x6in']);
  for (let tries = 0; cups.unfinished('photo') > 0; tries++) {
    if (tries > 1200) throw new Error('CUPS did not finish within a minute');
    await sleep(50);
  }
  return { jobsAMinute: (cupsJobs / (performance.now() - began)) * 60_000 };
}

/** Create-Job, Send-Document, then Get-Job-Attributes until it is completed: what no dispatcher can do without. */
async function printBare(client: IppClient, file: { path: string; bytes: number }): Promise<void> {
  const created = await client.request({
    operation: 'Create-Job',
    attributes: { 'job-name': name('bare'), 'ipp-attribute-fidelity': boolean(false) },
  });
  const id = attributeNumber(groupsOf(created.message, groupTags.job)[0], 'job-id')!;
  await client.request({
    operation: 'Send-Document',
    attributes: {
      'job-id': integer(id),
      'document-format': mimeMediaType('image/jpeg'),
      'last-document': boolean(true),
    },
    document: { stream: () => createReadStream(file.path), bytes: file.bytes },
  });
  for (let polls = 0; polls < 1000; polls++) {
    const { message } = await client.request({
      operation: 'Get-Job-Attributes',
      attributes: { 'job-id': integer(id), 'requested-attributes': keyword('job-state') },
    });
    if (attributeNumber(groupsOf(message, groupTags.job)[0], 'job-state') === completed) return;
    await sleep(barePollMs);
  }
  throw new Error('a bare job did not come out');
}

async function barePace(client: IppClient, file: { path: string; bytes: number }): Promise<Pace> {
  const began = performance.now();
  for (let i = 0; i < bareJobs; i++) await printBare(client, file);
  return { jobsAMinute: (bareJobs / (performance.now() - began)) * 60_000 };
}

export async function benchDispatch(): Promise<Row[]> {
  if (!(['ippeveprinter', 'cupsd', 'avahi-daemon', 'lp'] as const).every((tool) => findRealTool(tool)))
    return [skipped];
  const dir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const printer = await startIppeveprinter({ name: 'Bench' });
  const cupsPrinter = await startIppeveprinter({ name: 'Bench CUPS' });
  const cups = await startCups();
  const shop = await startBenchShop([printer.uri]);
  const client = createIppClient({ uri: printer.uri, deadlineMs: 10_000 });
  try {
    const path = join(dir, 'small.jpg');
    await writeFile(path, await smallJpeg(1200, 1));
    const file = { path, bytes: (await stat(path)).size };
    cups.addQueue('photo', cupsPrinter.uri);
    const contenders = {
      whole: () => ourPace(shop, 1200),
      enlarged: () => ourPace(shop, 400),
      bare: () => barePace(client, file),
      cups: () => cupsPace(cups, path),
    };
    return rowsOf(await interleave(contenders, rounds), file.bytes / 1024);
  } finally {
    client.close();
    await shop.stop();
    await cups.stop();
    await printer.stop();
    await cupsPrinter.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

const paceOf = (paces: readonly Pace[]): number => median(paces.map(({ jobsAMinute }) => jobsAMinute));

function rowsOf(results: Record<'whole' | 'enlarged' | 'bare' | 'cups', Pace[]>, kib: number): Row[] {
  const overCups = { words: 'CUPS lp, driverless queue', pace: paceOf(results.cups) };
  const ofBare = { words: 'Create-Job, Send-Document, poll', pace: paceOf(results.bare) };
  const whole = paceOf(results.whole);
  const enlarged = paceOf(results.enlarged);
  const row = (measure: string, pace: number, reference: { words: string; pace: number }): Row => {
    const ratio = pace / reference.pace;
    const digits = ratio < 2 ? 2 : 1;
    const shown = { platen: pace.toFixed(0), reference: `${reference.words}: ${reference.pace.toFixed(0)}` };
    return { measure, ...shown, ratio: ratio.toFixed(digits), goal: '', met: undefined };
  };
  const goal = (min: number, ratio: number) => ({ goal: `>= ${min}`, met: ratio >= min });
  const cpu = (process: 'cloud' | 'agent') =>
    median(results.whole.map(({ cpuMsAJob }) => cpuMsAJob?.[process] ?? 0)).toFixed(1);
  const ready = `jobs a minute, cloud to ippeveprinter, JPEG of ${kib.toFixed(0)} KiB in the sheet's pixels`;
  return [
    { ...row(ready, whole, overCups), ...goal(goalOverCups, whole / overCups.pace) },
    { ...row('the same against a bare loop', whole, ofBare), ...goal(goalOfBare, whole / ofBare.pace) },
    row('the same with a JPEG of 400x600 pixels, enlarged', enlarged, overCups),
    {
      measure: 'processor time of a job in the pixels of the sheet',
      platen: `cloud ${cpu('cloud')} ms, agent ${cpu('agent')} ms`,
      reference: '',
      ratio: '',
      goal: '',
      met: undefined,
    },
  ];
}
