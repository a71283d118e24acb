/**
 * Small JPEG jobs a minute, cloud -> agent -> ippeveprinter, against CUPS `lp` through a driverless queue to the same kind
 * of printer. Both are measured until the last job has come out.
 */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@platen/cloud/db/database';
import { allowLocalAgent } from '@platen/cloud/demo';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { newEnrolmentCode } from '@platen/cloud/shops/enrolment-rules';
import { makeJpeg } from '@platen/imaging/picture-samples';
import sharp from 'sharp';
import { clientOf } from '../fixtures/cloud.ts';
import { startCups } from '../real-cups.ts';
import { findRealTool, startIppeveprinter } from '../real-printers.ts';
import { openTarget } from './bench-orders.ts';
import { startServer } from './bench-process.ts';
import { interleave, median, type Row } from './bench-table.ts';

const packages = join(import.meta.dirname, '../../packages');
const rounds = 3;
const ourJobs = 300;
const cupsJobs = 20;

const skipped: Row = {
  measure: 'jobs a minute to one ippeveprinter',
  platen: 'not measured',
  reference: 'needs cups, cups-ipp-utils, avahi-daemon',
  ratio: '',
  goal: '>= 10',
  met: undefined,
};

/** A soft picture whose JPEG is small: what counts here is the way, not the bytes. */
async function smallJpeg(widthPx: number, heightPx: number): Promise<Buffer> {
  const scene = await makeJpeg({ widthPx: 60, heightPx: 90, seed: widthPx });
  return await sharp(scene)
    .resize(widthPx, heightPx)
    .jpeg({ quality: 40, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Pays orders of one small photo each and gives the jobs a minute until all are printed. */
async function ourRate(account: ReturnType<typeof clientOf>, documentId: string): Promise<number> {
  const orders: string[] = [];
  for (let i = 0; i < ourJobs; i++) {
    const items = [{ document_id: documentId, size: '4x6', paper_type: 'glossy', quantity: 1 }];
    orders.push((await account.call('POST', '/api/orders', { items })).body.order_id);
  }
  const began = performance.now();
  for (const order_id of orders) await account.call('POST', '/api/payment/balance', { order_id });
  for (let tries = 0; tries < 6000; tries++) {
    const open = await account.call('GET', '/api/print-queue/status');
    const { waiting, printing, held, unknown } = open.body.yours;
    if (held + unknown > 0) throw new Error(`jobs got stuck: ${JSON.stringify(open.body.yours)}`);
    if (waiting + printing === 0) return (ourJobs / (performance.now() - began)) * 60_000;
    await sleep(10);
  }
  throw new Error('the jobs did not come out within a minute');
}

async function cupsRate(cups: Awaited<ReturnType<typeof startCups>>, file: string): Promise<number> {
  const began = performance.now();
  for (let i = 0; i < cupsJobs; i++) await cups.print('photo', file, ['-o', 'media=na_index-4x6_4x6in']);
  for (let tries = 0; cups.unfinished('photo') > 0; tries++) {
    if (tries > 1200) throw new Error('CUPS did not finish within a minute');
    await sleep(50);
  }
  return (cupsJobs / (performance.now() - began)) * 60_000;
}

export async function benchDispatch(): Promise<Row[]> {
  if (!(['ippeveprinter', 'cupsd', 'avahi-daemon', 'lp'] as const).every((tool) => findRealTool(tool)))
    return [skipped];
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const printer = await startIppeveprinter({ name: 'Bench' });
  const cupsPrinter = await startIppeveprinter({ name: 'Bench CUPS' });
  const cups = await startCups();
  const env = { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: '0' };
  const cloud = await startServer(join(packages, 'cloud/main.ts'), env, cloudNodeFlags);
  const url: string = cloud.ready.baseUrl;
  const code = newEnrolmentCode();
  const database = await openDatabase(join(dataDir, 'cloud', 'platen.db'));
  await allowLocalAgent(database, { code, now: Date.now() });
  await database.close();
  const agent = await startServer(join(packages, 'agent/main.ts'), {
    PLATEN_CLOUD_URL: url,
    PLATEN_AGENT_DIR: join(dataDir, 'agent'),
    PLATEN_PRINTERS: printer.uri,
    PLATEN_ENROL_CODE: code,
  });
  try {
    const target = await openTarget(url, dataDir);
    const account = clientOf(url, target.apiKey);
    // A print-ready picture needs no work; one of another size is made to fit the sheet first. Both are told apart.
    const ready = await smallJpeg(1200, 1800);
    const readyId = (await account.upload('/api/documents/upload', ready)).body.document_id;
    const small = await smallJpeg(400, 600);
    const smallId = (await account.upload('/api/documents/upload', small)).body.document_id;
    const file = join(dataDir, 'small.jpg');
    await writeFile(file, ready);
    cups.addQueue('photo', cupsPrinter.uri);
    const contenders = {
      ready: () => ourRate(account, readyId),
      prepared: () => ourRate(account, smallId),
      cups: () => cupsRate(cups, file),
    };
    const results = await interleave(contenders, rounds);
    const lp = median(results.cups);
    const kib = ((await stat(file)).size / 1024).toFixed(0);
    const row = (what: string, rate: number): Row => ({
      measure: `jobs a minute, cloud to ippeveprinter, ${what}`,
      platen: rate.toFixed(0),
      reference: `CUPS lp, driverless queue: ${lp.toFixed(0)}`,
      ratio: (rate / lp).toFixed(1),
      goal: '>= 10',
      met: rate / lp >= 10,
    });
    return [
      row(`print-ready JPEG of ${kib} KiB`, median(results.ready)),
      row('JPEG of 400x600 made to fit', median(results.prepared)),
    ];
  } finally {
    await agent.stop();
    await cloud.stop();
    await cups.stop();
    await printer.stop();
    await cupsPrinter.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
