/** The link when what it hears can't be kept: a full disk ends neither the agent nor, for long, the link. */
import { type AgentDisk, type CloudFrame, defaultShopRules } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type CloudLine, createCloudLine } from '../cloud-access/cloud-line.ts';
import { until } from '../testing/agent-bench.ts';
import { createLink, type Link, type LinkDeps } from './link.ts';

const diskIsFull = () => {
  throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
};

const disk: AgentDisk = { state: 'ok', free_bytes: 2, used_bytes: 1, budget_bytes: 3 };

let server: WebSocketServer;
let hellos: number;
let lines: string[];
let line: CloudLine;
let link: Link | undefined;
let last: WebSocket;
beforeEach(async () => {
  [hellos, lines] = [0, []];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((ready) => server.once('listening', ready));
  server.on('connection', (socket) => {
    last = socket;
    socket.on('message', () => {
      hellos += 1;
      const welcome = {
        kind: 'welcome',
        last_seq: 0,
        heartbeat_seconds: 3600,
        now: new Date().toISOString(),
        rules: defaultShopRules,
      };
      socket.send(JSON.stringify(welcome));
    });
  });
});
afterEach(async () => {
  await link?.stop();
  for (const client of server.clients) client.terminate();
  await new Promise((closed) => server.close(closed));
});

function start(more: Partial<LinkDeps>): Link {
  const nothing = () => {};
  line = createCloudLine();
  link = createLink({
    line,
    cloudUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    http: {
      isProven: true,
      authorization: () => 'x',
      request: () => Promise.reject(new Error()),
      close: nothing,
    },
    clock: { unixSeconds: () => 0, offsetMs: 0, learn: () => false },
    log: (_level, event) => lines.push(event),
    version: 'test',
    onWatched: nothing,
    prove: async () => undefined,
    onProven: nothing,
    onReprintAnswer: nothing,
    hello: () => ({ last_seq: 0, acked_seq: 0, spool_replaced: false, now: new Date().toISOString() }),
    onWelcome: nothing,
    onRules: nothing,
    onReconciled: nothing,
    onMessage: nothing,
    onAcknowledged: nothing,
    heartbeat: () => ({ kind: 'heartbeat', spooled_jobs: 0, held_jobs: 0, disk }),
    onDown: nothing,
    ...more,
  });
  link.start();
  return link;
}

const say = (frame: CloudFrame) => last.send(JSON.stringify(frame));

it('tells the end of a link to a full disk, and connects again', async () => {
  start({ onDown: diskIsFull });
  await until(() => line.isUp);
  last.terminate();
  await until(() => lines.includes('link.end-not-kept') && hellos === 2 && line.isUp);
});

it('asks again for what a full disk did not take', async () => {
  let tries = 0;
  const onWelcome = () => {
    tries += 1;
    if (tries < 3) diskIsFull();
  };
  start({ onWelcome });
  await until(() => tries === 3 && line.isUp);
  expect(hellos).toBe(3);
  expect(lines.filter((event) => event === 'link.not-kept')).toHaveLength(2);
});

it.each([
  ['an acknowledgement', { onAcknowledged: diskIsFull }, { kind: 'ack', seq: 1 }],
  ['an answer', { onReconciled: diskIsFull }, { kind: 'reconciled', jobs: [] }],
] as const)('%s that can not be kept ends the connection, and nothing else', async (_name, more, frame) => {
  start(more);
  await until(() => line.isUp);
  say(frame as CloudFrame);
  await until(() => hellos === 2 && line.isUp);
  expect(lines).toContain('link.not-kept');
});
