/**
 * Chaos: a cloud (on SQLite, then two on PostgreSQL behind a balancer), an agent and printers of every kind, with orders coming in
 * while processes are killed and frozen, links cut, frozen and slowed, documents broken off at every place, the disk filled and clocks
 * moved. Afterwards an observer who counted the sheets at the printers says whether anything was lost or printed twice, whether every
 * `unknown` is one that the journal explains, and, after a person has answered the questions, whether all copies lie there once and the
 * ledgers are exact.
 *
 *   node test/chaos/chaos.ts [--seconds 120] [--seed N] [--database sqlite|postgres|both] [--keep]
 *
 * Through a CUPS queue nothing can promise once after a fault of CUPS itself, which prints again by itself: here only the line to it
 * breaks. Ends by itself, ends only what it started, and keeps its folder when something was wrong. Exit code 1 then.
 */
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import { findWrongSums } from '../fixtures/books.ts';
import { startPostgres } from '../fixtures/postgres/postgres-server.ts';
import { randomFrom, type SeededRandom } from '../fixtures/seeded-random.ts';
import { findRealTool } from '../real/real-printers.ts';
import { nameOf, type PlannedFault, planFaults } from './chaos-plan.ts';
import { type ChaosPrinter, startChaosPrinters } from './chaos-printers.ts';
import {
  type ChaosShop,
  type OrderedPrint,
  openChaosShop,
  type PrintKind,
  type Restartable,
  type UploadedPrint,
} from './chaos-shop.ts';
import {
  type DoneFault,
  type JournalRow,
  type JudgedOrder,
  type JudgedSheet,
  judgePaper,
  justify,
  sheetsOf,
} from './chaos-verdict.ts';
import { readNumberedPicture } from './picture-identity.ts';

const usage =
  'npm run chaos [-- --seconds 120] [--seed N] [--database sqlite|postgres|both] [--keep]\n' +
  'Without --database: half of the time --database sqlite, half of it --database postgres.';

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string', default: '120' },
        seed: { type: 'string', default: String(randomInt(1, 1_000_000_000)) },
        database: { type: 'string', default: 'both' },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (!values.help) return values;
    console.log(usage);
  } catch (error) {
    console.error(`chaos: ${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
  process.exit(0);
}

const values = readArguments();
const seed = Number(values.seed);
const seconds = Number(values.seconds);
const databases = values.database === 'both' ? ['sqlite', 'postgres'] : [values.database];
if (
  !Number.isInteger(seed) ||
  !(seconds > 0) ||
  !databases.every((one) => ['sqlite', 'postgres'].includes(one))
) {
  console.error(
    `chaos: --seconds and --seed are numbers, --database is sqlite, postgres or both.\n\n${usage}`,
  );
  process.exit(2);
}

/** Of the time of a part this much is for faults; the rest is for what comes to an end, and for the answers. */
const faultShare = 0.6;
/** A bound, not a wait: on a machine that does much else everything takes longer. */
const settleMs = 100_000;

/** Fewer say nothing; a part ends later when this takes longer. */
const minOrders = 10;

/** Somebody has had enough: ends what was started. */
let endEarly: (() => Promise<void>) | undefined;

interface Finding {
  part: string;
  checks: { name: string; wrong: string[] }[];
  lines: string[];
}

/** By the real clock: what the agent's clock showed from when on. */
type ClockSteps = { from: number; offsetMs: number }[];

async function runPart(part: string, partSeed: number, partSeconds: number): Promise<Finding> {
  const dir = mkdtempSync(join(tmpdir(), `platen-chaos-${part}-`));
  const random = randomFrom(partSeed);
  const hasCups =
    ['cupsd', 'lp', 'ippeveprinter'].every((tool) => findRealTool(tool as 'cupsd')) &&
    process.getuid?.() === 0;
  const postgres = part === 'postgres' ? await startPostgres() : undefined;
  const printers = await startChaosPrinters(dir, { tag: part, hasCups });
  const shop = await openChaosShop({
    dir,
    databaseUrl: postgres?.url,
    clouds: part === 'postgres' ? 2 : 1,
    printerUris: printers.map(({ uri }) => uri),
  });
  const closeAll = async () => {
    await shop.close();
    for (const printer of printers) await printer.close();
    await postgres?.stop();
  };
  endEarly = async () => {
    await closeAll().catch(() => {});
    process.exit(130);
  };
  const faults: DoneFault[] = [];
  const clockSteps: ClockSteps = [{ from: 0, offsetMs: 0 }];
  const finding: Finding = { part, checks: [], lines: [] };
  const check = (name: string, wrong: string[]) => finding.checks.push({ name, wrong });
  try {
    const rules = {
      shop_id: (await shop.database.query.selectFrom('shops').select('id').executeTakeFirstOrThrow()).id,
    };
    await shop.call('admin', 'PUT', '/api/shop/print-rules', {
      ...rules,
      version: 0,
      aborted_copies: 'reprint',
    });
    const uploads = await uploadSome(shop, random);
    const faultsMs = partSeconds * 1000 * faultShare;
    const end = Date.now() + faultsMs;
    const ordering = orderUntil(end, shop, { uploads, random: randomFrom(random.between(1, 1e9)) });
    // Heard of below, when the faults are over.
    ordering.catch(() => {});
    const plan = planFaults(random.between(1, 1e9), faultsMs, {
      printers: printers.length,
      clouds: shop.clouds.length,
    });
    await strikeAll(plan, { shop, printers, faults, clockSteps });
    await healAll({ shop, printers, clockSteps });
    const ordered = await ordering;
    const before = await settle(shop, ordered);
    const sheets = await countSheets(printers, ordered);
    await sleep(1000);
    const journal = readJournal(shop, printers, clockSteps);
    check(
      'there is something to judge',
      ordered.length >= minOrders ? [] : [`only ${ordered.length} orders`],
    );
    check(
      'no process ended by itself',
      [shop.agent, ...shop.clouds].flatMap(({ ownEnds }) => ownEnds),
    );
    check('nothing lost, nothing twice', judgePaper(before, sheets));
    const { wrong, reasons } = judgeUnknowns(before, { journal, faults });
    check('every unknown is explained by its journal', wrong);
    await answerQuestions(shop, before, sheets);
    const stuck = await unfinished(shop, ordered);
    check('every order is finished once its questions are answered', stuck);
    const after = await countSheets(printers, ordered);
    check('after the answers every copy lies there once', judgeAfter(before, after));
    check('the ledgers are exact', await findWrongSums(shop.database, shop.accountId, true));
    finding.lines = tableOf({ ordered, before, sheets: after, reasons, faults });
  } catch (error) {
    check('the run comes to its end', [String((error as Error).stack)]);
  } finally {
    endEarly = undefined;
    await closeAll().catch((error) => check('the processes end', [String(error)]));
  }
  const isWell = finding.checks.every(({ wrong }) => wrong.length === 0);
  if (isWell && !values.keep) rmSync(dir, { recursive: true, force: true });
  else finding.lines.push(`everything is kept in ${dir}`);
  return finding;
}

/** What is there before anything goes wrong, so that orders come in quickly. */
async function uploadSome(shop: ChaosShop, random: SeededRandom): Promise<UploadedPrint[]> {
  const uploads: UploadedPrint[] = [];
  for (let number = 1; number <= uploadsBefore; number += 1)
    uploads.push(
      await shop.upload({ kind: kindOf(number), number, widthPx: random.oneOf([600, 900, 1200]) }),
    );
  return uploads;
}

const uploadsBefore = 12;
const kindOf = (number: number): PrintKind =>
  (['photo', 'photo', 'letter', 'photo', 'letter', 'a4'] as const)[number % 6]!;

/** Several customers at once; now and then one brings something new. */
async function orderUntil(
  end: number,
  shop: ChaosShop,
  { uploads, random }: { uploads: UploadedPrint[]; random: SeededRandom },
): Promise<OrderedPrint[]> {
  const ordered: OrderedPrint[] = [];
  let number = uploads.length;
  const customer = async () => {
    while (Date.now() < end || (ordered.length < minOrders && Date.now() < end + settleMs)) {
      if (random.chance(12)) {
        number += 1;
        uploads.push(await shop.upload({ kind: kindOf(number), number, widthPx: 900 }));
      }
      const upload = random.oneOf(uploads);
      // CUPS turns copies into pages of its own, which can't be counted by its printer's script.
      const copies = upload.kind === 'a4' ? 1 : random.oneOf([1, 1, 2, 3]);
      const order = await shop.order(upload, copies);
      if (order) ordered.push(order);
      await sleep(random.between(200, 1500));
    }
  };
  await Promise.all(Array.from({ length: 3 }, customer));
  return ordered;
}

interface Struck {
  shop: ChaosShop;
  printers: ChaosPrinter[];
  faults: DoneFault[];
  clockSteps: ClockSteps;
}

/** All faults at their times; several may be under way. Resolves when the last one is over. */
async function strikeAll(plan: readonly PlannedFault[], struck: Struck): Promise<void> {
  const began = Date.now();
  const underWay: Promise<void>[] = [];
  for (const { atMs, fault } of plan) {
    const waitMs = began + atMs - Date.now();
    if (waitMs > 0) await sleep(waitMs);
    underWay.push(
      strike(fault, struck).catch((error) => {
        console.error(`chaos: ${nameOf(fault)} could not be done: ${error}`);
      }),
    );
  }
  await Promise.all(underWay);
}

async function strike(
  fault: PlannedFault['fault'],
  { shop, printers, faults, clockSteps }: Struck,
): Promise<void> {
  const from = Date.now();
  const done = (target: string, lastsMs = 0) =>
    faults.push({ name: nameOf(fault), target, from, to: Date.now() + lastsMs });
  const processOf = (): Restartable =>
    'whom' in fault && fault.whom === 'cloud' ? shop.clouds[fault.index]! : shop.agent;
  switch (fault.do) {
    case 'kill':
    case 'stop': {
      if (processOf().isBusy) return;
      await processOf().restart(fault.do === 'kill' ? 'SIGKILL' : 'SIGTERM', fault.forMs);
      done(fault.whom);
      return;
    }
    case 'freeze': {
      const { child } = processOf();
      if (!child || processOf().isBusy) return;
      child.kill('SIGSTOP');
      await sleep(fault.forMs);
      child.kill('SIGCONT');
      done(fault.whom);
      return;
    }
    case 'child': {
      const [first] = shop.agentChildren();
      if (first === undefined) return;
      process.kill(first, 'SIGKILL');
      done('child');
      return;
    }
    case 'printer': {
      // Not every printer can suffer everything: the next one that can does.
      const able = [...printers.slice(fault.index), ...printers.slice(0, fault.index)];
      const printer = able.find(({ faults: kinds }) => kinds.includes(fault.kind))!;
      await printer.suffer(fault.kind, fault.forMs);
      // A script that shall fail waits for the next job.
      done(printer.name, fault.kind === 'abort' || fault.kind === 'abort-cut' ? waitingFaultMs : 0);
      return;
    }
    case 'line':
      printers[fault.index]!.line.suffer(fault.trouble);
      done(printers[fault.index]!.name, lastsOf(fault.trouble));
      return;
    case 'document': {
      const { name: target, line } = printers[fault.index]!;
      line.sufferAtDocument(fault.trouble, fault.place, () => {
        const struckAt = Date.now();
        const to = struckAt + lastsOf(fault.trouble);
        faults.push({ name: nameOf(fault), target, from: struckAt, to });
      });
      return;
    }
    case 'door':
      for (const door of shop.doors) door.suffer(fault.trouble);
      done('door', lastsOf(fault.trouble));
      return;
    case 'disk': {
      if (!shop.fillDisk(fault.leaveBytes)) return;
      await sleep(fault.forMs);
      shop.emptyDisk();
      done('disk');
      return;
    }
    case 'clock': {
      const { child } = processOf();
      if (!child?.connected || processOf().isBusy) return;
      const move = (clockOffsetMs: number) => {
        if (child.connected) child.send({ clockOffsetMs });
        if (fault.whom === 'agent') clockSteps.push({ from: Date.now(), offsetMs: clockOffsetMs });
      };
      move(fault.offsetMs);
      await sleep(fault.forMs);
      move(0);
      done('clock');
    }
  }
}

/** What is to go wrong with the next job of a printer does so whenever that comes. */
const waitingFaultMs = 60_000;
const lastsOf = (trouble: { kind: string; forMs?: number }): number => trouble.forMs ?? 0;

async function healAll({ shop, printers, clockSteps }: Omit<Struck, 'faults'>): Promise<void> {
  for (const door of shop.doors) door.heal();
  shop.emptyDisk();
  for (const printer of printers) {
    printer.line.heal();
    await printer.heal();
  }
  for (const { child } of [shop.agent, ...shop.clouds]) {
    child?.kill('SIGCONT');
    if (child?.connected) child.send({ clockOffsetMs: 0 });
  }
  clockSteps.push({ from: Date.now(), offsetMs: 0 });
}

async function readOrders(shop: ChaosShop, ordered: readonly OrderedPrint[]): Promise<JudgedOrder[]> {
  const rows = await shop.database.query.selectFrom('print_jobs').selectAll().orderBy('id').execute();
  const jobs = Map.groupBy(rows, ({ order_id }) => order_id);
  return ordered.map(({ orderId, orderNo, kind, copies, number }) => ({
    orderNo,
    kind,
    copies,
    number,
    jobs: (jobs.get(orderId) ?? []).map(({ id, state, reason, message, copies_printed: copiesPrinted }) => ({
      id,
      state,
      reason,
      message,
      copiesPrinted,
    })),
  }));
}

/** The orders, once no job can go on by itself, or the time is over. */
async function settle(shop: ChaosShop, ordered: readonly OrderedPrint[]): Promise<JudgedOrder[]> {
  const end = Date.now() + settleMs;
  for (;;) {
    const orders = await readOrders(shop, ordered);
    const isSettled = orders.every(({ jobs }) =>
      jobs.every(({ state }) => ['printed', 'unknown', 'failed', 'cancelled'].includes(state)),
    );
    if (isSettled || Date.now() > end) return orders;
    await sleep(250);
  }
}

async function countSheets(
  printers: readonly ChaosPrinter[],
  ordered: readonly OrderedPrint[],
): Promise<JudgedSheet[]> {
  const sheets: JudgedSheet[] = [];
  for (const printer of printers)
    for (const { jobName, copies, isWhole, isBroken, path } of printer.sheets()) {
      const order = ordered.find(({ orderNo }) => jobName.includes(orderNo));
      const isPicture = isWhole && order?.number !== undefined && existsSync(path);
      const number = isPicture ? await readNumberedPicture(readFileSync(path)) : undefined;
      sheets.push({ printer: printer.name, orderNo: order?.orderNo, copies, isWhole, isBroken, number });
    }
  return sheets;
}

interface SubmissionRow {
  job_id: string;
  state: string;
  outcome: string;
  printer_uri: string;
  sending_at: number | null;
  updated_at: number;
}

/** The agent's own journal, its times by the real clock. */
function readJournal(
  shop: ChaosShop,
  printers: readonly ChaosPrinter[],
  clockSteps: ClockSteps,
): JournalRow[] {
  const spool = new Sqlite(shop.spoolPath, { readonly: true });
  try {
    const rows = spool.prepare('select * from submission order by id').all() as SubmissionRow[];
    return rows.map((row) => ({
      jobId: row.job_id,
      state: row.state,
      outcome: row.outcome,
      printer: printers.find(({ uri }) => uri === row.printer_uri)?.name ?? row.printer_uri,
      sendingAt: row.sending_at === null ? undefined : realTime(row.sending_at, clockSteps),
      endedAt: realTime(row.updated_at, clockSteps),
    }));
  } finally {
    spool.close();
  }
}

/** A process hears late that its clock was moved, and one that is started anew has the real one. */
const clockSlackMs = 10_000;

function realTime(shownMs: number, steps: ClockSteps): number {
  const fitting = steps.findLast(({ from, offsetMs }, index) => {
    const real = shownMs - offsetMs;
    // No journal is of the future.
    const until = steps[index + 1]?.from ?? Date.now();
    return real >= from - clockSlackMs && real < until + clockSlackMs;
  });
  return shownMs - (fitting?.offsetMs ?? 0);
}

function judgeUnknowns(
  orders: readonly JudgedOrder[],
  { journal, faults }: { journal: readonly JournalRow[]; faults: readonly DoneFault[] },
): { wrong: string[]; reasons: string[] } {
  const wrong: string[] = [];
  const reasons: string[] = [];
  for (const { orderNo, jobs } of orders)
    for (const { id, state, message } of jobs) {
      if (state !== 'unknown') continue;
      const why = justify(id, journal, faults);
      if (why === undefined)
        wrong.push(`UNEXPLAINED: ${orderNo} is unknown (${message}), and nothing had happened to it`);
      else reasons.push(`${orderNo}: ${message} [${why}]`);
    }
  return { wrong, reasons };
}

/** The person who counts the sheets and answers. */
async function answerQuestions(
  shop: ChaosShop,
  orders: readonly JudgedOrder[],
  sheets: readonly JudgedSheet[],
): Promise<void> {
  for (const order of orders)
    for (const { id, state } of order.jobs) {
      if (state !== 'unknown' && state !== 'failed') continue;
      const { whole } = sheetsOf(order, sheets);
      const all = whole >= order.copies;
      const body =
        all && state === 'unknown'
          ? { decision: 'printed' }
          : { decision: 'reprint', copies_printed: Math.min(whole, order.copies - 1) };
      const { status, body: said } = await shop.call('admin', 'POST', `/api/shop/jobs/${id}/decide`, body);
      if (status !== 200) throw new Error(`a decision is refused: ${status} ${JSON.stringify(said)}`);
    }
}

/** Sentences about orders that don't come to their end. */
async function unfinished(shop: ChaosShop, ordered: readonly OrderedPrint[]): Promise<string[]> {
  const end = Date.now() + settleMs;
  for (;;) {
    const rows = await shop.database.query
      .selectFrom('orders')
      .select(['id', 'order_no', 'status'])
      .execute();
    const open = rows.filter(
      ({ id, status }) => status !== 'ready_for_pickup' && ordered.some(({ orderId }) => orderId === id),
    );
    if (open.length === 0) return [];
    if (Date.now() > end) return open.map(({ order_no, status }) => `${order_no} is ${status}`);
    await sleep(250);
  }
}

function judgeAfter(orders: readonly JudgedOrder[], sheets: readonly JudgedSheet[]): string[] {
  return orders.flatMap((order) => {
    const { whole } = sheetsOf(order, sheets);
    return whole === order.copies
      ? []
      : [`${order.orderNo}: ${whole} whole sheets of ${order.copies} ordered`];
  });
}

const countsOf = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, all]) => `${name} ${all.length}`)
    .join(', ');

function tableOf({
  ordered,
  before,
  sheets,
  reasons,
  faults,
}: {
  ordered: readonly OrderedPrint[];
  before: readonly JudgedOrder[];
  sheets: readonly JudgedSheet[];
  reasons: readonly string[];
  faults: readonly DoneFault[];
}): string[] {
  const total = (of: readonly { copies: number }[]) => of.reduce((sum, { copies }) => sum + copies, 0);
  const perPrinter = sheets.flatMap(({ printer, copies }) => Array<string>(copies).fill(printer));
  return [
    `orders    ${ordered.length} (${countsOf(ordered.map(({ kind }) => kind))}), copies ordered ${total(ordered)}`,
    `sheets    ${total(sheets)}, whole ${total(sheets.filter(({ isWhole }) => isWhole))} (${countsOf(perPrinter)})`,
    `states    ${countsOf(before.flatMap(({ jobs }) => jobs.map(({ state }) => state)))}, before anybody answered`,
    `faults    ${countsOf(faults.map(({ name }) => name))}`,
    `unknown   ${reasons.length}`,
    ...reasons.map((reason) => `          ${reason}`),
  ];
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => (endEarly ? void endEarly() : process.exit(130)));
console.log(`chaos: seed ${seed}, ${seconds} seconds, ${databases.join(' and ')}`);
let passed = 0;
let failed = 0;
for (const [index, part] of databases.entries()) {
  const finding = await runPart(part, seed + index, seconds / databases.length);
  console.log(`\n${part === 'postgres' ? 'two clouds on PostgreSQL' : 'one cloud on SQLite'}`);
  for (const line of finding.lines) console.log(`  ${line}`);
  for (const { name, wrong } of finding.checks) {
    if (wrong.length === 0) passed += 1;
    else failed += 1;
    console.log(`  ${wrong.length === 0 ? 'ok      ' : 'FAILED  '}${name}`);
    for (const sentence of wrong) console.log(`            ${sentence}`);
  }
}
console.log(`chaos: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
