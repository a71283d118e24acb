/**
 * A process with one stream of many items that change all the time, for the test of what a client costs that reads nothing. Says its
 * port, then, for each line on stdin, how many bytes it keeps.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveItem } from '@platen/contracts/live-stream';
import { createLiveEngine } from '../live-engine.ts';
import { liveHeaders } from '../live-frame.ts';

const items = 1000;
let round = 0;
let toldBytes = 0;

const engine = createLiveEngine({
  now: Date.now,
  onError: (error) => console.error(error),
  pauseMs: 1,
  async read() {
    round += 1;
    const state = Array.from(
      { length: items },
      (_, at): LiveItem => ({ id: `job-${at}`, round, text: `${round}`.padEnd(1000, 'x') }),
    );
    toldBytes += items * 1000;
    return new Map([['queue', state]]);
  },
});

const server = createServer((_request, response) => {
  response.writeHead(200, liveHeaders);
  engine.listen({
    sink: response,
    account: 'a',
    audience: { key: 'shop', topics: ['queue'], after: new Map() },
  });
});

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

createInterface({ input: process.stdin }).on('line', async () => {
  for (let n = 0; n < 50; n += 1) {
    engine.wake('shop');
    await sleep(5);
  }
  globalThis.gc?.();
  await sleep(50);
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  console.log(JSON.stringify({ kept: heapUsed + external, arrayBuffers, toldBytes, listeners: engine.size }));
});
