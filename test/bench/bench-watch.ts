/** What watching many idle printers costs the agent: processor time of its process once it has calmed down. Linux. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@platen/cloud/db/database';
import { allowLocalAgent } from '@platen/cloud/demo';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { newEnrolmentCode } from '@platen/cloud/shops/enrolment-rules';
import { residentMiB, startServer } from './bench-process.ts';
import type { Row } from './bench-table.ts';

const packages = join(import.meta.dirname, '../../packages');
const printers = 200;
/** Until each printer has been asked so often without news that it is asked every 30 s. */
const calmMs = 90_000;
const measuredMs = 60_000;

/** Seconds of processor time of a process so far, of all its threads. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ticksASecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}

export async function benchWatch(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const env = { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: '0', PLATEN_BENCH_PRINTERS: String(printers) };
  const shop = await startServer(join(import.meta.dirname, 'many-printers-process.ts'), env);
  const cloud = await startServer(join(packages, 'cloud/main.ts'), env, cloudNodeFlags);
  const code = newEnrolmentCode();
  const database = await openDatabase(join(dataDir, 'cloud', 'platen.db'));
  await allowLocalAgent(database, { code, now: Date.now() });
  await database.close();
  const agent = await startServer(join(packages, 'agent/main.ts'), {
    PLATEN_CLOUD_URL: cloud.ready.baseUrl,
    PLATEN_AGENT_DIR: join(dataDir, 'agent'),
    PLATEN_CONSOLE_PORT: 'off',
    PLATEN_DISCOVERY: 'off',
    PLATEN_PRINTERS: shop.ready.uris.join(','),
    PLATEN_ENROL_CODE: code,
  });
  try {
    await sleep(calmMs);
    const before = cpuSeconds(agent.pid);
    await sleep(measuredMs);
    const share = ((cpuSeconds(agent.pid) - before) * 1000) / measuredMs;
    return [
      {
        measure: `watching ${printers} idle printers, share of a core`,
        platen: `${(share * 100).toFixed(1)} %`,
        reference: `resident: ${residentMiB(agent.pid).toFixed(0)} MiB`,
        ratio: '',
        goal: '< 5 %',
        met: share < 0.05,
      },
    ];
  } finally {
    await agent.stop();
    await cloud.stop();
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
