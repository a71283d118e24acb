/** Outages of power, link and printers, what waits for one approval, and edits from two sides. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  cloudSchedule,
  hours,
  minutes,
  openScheduleBench,
  printerView,
  type ScheduleBench,
} from '../testing/schedule-bench.ts';
import { absenceBetween, isOutage } from './absence-rules.ts';

let bench: ScheduleBench;
beforeEach(() => {
  bench = openScheduleBench('2026-11-21T02:00:00Z');
  bench.start();
});
afterEach(() => bench.close());

const backlog = () => bench.admin.state().backlog;
const approve = (decision: 'print_now' | 'by_schedule' = 'print_now') =>
  bench.admin.decide(backlog()?.backlog_id ?? '', { decision, by: 'Ann' });

describe('after the power was away', () => {
  it('for three hours the backlog waits for one approval, and what is paid later prints', () => {
    const jobs = [bench.addJob(), bench.addJob(), bench.addJob()];
    bench.pass(minutes);
    bench.cut();
    bench.away(3 * hours);
    bench.clock.bootId = 'second';
    bench.clock.uptimeMs = 5000;
    bench.boot();
    expect(bench.print()).toEqual([]);
    expect(backlog()).toMatchObject({ jobs: 3, causes: ['power'] });
    for (const job of jobs)
      expect(bench.jobs.get(job)).toMatchObject({ state: 'held', reason: 'awaiting-approval' });
    const later = bench.addJob();
    expect(bench.print()).toEqual([later]);
    approve();
    expect(bench.print()).toEqual(jobs);
    expect(backlog()).toBeNull();
  });

  it('for less than the limit everything goes on, and without a limit always', () => {
    const first = bench.addJob();
    bench.pass(minutes);
    bench.cut();
    bench.away(119 * minutes);
    bench.boot();
    expect(bench.print()).toEqual([first]);
    bench.save({ outage_limit_minutes: null });
    const second = bench.addJob();
    bench.cut();
    bench.away(72 * hours);
    bench.boot();
    expect(bench.print()).toEqual([second]);
  });

  it('waits on over further restarts and outages, with one approval for all', () => {
    const first = bench.addJob();
    bench.pass(minutes);
    for (let i = 0; i < 3; i += 1) {
      bench.cut();
      bench.away(3 * hours);
      bench.boot();
      expect(bench.print()).toEqual([]);
    }
    const second = bench.addJob();
    bench.away(4 * hours);
    bench.schedule.look();
    expect(bench.print()).toEqual([]);
    expect(backlog()).toMatchObject({ jobs: 2 });
    approve();
    expect(bench.print()).toEqual([first, second]);
  });

  it('leaves alone what waits for a window that is still to come', () => {
    bench.save({ plan: { mode: 'runs', runs: ['0 9 * * *'] }, missed_runs: 'skip' });
    const job = bench.addJob();
    bench.pass(minutes);
    bench.cut();
    bench.away(3 * hours);
    bench.boot();
    expect(backlog()).toBeNull();
    bench.pass(4 * hours);
    expect(bench.print()).toEqual([job]);
  });

  it('asks also when the clock came back earlier than it went: nobody knows how long it was', () => {
    const job = bench.addJob();
    bench.pass(minutes);
    bench.cut();
    bench.clock.rawMs -= 24 * hours;
    bench.clock.bootId = 'second';
    bench.clock.uptimeMs = 5000;
    bench.boot();
    expect(bench.print()).toEqual([]);
    expect(backlog()).toMatchObject({ jobs: 1, causes: ['clock'] });
    expect(bench.jobs.get(job).state).toBe('held');
  });

  it('takes no clock that is set for an outage, in either direction', () => {
    for (const setMs of [3 * hours, -3 * hours]) {
      const job = bench.addJob();
      bench.clock.rawMs += setMs;
      bench.schedule.look();
      expect(bench.print()).toEqual([job]);
    }
  });

  it('counts the sleep of the machine', () => {
    bench.addJob();
    bench.away(3 * hours);
    bench.schedule.look();
    expect(bench.print()).toEqual([]);
    expect(backlog()?.causes).toEqual(['power']);
  });

  it('lets approved jobs wait for the end of quiet hours, and by_schedule for the next window', () => {
    const quiet_hours = [{ from: '06:00', to: '08:00' }];
    bench.save({ quiet_hours });
    const job = bench.addJob();
    bench.pass(minutes);
    bench.cut();
    bench.away(3 * hours);
    bench.boot();
    bench.pass(hours);
    approve();
    expect(bench.print()).toEqual([]);
    bench.pass(2 * hours);
    expect(bench.print()).toEqual([job]);
  });

  it('forgets nothing of a decision when the disk fails in the middle of it', () => {
    const job = bench.addJob();
    bench.away(3 * hours);
    bench.schedule.look();
    bench.print();
    const id = backlog()?.backlog_id ?? '';
    expect(() => bench.failOnce(() => approve())).toThrow(/disk full/);
    expect(backlog()?.backlog_id).toBe(id);
    expect(bench.jobs.get(job).state).toBe('held');
    bench.receive({ type: 'backlog', body: { backlog_id: id, decision: 'print_now', decided_by: 'Office' } });
    bench.receive({
      type: 'backlog',
      body: { backlog_id: id, decision: 'by_schedule', decided_by: 'Office' },
    });
    expect(bench.print()).toEqual([job]);
    expect(bench.admin.log().filter((line) => line.event === 'backlog.decided')).toHaveLength(1);
  });
});

describe('after the link was away', () => {
  const paidAt = (ms: number) => new Date(ms).toISOString();

  it('prints what was spooled, and asks about what was paid meanwhile', () => {
    bench.link();
    bench.pass(minutes);
    bench.unlink();
    const spooled = bench.addJob();
    expect(bench.print()).toEqual([spooled]);
    bench.pass(3 * hours);
    const backMs = bench.clock.rawMs;
    bench.link();
    expect(backlog()).toBeNull();
    const meanwhile = [1, 2].map((hour) => bench.addJob({ paid_at: paidAt(backMs - hour * hours) }));
    bench.pass(minutes);
    const afterwards = bench.addJob({ paid_at: paidAt(backMs + 1000) });
    expect(bench.print()).toEqual([afterwards]);
    expect(backlog()).toMatchObject({ jobs: 2, causes: ['link'] });
    approve();
    const straggler = bench.addJob({ paid_at: paidAt(backMs - 3 * minutes) });
    expect(bench.print()).toEqual([...meanwhile, straggler]);
  });

  it('goes by the clock of the cloud for what was paid when', () => {
    bench.link();
    bench.unlink();
    bench.pass(3 * hours);
    const cloudMs = bench.clock.rawMs - 40 * minutes;
    bench.clock.offsetMs = -40 * minutes;
    bench.link(cloudMs);
    const before = bench.addJob({ paid_at: paidAt(cloudMs - minutes) });
    const after = bench.addJob({ paid_at: paidAt(cloudMs + minutes) });
    expect(bench.print()).toEqual([after]);
    expect(bench.jobs.get(before).reason).toBe('awaiting-approval');
  });

  it('of a short while, or for the first time, asks nothing', () => {
    const early = bench.addJob({ paid_at: paidAt(bench.clock.rawMs - 24 * hours) });
    bench.link();
    const job = bench.addJob({ paid_at: paidAt(bench.clock.rawMs - 24 * hours) });
    bench.unlink();
    bench.pass(hours);
    bench.link();
    expect(bench.print()).toEqual([early, job]);
  });
});

describe('after a printer was away', () => {
  it('asks about the jobs that waited for it alone', () => {
    const [photo] = bench.printers;
    const office = printerView('office');
    bench.printers.push(office);
    for (const view of bench.printers) bench.schedule.printerSeen(view);
    bench.pass(minutes);
    photo!.reachable = false;
    bench.schedule.printerSeen(photo!);
    const [stuck, loading] = [bench.addJob(), bench.addJob()];
    bench.hold(stuck, 'printer-unreachable');
    bench.hold(loading, 'media-needed');
    bench.pass(3 * hours);
    photo!.reachable = true;
    bench.schedule.printerSeen(photo!);
    bench.unhold(stuck);
    bench.unhold(loading);
    expect(bench.print()).toEqual([loading]);
    expect(backlog()).toMatchObject({ jobs: 1, causes: ['printer'] });
    approve();
    expect(bench.print()).toEqual([stuck]);
  });
});

describe('edits', () => {
  it('from the cloud hold with a higher version, and with the same one', () => {
    bench.save({ promise_minutes: 60 });
    const mine = bench.admin.read().document;
    const theirs = cloudSchedule({ version: 1, promise_minutes: 30 });
    bench.receive({ type: 'schedule', body: theirs });
    expect(bench.admin.read().document).toEqual(theirs);
    const states = bench.admin.history().map(({ document, state }) => [document.edit_id, state]);
    expect(new Map(states as [string, string][])).toEqual(
      new Map([
        [mine.edit_id, 'lost'],
        [theirs.edit_id, 'holds'],
      ]),
    );
    bench.receive({ type: 'schedule', body: cloudSchedule({ version: 5 }) });
    expect(bench.admin.read().document.version).toBe(5);
  });

  it('at the console hold against an older cloud, and the cloud is told', () => {
    bench.link();
    bench.receive({ type: 'schedule', body: cloudSchedule({ version: 3 }) });
    bench.save({ promise_minutes: 45 });
    bench.frames.length = 0;
    bench.receive({ type: 'schedule', body: cloudSchedule({ version: 2 }) });
    expect(bench.admin.read().document).toMatchObject({ version: 4, promise_minutes: 45, edited_by: 'Ann' });
    expect(bench.frames).toMatchObject([{ kind: 'schedule', complete: true, document: { version: 4 } }]);
  });

  it('at the console are refused when somebody else was faster', () => {
    const { content } = bench.admin.read();
    bench.receive({ type: 'schedule', body: cloudSchedule({ version: 3 }) });
    expect(() => bench.admin.save(content, { by: 'Ann', version: 0 })).toThrow(
      /changed by Office meanwhile \(version 3\)/,
    );
  });

  it('come again without harm, survive a cut, and are sent whole after each welcome', () => {
    const theirs = cloudSchedule({ version: 2, plan: { mode: 'runs', runs: ['0 9 * * *'] } });
    bench.receive({ type: 'schedule', body: theirs });
    bench.receive({ type: 'schedule', body: theirs });
    expect(bench.admin.history()).toHaveLength(1);
    bench.cut();
    bench.boot();
    expect(bench.admin.read().document).toEqual(theirs);
    bench.link();
    expect(bench.frames.at(-1)).toMatchObject({
      complete: true,
      document: theirs,
      report: {
        version: 2,
        rules: [{ rule_id: 'shop', mode: 'runs', next_run: '2026-11-21T09:00:00.000Z' }],
      },
    });
  });

  it('that this program can not read let nothing go', () => {
    const unreadable = cloudSchedule({ version: 2, time_zone: 'Mars/Olympus' });
    bench.receive({ type: 'schedule', body: unreadable });
    const job = bench.addJob();
    expect(bench.print()).toEqual([]);
    expect(bench.jobs.get(job).message).toMatch(/Does not print as the schedule stands/);
    bench.receive({ type: 'schedule', body: cloudSchedule({ version: 3 }) });
    expect(bench.print()).toEqual([job]);
  });

  it('can be previewed', () => {
    const { content } = bench.admin.read();
    const preview = bench.admin.preview(
      {
        ...content,
        time_zone: 'Europe/Berlin',
        plan: { mode: 'windows', windows: [{ opens: '30 2 * * *', minutes: 60 }] },
      },
      Date.parse('2026-03-28T12:00:00Z'),
    );
    expect(
      preview[0]?.windows
        .slice(0, 2)
        .map(({ opensAtMs, closesAtMs }) => [opensAtMs, closesAtMs].map((ms) => new Date(ms).toISOString())),
    ).toEqual([
      ['2026-03-29T01:00:00.000Z', '2026-03-29T01:30:00.000Z'],
      ['2026-03-30T00:30:00.000Z', '2026-03-30T01:30:00.000Z'],
    ]);
    expect(() => bench.admin.preview({ ...content, time_zone: 'x y' }, 0)).toThrow();
    expect(() => bench.admin.decide(randomUUID(), { decision: 'print_now', by: 'Ann' })).toThrow(
      /decided before/,
    );
  });
});

describe('an absence', () => {
  const at = (rawMs: number, uptimeMs: number, bootId = 'a') => ({ rawMs, uptimeMs, bootId });
  it('is measured by the uptime while the machine runs, by the wall over its restart', () => {
    expect(absenceBetween(at(0, 0), at(9 * hours, hours))).toEqual({
      lengthMs: hours,
      clockSetMs: 8 * hours,
    });
    expect(absenceBetween(at(0, 0), at(hours + 1000, hours))).toEqual({ lengthMs: hours, clockSetMs: 0 });
    expect(absenceBetween(at(0, 900_000), at(hours, 5, 'b'))).toEqual({ lengthMs: hours, clockSetMs: 0 });
    expect(absenceBetween(at(hours, 900_000), at(0, 5, 'b')).lengthMs).toBe('unknown');
    expect(isOutage({ lengthMs: 'unknown', clockSetMs: 0 }, 1)).toBe(true);
    expect(isOutage({ lengthMs: 'unknown', clockSetMs: 0 }, null)).toBe(false);
    expect(isOutage({ lengthMs: hours, clockSetMs: 0 }, hours)).toBe(false);
  });
});
