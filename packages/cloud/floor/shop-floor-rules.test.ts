import type { PrinterReport } from '@platen/contracts/agent-protocol';
import {
  estimateQueue,
  pagesPerMinuteOf,
  type WaitingJob,
} from '@platen/contracts/floor/queue-estimate-rules';
import {
  type FloorHost,
  type FloorPaper,
  type FloorWaitKind,
  floorAnswerChoice,
  floorHost,
  floorJobState,
  floorPaper,
  floorWaitKind,
} from '@platen/contracts/floor/shop-floor';
import {
  type FloorRefusal,
  floorAct,
  floorActName,
  floorRefusal,
  floorRefusalHeader,
} from '@platen/contracts/floor/shop-floor-acts';
import { effectOf } from '@platen/contracts/floor/shop-floor-effects';
import { floorTraysOf, printerOfReport, waitsOfPrinter } from '@platen/contracts/floor/shop-floor-rules';
import {
  type LiveBeat,
  type LiveChange,
  type LiveSnapshot,
  liveBeat,
  liveChange,
  liveEnd,
  liveSnapshot,
} from '@platen/contracts/live-stream';
import { contentOf, firstSchedule } from '@platen/contracts/schedule/schedule-document';
import { previewOf, weekOf } from '@platen/contracts/schedule/schedule-week-rules';
import { jobMachine } from '@platen/contracts/states';
import { describe, expect, it } from 'vitest';
import { readCron } from '../schedules/cron-fields.ts';

const now = Date.parse('2026-01-05T08:00:30Z');
const agent = { id: '01900000-0000-7000-8000-000000000001', isLinked: true };

const report: PrinterReport = {
  printer_id: 'p',
  name: 'One',
  uri: 'ipp://127.0.0.1/ipp/print',
  make_and_model: '',
  state: 'idle',
  state_reasons: [],
  reachable: true,
  accepting_jobs: true,
  formats: [],
  media_ready: [],
  media_supported: [],
  queued_jobs: 0,
  as_of: '2026-01-05T08:00:00.000Z',
};
const tray = {
  source: 'tray-1',
  name: null,
  x_dimension: 10_200,
  y_dimension: 15_200,
  media_type: 'photographic-glossy',
  borderless: false,
  level_percent: null,
  empty: false,
  asks: false,
  said: null,
};
const media = {
  x_dimension: 10_200,
  y_dimension: 15_200,
  media_type: 'photographic-glossy',
  borderless: false,
};

describe('acts', () => {
  it('each say what they do to paper and money, and nothing that pays goes unasked', () => {
    for (const act of floorActName.options) {
      const effect = act === 'decide' ? effectOf({ act, decision: 'refund' }) : effectOf({ act });
      if (effect.money !== 'none') expect(effect.asks, act).toBe(true);
      if (effect.paper === 'ends') expect(effect.asks, act).toBe(true);
    }
    expect(effectOf({ act: 'decide', decision: 'wait' }).asks).toBe(false);
  });

  it('are refused with what they lack, and take no other fields', () => {
    const job_id = agent.id;
    expect(floorAct.safeParse({ act: 'hold', job_id }).success).toBe(true);
    expect(floorAct.safeParse({ act: 'hold', job_id, force: true }).success).toBe(false);
    expect(floorAct.safeParse({ act: 'dance' }).success).toBe(false);
    expect(
      floorAnswerChoice.safeParse({ act: { act: 'hold', job_id }, copies: null, main: true }).success,
    ).toBe(true);
    expect(floorRefusal.safeParse('paper-moved' satisfies FloorRefusal).success).toBe(true);
    expect(floorRefusalHeader).toMatch(/^Platen-/);
  });
});

it('states of jobs are those of the state machine', () => {
  expect(floorJobState.options.toSorted()).toEqual(jobMachine.states.toSorted());
});

it('shapes hold what a page is told', () => {
  const place = { topic: 'queue', run: 'a', sequence: 1, as_of: '2026-01-05T08:00:00.000Z', more: false };
  const snapshot: LiveSnapshot = { ...place, items: [{ id: 'a' }] };
  const change: LiveChange = { ...place, set: [], gone: [], seen: [{ id: 'a', as_of: null }] };
  const beat: LiveBeat = { as_of: place.as_of, behind: [] };
  const host: FloorHost = {
    host: 'agent',
    shop: null,
    topics: ['papers'],
    acts: ['hold'],
    time_zone: 'UTC',
    beat_seconds: 10,
    as_of: place.as_of,
  };
  const paper: FloorPaper = {
    id: '01890000-0000-7000-8000-000000000001/p|1',
    agent_id: '01890000-0000-7000-8000-000000000001',
    printer: { id: 'p', name: 'One' },
    media,
    loaded: true,
    calibration: null,
    calibration_version: 0,
    profile: null,
    profile_version: 0,
    as_of: place.as_of,
  };
  for (const [shape, told] of [
    [liveSnapshot, snapshot],
    [liveChange, change],
    [liveBeat, beat],
    [liveEnd, { reason: 'closing' }],
    [floorHost, host],
    [floorPaper, paper],
  ] as const)
    expect(shape.safeParse(told).error).toBeUndefined();
  expect(floorWaitKind.safeParse('backlog' satisfies FloorWaitKind).success).toBe(true);
});

describe('a printer', () => {
  it('says first what nobody can see past', () => {
    const conditionOf = (change: Partial<PrinterReport>, isLinked = true) =>
      printerOfReport({ ...report, ...change }, { ...agent, isLinked }).condition;
    expect(conditionOf({})).toBe('ready');
    expect(conditionOf({ state: 'processing' })).toBe('printing');
    expect(conditionOf({ state: 'stopped' })).toBe('stopped');
    expect(conditionOf({ reachable: false, state: 'stopped' })).toBe('silent');
    expect(conditionOf({ as_of: null })).toBe('never-seen');
    expect(conditionOf({ state: 'processing' }, false)).toBe('agent-away');
    expect(conditionOf({ enabled: false }, false)).toBe('off');
    expect(conditionOf({ set_aside: { since: report.as_of!, because: 'x' } })).toBe('set-aside');
  });

  it('needs a hand when it is stopped, in trouble, or has a job that waits for paper', () => {
    const needs = (change: Partial<PrinterReport>, keyword: string, severity: 'error' | 'warning') => {
      const reasons = [{ keyword, severity, en: keyword, zh: keyword }];
      const bare = printerOfReport({ ...report, ...change, reasons }, agent);
      const printer = { ...bare, jobs: [], waiting_jobs: 0, queue_done_at: null };
      return waitsOfPrinter(printer, { id: agent.id, name: 'Counter' }).map(({ kind }) => kind);
    };
    expect(needs({ state: 'stopped' }, 'paused', 'warning')).toEqual(['printer-trouble']);
    expect(needs({}, 'media-empty-error', 'error')).toEqual(['printer-trouble']);
    expect(needs({ state: 'processing' }, 'media-needed-warning', 'warning')).toEqual(['printer-trouble']);
    expect(needs({ state: 'processing' }, 'media-low-warning', 'warning')).toEqual([]);
    expect(needs({}, 'media-needed-warning', 'warning')).toEqual([]);
  });

  it('shows a place once, turned and with and without margins', () => {
    const turned = { ...tray, x_dimension: 15_200, y_dimension: 10_200, borderless: true };
    const other = { ...tray, source: 'tray-2' };
    expect(
      floorTraysOf({ trays: [tray, turned, other] }).map((one) => [one.source, one.media?.borderless]),
    ).toEqual([
      ['tray-1', true],
      ['tray-2', false],
    ]);
  });
});

describe('estimates', () => {
  const measured = {
    pages_per_minute: {
      advertised: null,
      measured: [
        { media: '102 x 152 mm glossy photo paper', pages_per_minute: 6, jobs: 3, as_of: report.as_of! },
      ],
    },
  };
  const printer = (change: Partial<PrinterReport> = {}) =>
    printerOfReport({ ...report, trays: [tray], ...measured, ...change }, agent);
  const job = (id: string, change: Partial<WaitingJob> = {}): WaitingJob => ({
    id,
    agentId: agent.id,
    printer: undefined,
    isAtPrinter: false,
    isHeld: false,
    media,
    pages: 6,
    sinceMs: now,
    startsAtMs: undefined,
    ...change,
  });
  const at = (minutes: number, seconds = 30) =>
    Date.parse('2026-01-05T08:00:00Z') + minutes * 60_000 + seconds * 1000;

  it('queue up behind each other', () => {
    const { jobs, printers } = estimateQueue(
      [job('a'), job('b'), job('c', { isHeld: true })],
      [printer()],
      now,
    );
    expect([jobs.get('a')!.doneAtMs, jobs.get('b')!.doneAtMs, jobs.get('c')!.doneAtMs]).toEqual([
      at(1),
      at(3, 0),
      undefined,
    ]);
    expect(printers.get(printer().id)).toEqual({ waiting: 2, doneAtMs: at(3, 0) });
  });

  it('are none where a pace was never measured, the paper is not there, or the printer waits', () => {
    const none = (one: ReturnType<typeof printer>) =>
      estimateQueue([job('a')], [one], now).jobs.get('a')!.doneAtMs;
    expect(none(printer({ pages_per_minute: { advertised: 60, measured: [] } }))).toBeUndefined();
    expect(none(printer({ trays: [{ ...tray, empty: true }] }))).toBeUndefined();
    expect(none(printer({ state: 'stopped' }))).toBeUndefined();
    expect(none(printer())).toBe(at(1));
    expect(pagesPerMinuteOf(printer(), { ...media, x_dimension: 21_000, y_dimension: 29_700 })).toBe(6);
  });

  it('stay the same while everything goes as expected', () => {
    const here = job('a', { isAtPrinter: true, printer: printer().id, sinceMs: now, pages: 60 });
    const told = [0, 5, 20, 60].map(
      (seconds) =>
        estimateQueue([here], [printer({ state: 'processing' })], now + seconds * 1000).jobs.get('a')!
          .doneAtMs,
    );
    expect(new Set(told).size).toBe(1);
  });
});

it('what follows from a schedule is said of each plan: at once, at which moment, or never', () => {
  // A Saturday, 20:00.
  const at = Date.parse('2026-01-03T20:00:00Z');
  const { next } = previewOf(
    {
      ...contentOf(firstSchedule),
      quiet_hours: [{ from: '19:00', to: '07:00' }],
      rules: [
        { id: 'open', name: 'Open', match: { size: 'a' }, plan: { mode: 'immediate' }, quiet_hours: [] },
        { id: 'noon', name: 'Noon', match: { size: 'b' }, plan: { mode: 'runs', runs: ['0 12 * * *'] } },
        {
          id: 'night',
          name: 'Night',
          match: { size: 'c' },
          // Behind the quiet hours of the shop, though its run comes in them.
          plan: { mode: 'runs', runs: ['0 22 * * *'] },
        },
      ],
    },
    at,
    readCron,
  );
  const time = (day: number, hour: number) => new Date(Date.UTC(2026, 0, day, hour)).toISOString();
  expect(next).toEqual([
    { rule_id: 'shop', name: '', mode: 'immediate', next_run: null, goes_at: time(4, 7), never: false },
    { rule_id: 'open', name: 'Open', mode: 'immediate', next_run: null, goes_at: null, never: false },
    {
      rule_id: 'noon',
      name: 'Noon',
      mode: 'runs',
      next_run: time(4, 12),
      goes_at: time(4, 12),
      never: false,
    },
    {
      rule_id: 'night',
      name: 'Night',
      mode: 'runs',
      next_run: time(3, 22),
      goes_at: time(4, 7),
      never: false,
    },
  ]);
});

describe('a week', () => {
  const saturday = Date.parse('2026-01-03T20:00:00Z');
  it('is cut at midnight and goes by the wall clock of the shop', () => {
    const week = weekOf(
      {
        ...firstSchedule,
        time_zone: 'Asia/Shanghai',
        plan: { mode: 'windows', windows: [{ days: ['sun'], from: '22:00', to: '02:00' }] },
      },
      saturday,
      readCron,
    );
    expect(week.days[0], 'it is Sunday there').toBe('2026-01-04');
    expect(week.spans).toEqual([
      { rule_id: 'shop', kind: 'window', day: 0, from_minute: 1320, to_minute: 1440 },
      { rule_id: 'shop', kind: 'window', day: 1, from_minute: 0, to_minute: 120 },
    ]);
  });

  it('has each run, and quiet hours that began yesterday', () => {
    const week = weekOf(
      {
        ...firstSchedule,
        plan: { mode: 'runs', runs: ['0 12 * * *'] },
        quiet_hours: [{ days: ['fri'], from: '23:00', to: '06:00' }],
      },
      saturday,
      readCron,
    );
    expect(
      week.spans.filter(({ kind }) => kind === 'run').map(({ day, from_minute }) => [day, from_minute]),
    ).toEqual(Array.from({ length: 7 }, (_, day) => [day, 720]));
    expect(week.spans.filter(({ kind }) => kind === 'quiet')).toEqual([
      { rule_id: 'shop', kind: 'quiet', day: 0, from_minute: 0, to_minute: 360 },
      { rule_id: 'shop', kind: 'quiet', day: 6, from_minute: 1380, to_minute: 1440 },
    ]);
  });
});
