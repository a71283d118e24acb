/** A 100 MB multipart upload with SHA-256 and a look at its content, against a raw node pipe of the same bytes to a file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { openTarget } from './bench-orders.ts';
import { growthMiB, startServer } from './bench-process.ts';
import { interleave, median, type Row } from './bench-table.ts';

const bytes = 100 * 1024 * 1024;
const rounds = 15;
const boundary = 'platen-bench-boundary';

/** Sends the body from memory and gives the MiB a second until the answer was there. */
function send(
  url: string,
  { body, apiKey, agent }: { body: Buffer[]; apiKey: string; agent: Agent },
): Promise<number> {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': length,
    };
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode! >= 300) return reject(new Error(`upload answered ${response.statusCode}`));
        resolve(length / 1024 / 1024 / ((performance.now() - began) / 1000));
      });
    });
    outgoing.on('error', reject);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
}

export async function benchUpload(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const env = { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: '0' };
  const cloud = await startServer(
    join(import.meta.dirname, '../../packages/cloud/main.ts'),
    env,
    cloudNodeFlags,
  );
  const floor = await startServer(join(import.meta.dirname, 'floor-upload.ts'), env);
  const agent = new Agent({ keepAlive: true });
  try {
    const { apiKey } = await openTarget(cloud.ready.baseUrl, dataDir);
    const pdf = makePdf({ pages: 2, widthMm: 210, heightMm: 297, padBytes: bytes });
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.pdf"\r\n\r\n`;
    const body = [Buffer.from(head), pdf, Buffer.from(`\r\n--${boundary}--\r\n`)];
    const ours = () => send(`${cloud.ready.baseUrl}/api/documents/upload`, { body, apiKey, agent });
    const theirs = () => send(floor.ready.url, { body, apiKey, agent });
    // The first large upload of a fresh process: later ones may use memory that the first has left behind.
    const growth = await growthMiB(cloud.pid, ours);
    await interleave({ ours, theirs }, 2);
    const results = await interleave({ ours, theirs }, rounds);
    const [rate, raw] = [median(results.ours), median(results.theirs)];
    return [
      {
        measure: 'upload of a 100 MB PDF, multipart, SHA-256, examined',
        platen: `${rate.toFixed(0)} MiB/s`,
        reference: `raw node pipe to a file: ${raw.toFixed(0)}`,
        ratio: (rate / raw).toFixed(2),
        goal: '>= 0.75',
        met: rate / raw >= 0.75,
      },
      {
        measure: 'the same, resident memory of the cloud',
        platen: `+${growth.toFixed(1)} MiB`,
        reference: '',
        ratio: '',
        goal: '< 32 MiB',
        met: growth < 32,
      },
    ];
  } finally {
    agent.destroy();
    await cloud.stop();
    await floor.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
