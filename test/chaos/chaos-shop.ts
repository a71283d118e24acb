/**
 * A shop for a run of chaos: one cloud on SQLite or two on PostgreSQL behind a balancer, an agent, and a customer who orders whatever
 * happens. Owns these processes: what it started it ends, by its own handle.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccountWithKey } from '@platen/cloud/accounts/account-creation';
import { type Database, openDatabase } from '@platen/cloud/db/database';
import { ensureShop } from '@platen/cloud/demo';
import { hashEnrolmentCode, newEnrolmentCode } from '@platen/cloud/shops/enrolment-rules';
import { insertEnrolment } from '@platen/cloud/shops/shop-store';
import { makePdf } from '@platen/imaging/testing/picture-samples';
import { clientOf, type Reply } from '../fixtures/cloud.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startProcess, type TestProcess } from '../fixtures/processes.ts';
import { type ChaosLine, startChaosLine } from './chaos-line.ts';
import { makeNumberedPicture } from './picture-identity.ts';

const fixtures = join(import.meta.dirname, '../fixtures');

/** A process that can be killed and comes back. */
export interface Restartable {
  readonly child: TestProcess['child'] | undefined;
  /** True while it is being ended or started. */
  readonly isBusy: boolean;
  /** Sentences about its ends that nobody brought about. */
  readonly ownEnds: readonly string[];
  restart(signal: NodeJS.Signals, pauseMs: number): Promise<void>;
  stop(): Promise<void>;
}

function restartable(name: string, start: () => Promise<TestProcess>, first: TestProcess): Restartable {
  let running: TestProcess | undefined;
  let isBusy = false;
  let isStopping = false;
  const ownEnds: string[] = [];
  /** Nobody ended it: it is started again, as a service would be, and said. */
  const watch = (one: TestProcess) => {
    running = one;
    void one.ended.then(async (signal) => {
      if (isBusy || isStopping || running !== one) return;
      ownEnds.push(`${name} ended by itself (${signal ?? `code ${one.child.exitCode}`})`);
      isBusy = true;
      watch(await start());
      isBusy = false;
    });
  };
  watch(first);
  return {
    get child() {
      return running?.child;
    },
    get isBusy() {
      return isBusy;
    },
    ownEnds,
    async restart(signal, pauseMs) {
      if (isBusy) return;
      isBusy = true;
      try {
        running?.child.kill('SIGCONT');
        await running?.kill(signal);
        await sleep(pauseMs);
        watch(await start());
      } finally {
        isBusy = false;
      }
    },
    async stop() {
      isStopping = true;
      running?.child.kill('SIGCONT');
      const patience = setTimeout(() => running?.child.kill('SIGKILL'), 10_000);
      await running?.kill('SIGTERM');
      clearTimeout(patience);
    },
  };
}

/** Sizes differ in the printers that have them: A4 alone goes to the CUPS queue. */
export type PrintKind = 'photo' | 'letter' | 'a4';

export interface UploadedPrint {
  kind: PrintKind;
  documentId: string;
  number: number | undefined;
}

export interface OrderedPrint {
  orderId: string;
  orderNo: string;
  copies: number;
  /** What its picture says; undefined for a PDF. */
  number: number | undefined;
  kind: string;
}

export interface ChaosShop {
  database: Database;
  accountId: string;
  clouds: Restartable[];
  agent: Restartable;
  /** Addresses of the clouds for the agent, which is started with another one each time: it must know its cloud at any. */
  doors: ChaosLine[];
  agentLogPath: string;
  spoolPath: string;
  /** A JSON answer of whichever cloud answers; tried again until one does. */
  call(who: 'customer' | 'admin', method: string, path: string, body?: unknown): Promise<Reply>;
  /** Uploads something to be printed; `number` is what its picture says. */
  upload(wanted: { kind: PrintKind; number: number; widthPx: number }): Promise<UploadedPrint>;
  /** Orders and pays one print. Undefined when a cloud whose clock was moved has let the order expire before it was paid. */
  order(uploaded: UploadedPrint, copies: number): Promise<OrderedPrint | undefined>;
  /** Takes all but so many bytes of the agent's disk; false where that can't be done here. */
  fillDisk(leaveBytes: number): boolean;
  emptyDisk(): void;
  /** Process ids of the agent's children, which work on pictures. */
  agentChildren(): number[];
  close(): Promise<void>;
}

const diskMiB = 320;
const retryMs = 150;
const retryForMs = 90_000;

export async function openChaosShop(parts: {
  dir: string;
  databaseUrl: string | undefined;
  clouds: number;
  printerUris: readonly string[];
}): Promise<ChaosShop> {
  const { dir } = parts;
  const dataDir = join(dir, 'cloud');
  const agentDir = join(dir, 'agent');
  for (const folder of [dataDir, agentDir]) mkdirSync(folder, { recursive: true });
  const isDiskOurs = mountDisk(agentDir);
  const database = await openDatabase(parts.databaseUrl ?? join(dataDir, 'platen.db'));
  const now = Date.now();
  const shopId = await ensureShop(database, now);
  const newAccount = (role: 'customer' | 'admin', phone: string) =>
    createAccountWithKey(database, {
      phone,
      nickname: role,
      role,
      shopId: null,
      openingMinor: 10_000_000,
      currency: 'CNY',
      now,
    });
  const customer = await newAccount('customer', '+8613000000001');
  const admin = await newAccount('admin', '+8613000000002');
  const code = newEnrolmentCode();
  await insertEnrolment(database.query, {
    code_hash: hashEnrolmentCode(code),
    shop_id: shopId,
    agent_id: null,
    created_at: now,
    expires_at: now + 24 * 3_600_000,
  });

  const ports: number[] = [];
  const clouds: Restartable[] = [];
  for (let i = 0; i < parts.clouds; i += 1) {
    const port = await freePort();
    ports.push(port);
    const env = {
      PLATEN_DATA_DIR: dataDir,
      PLATEN_PORT: String(port),
      DATABASE_URL: parts.databaseUrl ?? '',
    };
    const start = () => startProcess(join(fixtures, 'cloud-process.ts'), env);
    clouds.push(restartable(`cloud ${i + 1}`, start, await start()));
  }
  let turn = 0;
  const nextPort = (): number | undefined => {
    for (let tries = 0; tries < ports.length; tries += 1) {
      turn = (turn + 1) % ports.length;
      if (clouds[turn]?.child && !clouds[turn]!.isBusy) return ports[turn];
    }
    return undefined;
  };
  const doors = [await startChaosLine(nextPort), await startChaosLine(nextPort)];
  let starts = 0;
  const nextDoor = () => `http://127.0.0.1:${doors[starts++ % doors.length]!.port}`;
  const agentLogPath = join(dir, 'agent.log');
  const startAgent = () =>
    startProcess(join(fixtures, 'agent-process.ts'), {
      PLATEN_CLOUD_URL: nextDoor(),
      PLATEN_AGENT_DIR: agentDir,
      PLATEN_ENROL_CODE: code,
      PLATEN_CONSOLE_PORT: 'off',
      PLATEN_DISCOVERY: 'off',
      PLATEN_PRINTERS: parts.printerUris.join(','),
      PLATEN_MIN_FREE_MB: '64',
      PLATEN_DISK_BUDGET_MB: '250',
      PLATEN_TEST_LOG: agentLogPath,
    });
  const agent = restartable('the agent', startAgent, await startAgent());

  const keys = { customer: customer.apiKey, admin: admin.apiKey };
  /** Whatever happens on the way, until there is an answer that is one. */
  const insist = async (ask: (url: string) => Promise<Reply>) => {
    const end = Date.now() + retryForMs;
    let last: unknown;
    while (Date.now() < end) {
      const port = nextPort();
      try {
        const reply = port === undefined ? undefined : await ask(`http://127.0.0.1:${port}`);
        if (reply && reply.status < 500 && reply.status !== 429) return reply;
        last = reply;
      } catch (error) {
        last = error;
      }
      await sleep(retryMs);
    }
    throw new Error(`no cloud answers: ${JSON.stringify(last)}`);
  };
  const call: ChaosShop['call'] = (who, method, path, body) => {
    const idempotency: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    return insist((url) => clientOf(url, keys[who]).call(method, path, body, idempotency));
  };
  const fillerPath = join(agentDir, '.filler');

  return {
    database,
    accountId: customer.accountId,
    clouds,
    agent,
    doors,
    agentLogPath,
    call,
    spoolPath: join(agentDir, 'spool.sqlite'),
    async upload({ kind, number, widthPx }) {
      const isPhoto = kind === 'photo';
      const bytes = isPhoto
        ? await makeNumberedPicture(number, widthPx)
        : makePdf({
            pages: 1,
            padBytes: 20_000 + (number % 7) * 40_000,
            ...(kind === 'a4' ? { widthMm: 210, heightMm: 297 } : { widthMm: 215.9, heightMm: 279.4 }),
          });
      const { status, body } = await insist((url) =>
        clientOf(url, keys.customer).upload('/api/documents/upload', bytes),
      );
      if (status !== 201) throw new Error(`an upload is refused: ${status} ${JSON.stringify(body)}`);
      return { kind, documentId: body.document_id, number: isPhoto ? number : undefined };
    },
    async order({ kind, documentId, number }, copies) {
      const paper =
        kind === 'photo'
          ? { size: '4x6', paper_type: 'glossy' }
          : { size: kind === 'a4' ? 'A4' : 'letter', paper_type: 'plain' };
      const items = [{ document_id: documentId, quantity: copies, ...paper }];
      const { status, body } = await call('customer', 'POST', '/api/orders', { items });
      if (status !== 201) throw new Error(`an order is refused: ${status} ${JSON.stringify(body)}`);
      const paid = await call('customer', 'POST', '/api/payment/balance', { order_id: body.order_id });
      if (paid.status === 409 && /not paid in time|cancelled/.test(paid.body.error)) return undefined;
      if (paid.status !== 200)
        throw new Error(`a payment is refused: ${paid.status} ${JSON.stringify(paid.body)}`);
      return { orderId: body.order_id, orderNo: body.order_no, copies, kind, number };
    },
    fillDisk(leaveBytes) {
      if (!isDiskOurs) return false;
      const { bavail, bsize } = statfsSync(agentDir);
      try {
        writeFileSync(
          fillerPath,
          Buffer.alloc(Math.max(0, Math.min(bavail * bsize - leaveBytes, 400 * 1024 * 1024))),
        );
      } catch {
        // It is full now, which was wanted.
      }
      return true;
    },
    emptyDisk: () => rmSync(fillerPath, { force: true }),
    agentChildren() {
      const parent = agent.child?.pid;
      return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((name) => {
          try {
            return (
              Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === parent
            );
          } catch {
            return false;
          }
        })
        .map(Number);
    },
    async close() {
      await agent.stop();
      for (const cloud of clouds) await cloud.stop();
      for (const door of doors) await door.close();
      await database.close();
      if (isDiskOurs) {
        // What it holds stays to be looked at.
        spawnSync('cp', ['-a', agentDir, `${agentDir}-kept`]);
        spawnSync('umount', [agentDir]);
      }
    },
  };
}

/** A small disk of its own for the agent, where this machine lets us have one. */
function mountDisk(folder: string): boolean {
  if (process.getuid?.() !== 0) return false;
  const options = `size=${diskMiB}m,mode=0700`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}
