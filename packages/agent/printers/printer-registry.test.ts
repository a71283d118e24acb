/** Which printer is where, and what is believed of it: silence, other printers, moves. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../testing/agent-bench.ts';
import { type PrinterBench, startPrinterBench, uuidOf } from '../testing/printer-bench.ts';
import { adoptConfiguredPrinters } from './printer-configuration.ts';
import { dueByInterestMs, idleMs, nextWaitMs } from './printer-poll-rules.ts';

const [here, there] = ['ipp://192.168.1.20/ipp/print', 'ipp://192.168.1.30/ipp/print'];

let bench: PrinterBench;
beforeEach(() => {
  bench = startPrinterBench();
});
afterEach(() => bench.close());

const add = (uri: string) => {
  const id = bench.list.add({ uri, origin: 'person', by: 'Ann' });
  bench.registry.reload();
  return id;
};
const start = () => bench.registry.start();
/** Looks until it holds, and lets the registry doubt the printer meanwhile. */
const doubtUntil = (uri: string, condition: () => boolean) =>
  until(() => {
    if (condition()) return true;
    bench.registry.suspect(uri);
    return false;
  });

const announcementAt = (uri: string, digit: number) => ({
  service: `Printer ${digit}._ipp._tcp.local`,
  instance: `Printer ${digit}`,
  isTls: uri.startsWith('ipps'),
  host: `printer-${digit}.local`,
  port: 631,
  addresses: [/\/\/([^/:]+)/.exec(uri)?.[1] ?? ''],
  txt: new Map([
    ['rp', 'ipp/print'],
    ['uuid', uuidOf(digit).slice('urn:uuid:'.length).toUpperCase()],
  ]),
  isUniversal: false,
});

describe('silence', () => {
  it('is certain after two missed answers, and what is old keeps its age', async () => {
    const printer = bench.stand(here, 1);
    const id = add(here);
    start();
    await until(() => bench.view(id)?.reachable === true);
    const asOf = bench.view(id)?.asOfMs;
    printer.isReachable = false;
    await doubtUntil(here, () => bench.view(id)?.reachable === false);
    expect(bench.view(id)).toMatchObject({ asOfMs: asOf, description: { state: 'idle' } });
    expect(bench.events().filter((event) => event === 'printer.unreachable')).toHaveLength(1);
    printer.isReachable = true;
    await doubtUntil(here, () => bench.view(id)?.reachable === true);
  });

  it('refuses a confirmation, and says that nothing was sent', async () => {
    add(here);
    await expect(bench.registry.confirm(here)).rejects.toMatchObject({
      kind: 'unreachable',
      sent: 'nothing',
    });
    await expect(bench.registry.confirm(there)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

describe('another printer at a known address', () => {
  it('is not used until a person accepts it', async () => {
    bench.stand(here, 1);
    const id = add(here);
    start();
    await until(() => bench.view(id)?.reachable === true);
    bench.stand(here, 2);
    await doubtUntil(here, () => bench.view(id)?.identityTrouble !== undefined);
    expect(bench.view(id)).toMatchObject({
      reachable: false,
      printerId: uuidOf(1),
      identityTrouble: { shownUuid: uuidOf(2) },
    });
    await expect(bench.registry.confirm(here)).rejects.toMatchObject({ sent: 'nothing' });
    expect(bench.registry.mayTurnUp(uuidOf(1))).toBe(false);
    const { version } = bench.list.find(id)!;
    const accept = { entryId: id, version, by: 'Ann' };
    expect(bench.admin.acceptPrinter({ ...accept, shownUuid: uuidOf(3) }).kind).toBe('refused');
    expect(bench.admin.acceptPrinter({ ...accept, shownUuid: uuidOf(2) }).kind).toBe('done');
    await doubtUntil(here, () => bench.view(id)?.reachable === true);
    expect(bench.view(id)?.printerId).toBe(uuidOf(2));
    await bench.registry.confirm(here);
  });

  it('that is of the list too: both changed places, and each keeps its name', async () => {
    bench.stand(here, 1);
    bench.stand(there, 2);
    const [one, two] = [add(here), add(there)];
    bench.list.rename(one, 'Counter', 'Ann');
    bench.registry.reload();
    start();
    await until(() => bench.view(one)?.reachable === true && bench.view(two)?.reachable === true);
    const [first, second] = [bench.at.get(here)!, bench.at.get(there)!];
    bench.at.set(here, second).set(there, first);
    await until(() => {
      bench.registry.suspect(here);
      bench.registry.suspect(there);
      return bench.view(one)?.uri === there && bench.view(one)?.reachable === true;
    });
    await doubtUntil(here, () => bench.view(two)?.reachable === true);
    expect(bench.view(one)).toMatchObject({ name: 'Counter', printerId: uuidOf(1), uri: there });
    expect(bench.view(two)).toMatchObject({ printerId: uuidOf(2), uri: here });
  });

  it('is the same one under a second address: listed twice, told apart', async () => {
    const printer = bench.stand(here, 1);
    bench.at.set(there, printer);
    const one = add(here);
    start();
    await until(() => bench.view(one)?.reachable === true);
    const two = add(there);
    await until(() => bench.view(two)?.reachable === true);
    expect(bench.view(two)?.printerId).toBe(there);
    expect(bench.events()).toContain('printer.listed-twice');
  });
});

describe('a printer that moved', () => {
  const lost = async (uri = here) => {
    const printer = bench.stand(uri, 1);
    const id = add(uri);
    start();
    bench.finder.start();
    await until(() => bench.view(id)?.reachable === true);
    bench.at.delete(uri);
    await doubtUntil(uri, () => bench.view(id)?.reachable === false);
    return { id, printer };
  };

  it('is followed to where it says its own uuid, with its journal', async () => {
    const { id, printer } = await lost();
    bench.spool
      .prepare(
        `insert into job (rank, id, ticket, sha256, needs, state, copies, spooled_at, updated_at) values (1, 'j', '{}', '', '{}', 'printing', 1, 1, 1)`,
      )
      .run();
    bench.spool
      .prepare(
        `insert into submission (job_id, set_no, copies, attempt, job_name, state, printer_id, printer_uri, printer_uuid, created_at, updated_at)
         values ('j', 1, 1, 1, 'n', 'sent', ?, ?, ?, 1, 1)`,
      )
      .run(uuidOf(1), here, uuidOf(1));
    bench.at.set(there, printer);
    bench.announce(announcementAt(there, 1));
    await until(() => bench.view(id)?.uri === there && bench.view(id)?.reachable === true);
    expect(bench.spool.prepare('select printer_uri from submission').get()).toEqual({ printer_uri: there });
    expect(bench.registry.findByUri(here)).toBeUndefined();
    expect(bench.events()).toContain('printer.moved');
    expect(bench.list.events(id).map(({ event }) => event)).toContain('moved');
  });

  it('is not followed to another printer that lies about its uuid, nor to an address outside', async () => {
    const { id } = await lost();
    bench.stand(there, 2);
    bench.announce(announcementAt(there, 1));
    const outside = 'ipp://8.8.8.8/ipp/print';
    bench.stand(outside, 1);
    bench.announce(announcementAt(outside, 1));
    await doubtUntil(here, () => bench.lines.length > 0 && bench.view(id)?.reachable === false);
    await until(() => bench.finder.list()[0]?.uris[0] === outside);
    expect(bench.view(id)?.uri).toBe(here);
  });

  it('is never followed from an encrypted address to an open one', async () => {
    const secret = 'ipps://192.168.1.20/ipp/print';
    const { id, printer } = await lost(secret);
    bench.at.set(there, printer);
    bench.announce(announcementAt(there, 1));
    await until(() => bench.finder.list().length === 1);
    expect(bench.view(id)?.uri).toBe(secret);
  });

  it('stays where it answers, whatever the network says', async () => {
    bench.stand(here, 1);
    bench.stand(there, 1);
    const id = add(here);
    start();
    bench.finder.start();
    await until(() => bench.view(id)?.reachable === true);
    bench.announce(announcementAt(there, 1));
    await until(() => bench.finder.list().length === 1);
    expect(bench.view(id)?.uri).toBe(here);
  });
});

describe('PLATEN_PRINTERS', () => {
  const adopt = (...uris: string[]) => adoptConfiguredPrinters(uris, { list: bench.list, log: bench.log });
  const uris = () => bench.list.list().map(({ uri }) => uri);

  it('adds, and takes away what it added', () => {
    add('ipp://192.168.1.9/ipp/print');
    adopt(here, there);
    adopt(here, there);
    expect(uris()).toEqual(['ipp://192.168.1.9/ipp/print', here, there]);
    adopt(there);
    expect(uris()).toEqual(['ipp://192.168.1.9/ipp/print', there]);
  });

  it('does not bring back what a person removed, until it was dropped there', () => {
    adopt(here);
    bench.list.remove(bench.list.list()[0]!.id, 'Ann');
    adopt(here);
    expect(uris()).toEqual([]);
    adopt();
    adopt(here);
    expect(uris()).toEqual([here]);
  });

  it('knows a printer that has moved by the address that it has for it', () => {
    adopt(here);
    const { id } = bench.list.list()[0]!;
    bench.list.move([{ id, printerUuid: uuidOf(1), from: here, to: there }]);
    adopt(here);
    expect(uris()).toEqual([there]);
    adopt(there);
    expect(uris()).toEqual([there]);
  });
});

describe('a printer that somebody watches', () => {
  it('is asked at the next beat by who begins to watch, however quiet it was', async () => {
    vi.useFakeTimers();
    try {
      const printer = bench.stand(here, 1);
      const id = add(here);
      start();
      const asked = () => printer.statuses + printer.pulses;
      await vi.advanceTimersByTimeAsync(120_000);
      expect(bench.view(id)?.reachable).toBe(true);
      for (const isJustAsked of [false, true]) {
        bench.interests.isWatched = false;
        for (let before = asked(); isJustAsked && asked() === before; )
          await vi.advanceTimersByTimeAsync(100);
        if (!isJustAsked) await vi.advanceTimersByTimeAsync(5000);
        const before = asked();
        bench.interests.isWatched = true;
        await vi.advanceTimersByTimeAsync(isJustAsked ? 2100 : 1100);
        expect(asked(), `just asked: ${isJustAsked}`).toBeGreaterThan(before);
      }
      const before = asked();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(asked() - before).toBeLessThanOrEqual(10);
    } finally {
      vi.useRealTimers();
    }
  });
  it.each([
    ['tells when it changed', '1/1'],
    ['does not tell when it changed', undefined],
  ])(
    'is asked the little that shows trouble, and all when it changed: one that %s',
    async (_, changeMark) => {
      const printer = bench.stand(here, 1, { changeMark });
      const id = add(here);
      bench.interests.isWatched = true;
      start();
      await until(() => bench.view(id)?.reachable === true);
      const { statuses } = printer;
      await until(() => printer.pulses >= 2);
      expect(printer.statuses).toBe(statuses);
      printer.description = { ...printer.description, stateReasons: ['media-empty-warning'] };
      await until(() => bench.view(id)?.description?.stateReasons[0] === 'media-empty-warning');
      expect(printer.statuses).toBeGreaterThan(statuses);
    },
  );
});

describe('how often a printer is asked', () => {
  const idle = { misses: 0, state: 'idle', quietLooks: 0, isWatched: false } as const;
  it('grows from 5 to 30 seconds while nothing waits', () => {
    const waits = [0, 1, 2, 3, 4, 5, 50].map((quietLooks) => nextWaitMs({ ...idle, quietLooks }, 'none', 0));
    expect(waits).toEqual([5000, 7500, 11_250, 16_875, 25_313, 30_000, 30_000]);
    expect(nextWaitMs({ ...idle, quietLooks: 50 }, 'none', 1)).toBe(24_000);
  });
  it('is fast while printing, faster while awaited, and soon after a missed answer', () => {
    expect(nextWaitMs({ ...idle, quietLooks: 9 }, 'printing', 0)).toBe(1000);
    expect(nextWaitMs({ ...idle, quietLooks: 9 }, 'awaited', 0)).toBe(2000);
    expect(nextWaitMs({ ...idle, misses: 1 }, 'none', 0)).toBe(500);
    expect(nextWaitMs({ ...idle, misses: 9, quietLooks: 9 }, 'awaited', 0)).toBe(idleMs);
    expect(nextWaitMs({ ...idle, misses: 9, quietLooks: 9 }, 'none', 0)).toBe(30_000);
  });
  it('is every second while somebody watches, and gentle with one that is silent', () => {
    const watched = { ...idle, isWatched: true, quietLooks: 9 };
    for (const interest of ['none', 'awaited', 'printing'] as const)
      expect(nextWaitMs(watched, interest, 0), interest).toBe(1000);
    expect(nextWaitMs({ ...watched, misses: 1 }, 'none', 0)).toBe(500);
    expect(nextWaitMs({ ...watched, misses: 9 }, 'none', 0)).toBe(idleMs);
  });
  it('is at once by who begins to watch after a quiet while, and never more often than every second', () => {
    const nowMs = 100_000;
    const dueIn = (lookedAgoMs: number, dueMs: number) =>
      Math.max(0, dueByInterestMs({ lookedAtMs: nowMs - lookedAgoMs, dueAtMs: nowMs + dueMs }, 1000) - nowMs);
    expect([dueIn(20_000, 10_000), dueIn(1000, 29_000), dueIn(300, 4700), dueIn(900, 100)]).toEqual([
      0, 0, 700, 100,
    ]);
  });
});
