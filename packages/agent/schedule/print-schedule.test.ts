/** Windows, runs, quiet hours and promises at the gate; restarts at every point around a run. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  hours,
  minutes,
  openScheduleBench,
  printerView,
  type ScheduleBench,
} from '../testing/schedule-bench.ts';

const everyDay = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const shanghai = 'Asia/Shanghai';

describe('the gate', () => {
  let bench: ScheduleBench;
  beforeEach(() => {
    // 10:00 in Shanghai.
    bench = openScheduleBench('2026-11-21T02:00:00Z');
    bench.start();
  });
  afterEach(() => bench.close());

  it('lets everything go in order while nobody has set a schedule', () => {
    const jobs = [bench.addJob(), bench.addJob()];
    expect(bench.print()).toEqual(jobs);
  });

  it('holds jobs while the window is closed, says until when, and opens', () => {
    const windows = [{ days: [...everyDay], from: '18:00', to: '19:30' }];
    bench.save({ time_zone: shanghai, plan: { mode: 'windows', windows } });
    const job = bench.addJob();
    expect(bench.print()).toEqual([]);
    expect(bench.jobs.get(job)).toMatchObject({
      state: 'ready',
      reason: 'scheduled',
      message: 'Prints from 2026-11-21 18:00 (Asia/Shanghai): its print window is closed.',
    });
    expect(bench.admin.state()).toMatchObject({ waiting: 1, next_release: '2026-11-21T10:00:00.000Z' });
    bench.pass(8 * hours - minutes);
    expect(bench.print()).toEqual([]);
    bench.pass(minutes);
    expect(bench.print()).toEqual([job]);
    const late = bench.addJob();
    bench.pass(90 * minutes);
    expect(bench.print()).toEqual([]);
    expect(bench.jobs.get(late).message).toMatch(/2026-11-22 18:00/);
  });

  it('says again what a job waits for that was held for paper meanwhile', () => {
    bench.save({ time_zone: shanghai, plan: { mode: 'runs', runs: ['0 18 * * *'] } });
    const job = bench.addJob();
    bench.print();
    bench.hold(job, 'media-needed');
    bench.unhold(job);
    expect(bench.print()).toEqual([]);
    expect(bench.jobs.get(job)).toMatchObject({
      reason: 'scheduled',
      message: expect.stringMatching(/next run/),
    });
  });

  it('lets a run take what waits, and not what comes behind it', () => {
    bench.save({ time_zone: shanghai, plan: { mode: 'runs', runs: ['0 18 * * *', '30 18 * * *'] } });
    const first = bench.addJob();
    bench.pass(8 * hours);
    const second = bench.addJob();
    expect(bench.print()).toEqual([first]);
    bench.pass(30 * minutes);
    expect(bench.print()).toEqual([second]);
  });

  it('keeps quiet hours over midnight, whatever the plan says', () => {
    const quiet_hours = [{ from: '22:00', to: '07:00' }];
    bench.save({ time_zone: shanghai, quiet_hours, plan: { mode: 'runs', runs: ['0 23 * * *'] } });
    const job = bench.addJob();
    bench.pass(13 * hours);
    expect(bench.print()).toEqual([]);
    bench.pass(minutes);
    expect(bench.print()).toEqual([]);
    expect(bench.jobs.get(job).message).toBe(
      'Prints from 2026-11-22 07:00 (Asia/Shanghai): these are quiet hours.',
    );
    bench.pass(8 * hours - minutes);
    expect(bench.print()).toEqual([job]);
  });

  it('prints in time for a promise, and before quiet hours where the last moment lies in them', () => {
    const quiet_hours = [{ from: '13:00', to: '14:00' }];
    const runs = ['0 23 * * *'];
    bench.save({ time_zone: shanghai, quiet_hours, deadline_minutes: 60, plan: { mode: 'runs', runs } });
    const soon = bench.addJob({ due_at: '2026-11-21T04:30:00Z' });
    // Its last moment would be 13:30.
    const inQuiet = bench.addJob({ due_at: '2026-11-21T06:30:00Z' });
    const without = bench.addJob();
    expect(bench.print()).toEqual([]);
    expect(bench.jobs.get(soon).message).toMatch(/^Prints from 2026-11-21 11:30/);
    expect(bench.jobs.get(inQuiet).message).toMatch(/^Prints from 2026-11-21 12:59/);
    bench.pass(90 * minutes);
    expect(bench.print()).toEqual([soon]);
    bench.pass(89 * minutes);
    expect(bench.print()).toEqual([inQuiet]);
    expect(bench.jobs.get(without).state).toBe('ready');
  });

  it('asks the rule for the printer first, then the one that names most of the product', () => {
    bench.printers.push(printerView('office'));
    const closed = { mode: 'runs', runs: ['0 3 1 1 *'] } as const;
    const open = { mode: 'immediate' } as const;
    bench.save({
      plan: { ...closed, runs: [...closed.runs] },
      rules: [
        { id: 'glossy', name: 'Glossy', match: { media_type: 'photographic-glossy' }, plan: open },
        {
          id: 'big',
          name: '10x15 glossy',
          match: { media_type: 'photographic-glossy', size: '4x6' },
          plan: { ...closed, runs: [...closed.runs] },
        },
        { id: 'office', name: 'Office', match: { printer_id: 'office', order_type: 'document' }, plan: open },
      ],
    });
    const media = {
      size_name: 'iso_a4_210x297mm',
      x_dimension: 21_000,
      y_dimension: 29_700,
      borderless: false,
    };
    const glossyA4 = bench.addJob({
      media: { ...media, media_type: 'photographic-glossy' },
      product: { size_code: 'A4-photo', order_type: 'photo' },
    });
    const glossySmall = bench.addJob({ product: { size_code: '4x6', order_type: 'photo' } });
    const document = bench.addJob({
      media: { ...media, media_type: 'stationery' },
      product: { size_code: 'A4', order_type: 'document' },
    });
    expect(bench.print().sort()).toEqual([glossyA4, document].sort());
    expect(bench.jobs.get(document).printerId).toBe('office');
    expect(bench.jobs.get(glossySmall)).toMatchObject({ state: 'ready', reason: 'scheduled' });
  });

  it('finds the one that may go behind thousands that wait', () => {
    bench.save({
      plan: { mode: 'runs', runs: ['0 3 1 1 *'] },
      rules: [{ id: 'small', name: 'Small', match: { size: '4x6' }, plan: { mode: 'immediate' } }],
    });
    for (let i = 0; i < 600; i += 1) bench.addJob({ product: { size_code: '5x7', order_type: 'photo' } });
    const job = bench.addJob({ product: { size_code: '4x6', order_type: 'photo' } });
    expect(bench.print()).toEqual([job]);
    expect(bench.admin.state().waiting).toBe(600);
  });

  it('refuses a schedule that could not be kept, with a sentence', () => {
    const save = (change: Parameters<typeof bench.save>[0]) => () => bench.save(change);
    expect(save({ time_zone: 'Mars/Olympus' })).toThrow(/time_zone: Mars.Olympus is no IANA time zone/);
    expect(save({ plan: { mode: 'runs', runs: ['0 25 * * *'] } })).toThrow(/plan\.runs\[0\]: 0 25/);
    expect(save({ plan: { mode: 'runs', runs: ['* * * * * *'] } })).toThrow(/five fields/);
    expect(save({ plan: { mode: 'runs', runs: ['0 0 30 2 *'] } })).toThrow(/runs\[0\]/);
    expect(save({ plan: { mode: 'runs', runs: ['0 0 L-30 2 *'] } })).toThrow(/never comes/);
    expect(save({ quiet_hours: [{ from: '00:00', to: '00:00' }] })).toThrow(/leave no time/);
    const rule = { id: 'a', name: 'A', match: { size: 'x' }, plan: { mode: 'immediate' as const } };
    expect(save({ rules: [rule, rule] })).toThrow(/rules\[1\]\.id/);
    expect(save({ rules: [{ ...rule, match: {} }] })).toThrow(/must name a printer/);
    expect(() => bench.admin.save({ nonsense: true }, { by: 'Ann', version: 0 })).toThrow();
    expect(bench.admin.read().document.version).toBe(0);
  });
});

describe('a run', () => {
  let bench: ScheduleBench;
  afterEach(() => bench.close());

  /** 17:00 in Shanghai, a run at 18:00. */
  function open(missed_runs: 'run_now' | 'skip' | 'ask') {
    bench = openScheduleBench('2026-11-21T09:00:00Z');
    bench.start();
    bench.save({ time_zone: shanghai, missed_runs, plan: { mode: 'runs', runs: ['0 18 * * *'] } });
    return bench.addJob();
  }
  const lastRun = () => bench.admin.state().rules[0]?.last_run;

  // Seconds before and behind 18:00 at which the power goes, and comes back.
  const cuts = [-120, -60, -30, -1, 0, 1, 30, 60].flatMap((from) =>
    [1, 30, 61, 240].map((length) => [from, from + length] as const),
  );
  it.each(cuts)('is neither lost nor repeated with the power away from %i s to %i s', (fromS, toS) => {
    const job = open('ask');
    bench.pass(hours + fromS * 1000);
    const before = bench.print();
    bench.cut();
    bench.away((toS - fromS) * 1000);
    bench.boot();
    const after = [...before, ...bench.print()];
    bench.pass(10 * minutes);
    expect([...after, ...bench.print()]).toEqual([job]);
    expect(lastRun()).toEqual({ at: '2026-11-21T10:00:00.000Z', outcome: 'fired' });
    const next = bench.addJob();
    bench.pass(2 * hours);
    expect(bench.print()).toEqual([]);
    expect(bench.jobs.get(next).state).toBe('ready');
  });

  it('is found again when it could not be written down', () => {
    const job = open('ask');
    bench.pass(hours - minutes);
    bench.away(minutes);
    bench.failOnce(() => bench.schedule.look());
    expect(lastRun()).toBeNull();
    expect(bench.print()).toEqual([]);
    bench.schedule.look();
    expect(bench.print()).toEqual([job]);
  });

  it('that was missed is made up for with run_now', () => {
    const job = open('run_now');
    bench.pass(10 * minutes);
    bench.cut();
    bench.away(70 * minutes);
    bench.boot();
    expect(bench.print()).toEqual([job]);
    expect(lastRun()?.outcome).toBe('fired_late');
  });

  it('that was missed is left out with skip', () => {
    const job = open('skip');
    bench.cut();
    bench.away(90 * minutes);
    bench.boot();
    expect(bench.print()).toEqual([]);
    expect(lastRun()?.outcome).toBe('skipped');
    bench.pass(23 * hours + 30 * minutes);
    expect(bench.print()).toEqual([job]);
  });

  it('that was missed waits for a person with ask, who lets it go once', () => {
    const job = open('ask');
    bench.cut();
    bench.away(90 * minutes);
    bench.boot();
    expect(bench.print()).toEqual([]);
    expect(bench.jobs.get(job)).toMatchObject({ state: 'held', reason: 'awaiting-approval' });
    const later = bench.addJob();
    const { backlog } = bench.admin.state();
    expect(backlog).toMatchObject({ jobs: 1, causes: ['missed-run'] });
    bench.admin.decide(backlog?.backlog_id ?? '', { decision: 'print_now', by: 'Ann' });
    expect(bench.print()).toEqual([job]);
    expect(() => bench.admin.decide(backlog?.backlog_id ?? '', { decision: 'print_now', by: 'Bob' })).toThrow(
      /decided before/,
    );
    expect(bench.jobs.get(later).state).toBe('ready');
    expect(bench.admin.log()[0]).toMatchObject({ event: 'backlog.decided', actor: 'Ann' });
  });

  it('that was missed may be left to the next one', () => {
    const job = open('ask');
    bench.away(90 * minutes);
    bench.schedule.look();
    bench.print();
    const id = bench.admin.state().backlog?.backlog_id ?? '';
    bench.admin.decide(id, { decision: 'by_schedule', by: 'Ann' });
    expect(bench.print()).toEqual([]);
    bench.pass(23 * hours + 30 * minutes);
    expect(bench.print()).toEqual([job]);
  });

  it('does not happen twice when the clock goes back over it', () => {
    const job = open('run_now');
    bench.pass(hours + minutes);
    expect(bench.print()).toEqual([job]);
    bench.clock.rawMs -= 3 * hours;
    const later = bench.addJob();
    bench.pass(3 * hours + 2 * minutes);
    expect(bench.print()).toEqual([]);
    bench.pass(24 * hours - 3 * minutes);
    expect(bench.print()).toEqual([later]);
  });

  it('that the clock jumped over is one that was missed', () => {
    open('ask');
    bench.clock.rawMs += 2 * hours;
    bench.schedule.look();
    expect(bench.print()).toEqual([]);
    expect(bench.admin.state().backlog?.causes).toEqual(['missed-run']);
  });

  it('goes by the cloud clock where the shop clock is wrong, and keeps to it without internet', () => {
    const job = open('skip');
    bench.clock.offsetMs = 30 * minutes;
    bench.link(bench.clock.rawMs + 30 * minutes);
    bench.unlink();
    bench.cut();
    bench.clock.offsetMs = undefined;
    bench.boot();
    bench.pass(29 * minutes);
    expect(bench.print()).toEqual([]);
    bench.pass(minutes);
    expect(bench.print()).toEqual([job]);
  });

  it('comes once in the night in which the clocks change, in both directions', () => {
    for (const [zone, day] of [
      ['Europe/Berlin', '2026-03-28T12:00:00Z'],
      ['Europe/Berlin', '2026-10-24T12:00:00Z'],
      ['Australia/Lord_Howe', '2026-10-03T03:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T03:00:00Z'],
      ['Australia/Sydney', '2026-10-03T03:00:00Z'],
      ['America/New_York', '2026-11-01T00:00:00Z'],
    ] as const) {
      bench = openScheduleBench(day);
      bench.start();
      bench.save({ time_zone: zone, plan: { mode: 'runs', runs: ['15 2 * * *', '45 1 * * *'] } });
      let runs = 0;
      let before = lastRun()?.at;
      for (let minute = 0; minute < 24 * 60; minute += 1) {
        bench.pass(minutes);
        if (lastRun()?.at !== before) runs += 1;
        before = lastRun()?.at;
      }
      expect(`${zone} ${day} ${runs}`).toBe(`${zone} ${day} 2`);
      bench.close();
    }
    open('ask');
  });
});

describe('a window that was missed', () => {
  it('is followed by the policy, also when the agent went off in the middle of it', () => {
    const bench = openScheduleBench('2026-11-21T09:55:00Z');
    bench.start();
    const windows = [{ opens: '0 18 * * *', minutes: 30 }];
    bench.save({ time_zone: shanghai, missed_runs: 'run_now', plan: { mode: 'windows', windows } });
    bench.pass(15 * minutes);
    const left = bench.addJob();
    bench.cut();
    bench.away(40 * minutes);
    bench.boot();
    expect(bench.print()).toEqual([left]);
    const next = bench.addJob();
    bench.pass(10 * minutes);
    expect(bench.print()).toEqual([]);
    expect(bench.jobs.get(next).state).toBe('ready');
    bench.close();
  });
});
