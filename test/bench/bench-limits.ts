/** Clients that take all they can get: what 1,500 slow uploads of one key cost the cloud and another customer, and how long a thousand bodies without an end stay. */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloudNodeFlags } from '@platen/cloud/node-flags';
import { makeJpeg } from '@platen/imaging/testing/picture-samples';
import { openTarget } from './bench-orders.ts';
import { growthMiB, startServer } from './bench-process.ts';
import type { Row } from './bench-table.ts';

const slowUploads = 1500;
const slowForMs = 15_000;
const endlessBodies = 1000;

const boundary = 'platen-bench-boundary';
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;

/** An upload that brings a hundred bytes a second until it is destroyed. */
function trickle(url: string, apiKey: string, agent: Agent): ClientRequest {
  const upload = request(`${url}/api/photos/upload`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': 50_000_000,
    },
  });
  upload.on('error', () => {});
  upload.on('response', (response) => response.resume());
  upload.write(fileHead);
  const drip = setInterval(() => upload.write('x'.repeat(100)), 1000);
  upload.on('close', () => clearInterval(drip));
  return upload;
}

/** Uploads a photo; milliseconds until the answer was there. */
async function uploadMs(url: string, apiKey: string, jpeg: Buffer): Promise<number> {
  const began = performance.now();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(jpeg)]), 'a.jpg');
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${url}/api/photos/upload`, { method: 'POST', headers, body: form });
  await answer.text();
  if (answer.status !== 201) throw new Error(`the other customer got ${answer.status}`);
  return performance.now() - began;
}

/** The longest of uploads one after the other, until the time is over. */
async function longestUploadMs(url: string, apiKey: string, jpeg: Buffer): Promise<number> {
  const until = performance.now() + slowForMs;
  let longest = 0;
  while (performance.now() < until) {
    longest = Math.max(longest, await uploadMs(url, apiKey, jpeg));
    await sleep(200);
  }
  return longest;
}

/** Seconds until the other side has ended a connection whose body goes on a byte a second. */
function dribble(url: string): Promise<number> {
  const { host, port, hostname } = new URL(url);
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /api/auth/code HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`,
      );
    });
    const drip = setInterval(() => socket.write(' '), 1000);
    const late = setTimeout(() => socket.destroy(), 120_000);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      clearTimeout(late);
      resolve((performance.now() - began) / 1000);
    });
    socket.resume();
  });
}

export async function benchLimits(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const env = { PLATEN_DATA_DIR: dataDir, PLATEN_PORT: '0' };
  const main = join(import.meta.dirname, '../../packages/cloud/main.ts');
  const cloud = await startServer(main, env, cloudNodeFlags);
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  try {
    const url = cloud.ready.baseUrl;
    const [greedy, other] = [await openTarget(url, dataDir), await openTarget(url, dataDir)];
    const jpeg = await makeJpeg({ widthPx: 300, heightPx: 200, seed: 1 });
    // The image process is there before anything is measured.
    await uploadMs(url, other.apiKey, jpeg);
    let longestMs = 0;
    const growth = await growthMiB(cloud.pid, async () => {
      const slow = Array.from({ length: slowUploads }, () => trickle(url, greedy.apiKey, agent));
      longestMs = await longestUploadMs(url, other.apiKey, jpeg);
      for (const upload of slow) upload.destroy();
    });
    const stays = await Promise.all(Array.from({ length: endlessBodies }, () => dribble(url)));
    const longestStay = Math.max(...stays);
    return [
      {
        measure: `${slowUploads} slow uploads of one key: resident memory of the cloud`,
        platen: `+${growth.toFixed(1)} MiB`,
        reference: '',
        ratio: '',
        goal: '<= 64 MiB',
        met: growth <= 64,
      },
      {
        measure: 'meanwhile an upload of another customer, the longest',
        platen: `${(longestMs / 1000).toFixed(2)} s`,
        reference: '',
        ratio: '',
        goal: '<= 2 s',
        met: longestMs <= 2000,
      },
      {
        measure: `${endlessBodies} anonymous bodies without an end: the last is closed after`,
        platen: `${longestStay.toFixed(1)} s`,
        reference: '',
        ratio: '',
        goal: '<= 30 s',
        met: longestStay <= 30,
      },
    ];
  } finally {
    agent.destroy();
    await cloud.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
