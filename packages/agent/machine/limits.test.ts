/** Disk and memory: what doesn't fit waits and says so, a full disk loses no journal line, a changed file is never printed. */
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { AgentDisk } from '@platen/contracts/agent-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAgent } from '../agent.ts';
import { writeOnceThereIsRoom } from '../spool/journal-retry.ts';
import { openSpool, spoolTroubleOf } from '../spool/spool-db.ts';
import {
  type Bench,
  copyingPreparer,
  noRestorer,
  scratchDir,
  startBench,
  until,
} from '../testing/agent-bench.ts';
import { enrolCode } from '../testing/fake-cloud.ts';
import { openAgentFolder } from './agent-folder.ts';
import { createDiskRoom } from './disk-room.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const last = (jobId: string) => bench.cloud.lastReport(jobId);

describe('room on the disk', () => {
  const mib = 1024 * 1024;
  function room(free: { bytes: number }) {
    const folder = openAgentFolder(scratchDir());
    const changes: AgentDisk['state'][] = [];
    const made = createDiskRoom({
      folder,
      budgetBytes: 10 * mib,
      minFreeBytes: 100 * mib,
      log: () => {},
      onChange: ({ state }) => changes.push(state),
      freeBytesOf: () => free.bytes,
    });
    return { folder, room: made, changes };
  }

  it('low: nothing new until there is room again', () => {
    const free = { bytes: 50 * mib };
    const { room: disk, changes } = room(free);
    expect(disk.check().state).toBe('low');
    expect(disk.mayTake(1)).toBe(false);
    free.bytes = 200 * mib;
    expect(disk.check().state).toBe('ok');
    expect(disk.mayTake(mib)).toBe(true);
    expect(disk.mayTake(150 * mib)).toBe(false);
    expect(changes).toEqual(['ok']);
  });

  it('a disk that can’t be read has no room, and ends nothing', () => {
    const free = { bytes: 200 * mib };
    const { room: disk, folder, changes } = room(free);
    expect(disk.check().state).toBe('ok');
    rmSync(folder.dir, { recursive: true });
    expect(disk.check()).toMatchObject({ state: 'low', free_bytes: 0 });
    expect(disk.mayTake(1)).toBe(false);
    mkdirSync(folder.sourcesDir, { recursive: true });
    mkdirSync(folder.preparedDir);
    expect(disk.check().state).toBe('ok');
    expect(changes).toEqual(['low', 'ok']);
  });

  it('the budget: the oldest first, and one file is never too large for an empty folder', () => {
    const { room: disk, folder } = room({ bytes: 10_000 * mib });
    expect(disk.mayTake(20 * mib)).toBe(true);
    disk.check();
    writeFileSync(join(folder.sourcesDir, 'a'), Buffer.alloc(8 * mib));
    disk.check();
    expect(disk.mayTake(3 * mib)).toBe(false);
    expect(disk.mayTake(2 * mib)).toBe(true);
    writeFileSync(join(folder.sourcesDir, 'b'), Buffer.alloc(3 * mib));
    expect(disk.check().state).toBe('over-budget');
  });

  it('keeps a reserve, and gives it up when the disk is full', () => {
    const { room: disk, folder } = room({ bytes: 10_000 * mib });
    disk.check();
    const reserve = join(folder.dir, 'reserve');
    expect(statSync(reserve).size).toBe(8 * mib);
    disk.isFull();
    expect(statSync(reserve, { throwIfNoEntry: false })?.size ?? 8 * mib).toBe(8 * mib);
  });

  it('jobs beyond the budget wait, say so, and are printed one after the other', async () => {
    const content = Buffer.alloc(300_000, 7);
    const tickets = Array.from({ length: 6 }, () => bench.newTicket());
    for (const [index, ticket] of tickets.entries()) {
      content.writeUInt32BE(index, 0);
      const copy = Buffer.from(content);
      ticket.document = { ...ticket.document, sha256: bench.cloud.addFile(copy), bytes: copy.length };
    }
    const config = {
      cloudUrl: bench.cloud.url,
      dir: join(bench.dir, 'small'),
      printerUris: [bench.printer.uri],
    };
    const agent = await startAgent(
      {
        ...config,
        enrolCode,
        name: 'Small',
        consolePort: undefined,
        diskBudgetBytes: 700_000,
        minFreeBytes: 1,
      },
      {
        log: () => {},
        ports: { openPrinter: bench.printer.openPort, preparer: copyingPreparer, restorer: noRestorer },
      },
    );
    const check = setInterval(() => agent.printing.pipeline.room.check(), 50);
    try {
      await until(() => agent.isLinked);
      for (const ticket of tickets) bench.cloud.sendJob(ticket);
      await until(() => bench.cloud.reports.some(({ reason }) => reason === 'disk-full'));
      await until(() => tickets.every(({ job_id }) => last(job_id)?.state === 'printed'));
      expect(bench.printer.paper).toHaveLength(6);
    } finally {
      clearInterval(check);
      await agent.stop();
    }
  });
});

describe('a file changed under the agent', () => {
  async function readyJob(contentType: string) {
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    const agent = await bench.start();
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    ticket.document = { ...ticket.document, content_type: contentType };
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'held');
    const path = agent.printing.jobs.get(ticket.job_id).preparedPath as string;
    return { agent, ticket, path, good: readFileSync(path) };
  }
  const resume = () => {
    bench.printer.description = { ...bench.printer.description, state: 'idle', stateReasons: [] };
  };

  it.each([
    ['cut short', (path: string) => truncateSync(path, 100)],
    ['longer', (path: string) => appendFileSync(path, 'x')],
    ['of the same length', (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size, 1))],
  ])('%s: what is printed is the right one', async (_name, spoil) => {
    for (const type of ['application/pdf', 'image/jpeg']) {
      const { ticket, path, good, agent } = await readyJob(type);
      spoil(path);
      resume();
      await until(() => last(ticket.job_id)?.state === 'printed');
      expect([...bench.printer.jobs.values()].at(-1)?.document).toEqual(good);
      await agent.stop();
    }
    expect(bench.lines.filter(({ event }) => event === 'submit.file-changed')).toHaveLength(2);
  });

  it('only touched: hashed again, not fetched again', async () => {
    const { ticket, path } = await readyJob('application/pdf');
    const asked = bench.cloud.fileRequests.length;
    writeFileSync(path, readFileSync(path));
    resume();
    await until(() => last(ticket.job_id)?.state === 'printed');
    expect(bench.cloud.fileRequests).toHaveLength(asked);
  });
});

describe('the spool', () => {
  it('full: told, and a journal line waits for room instead of being lost', async () => {
    const path = join(scratchDir(), 'spool.sqlite');
    const spool = openSpool(path);
    const told: string[] = [];
    spool.onTrouble((trouble) => told.push(trouble));
    spool.prepare('pragma max_page_count').get();
    const pages = (spool.prepare<{ page_count: number }>('pragma page_count').get() as { page_count: number })
      .page_count;
    spool.prepare(`pragma max_page_count = ${pages}`).get();
    const write = () =>
      spool.transaction(() =>
        spool
          .prepare('insert into spool_fact (name, value) values (?, ?)')
          .run(`fact ${told.length}`, 'x'.repeat(100_000)),
      );
    expect(write).toThrow(/full/);
    expect(told).toContain('full');
    expect(told.every((trouble) => trouble === 'full')).toBe(true);
    let written = false;
    const writing = writeOnceThereIsRoom(write).then(() => {
      written = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(written).toBe(false);
    spool.prepare(`pragma max_page_count = ${pages + 1000}`).get();
    await writing;
    expect(written).toBe(true);
    spool.close();
  });

  it('tells other errors apart', () => {
    expect(spoolTroubleOf({ code: 'SQLITE_CORRUPT_VTAB' })).toBe('damaged');
    expect(spoolTroubleOf({ code: 'SQLITE_CONSTRAINT' })).toBeUndefined();
    expect(spoolTroubleOf(new Error('x'))).toBeUndefined();
  });

  it('torn while it runs: nothing is printed from it, and the cloud hears so', async () => {
    const idle = bench.printer.description;
    bench.printer.description = { ...idle, state: 'stopped', stateReasons: ['paused'] };
    const agent = await bench.start();
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    await until(() => last(ticket.job_id)?.state === 'held');
    agent.printing.gate.close('damaged');
    agent.printing.pipeline.room.isDamaged();
    bench.printer.description = idle;
    agent.printers.suspect(bench.printer.uri);
    await until(() => agent.printers.list()[0]?.description?.state === 'idle');
    await until(() => bench.cloud.disk?.state === 'damaged');
    expect(bench.printer.createCalls).toBe(0);
  });
});

describe('many large jobs', () => {
  it('are never held in memory whole, and only as many are prepared at once as there are cores', async () => {
    const bytes = 4 * 1024 * 1024;
    let atOnce = 0;
    let max = 0;
    const preparer = {
      async preparePhoto(order: { sourcePath: string; targetPath: string }) {
        atOnce += 1;
        max = Math.max(max, atOnce);
        await new Promise((resolve) => setTimeout(resolve, 5));
        const signal = new AbortController().signal;
        const made = await copyingPreparer.preparePhoto(order as never, { signal, pages: 1 });
        atOnce -= 1;
        return made;
      },
      preparePages: copyingPreparer.preparePages,
      async close() {},
    };
    bench.printer.keepsDocuments = false;
    const agent = await bench.start({ ports: { preparer } });
    await until(() => agent.isLinked);
    bench.printer.description = { ...bench.printer.description, state: 'stopped', stateReasons: ['paused'] };
    agent.printers.suspect(bench.printer.uri);
    await until(() => agent.printers.list()[0]?.description?.state === 'stopped');
    const shared = Buffer.alloc(bytes, 3);
    const tickets = Array.from({ length: 40 }, (_, index) => {
      shared.writeUInt32BE(index, 0);
      const ticket = bench.newTicket();
      const sha256 = bench.cloud.addGenerated(Buffer.from(shared.subarray(0, 4)), bytes, 3);
      return { ...ticket, document: { ...ticket.document, sha256, bytes } };
    });
    globalThis.gc?.();
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }, 2);
    for (const ticket of tickets) bench.cloud.sendJob(ticket);
    await until(() => tickets.every(({ job_id }) => last(job_id)?.state === 'held'));
    clearInterval(watch);
    // Six downloads at once, of pieces, and what isn't collected yet; forty files of four megabytes would be 160.
    expect(peak).toBeLessThan(100 * 1024 * 1024);
    expect(max).toBeLessThanOrEqual(availableParallelism());
    expect(max).toBeGreaterThan(0);
  });
});
