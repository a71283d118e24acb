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
const ourJobs = 150;
const cupsJobs = 20;

const skipped: Row = {
  measure: 'jobs a minute to one ippeveprinter',
  platen: 'not measured',
  reference: 'needs cups, cups-ipp-utils, avahi-daemon',
  ratio: '',
  goal: '>= 10',
  met: undefined,
};

/** A soft picture whose JPEG is small: what counts here is the way, not the bytes. Another seed is another picture. */
async function smallJpeg(widthPx: number, heightPx: number, seed: number): Promise<Buffer> {
  const scene = await makeJpeg({ widthPx: 60, heightPx: 90, seed });
  return await sharp(scene)
    .resize(widthPx, heightPx)
    .jpeg({ quality: 40, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

let pictures = 0;

/** Pays orders of one small photo each, every one another picture; the jobs a minute until all are printed. */
async function ourRate(account: ReturnType<typeof clientOf>, widthPx: number): Promise<number> {
  const orders: string[] = [];
  for (let i = 0; i < ourJobs; i++) {
    const picture = await smallJpeg(widthPx, (widthPx * 3) / 2, ++pictures);
    const { document_id } = (await account.upload('/api/documents/upload', picture)).body;
    const items = [{ document_id, size: '4x6', paper_type: 'glossy', quantity: 1 }];
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
    PLATEN_CONSOLE_PORT: 'off',
    PLATEN_PRINTERS: printer.uri,
    PLATEN_ENROL_CODE: code,
  });
  try {
    const target = await openTarget(url, dataDir);
    const account = clientOf(url, target.apiKey);
    const ready = await smallJpeg(1200, 1800, 1);
    const file = join(dataDir, 'small.jpg');
    await writeFile(file, ready);
    cups.addQueue('photo', cupsPrinter.uri);
    const contenders = {
      ready: () => ourRate(account, 1200),
      prepared: () => ourRate(account, 400),
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
      row(`JPEG of ${kib} KiB in the pixels of the sheet`, median(results.ready)),
      row('JPEG of 400x600 pixels, enlarged', median(results.prepared)),
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
