/**
 * The state of this agent's shop floor out of the spool and of the printers in memory: the topics of contracts/floor/shop-floor.ts. Owns that
 * each reading looks at each table once, whichever topics are asked for. Changes nothing.
 */

import type { FloorItem, FloorPrinter, FloorSchedule, FloorTopic } from '@platen/contracts/floor/shop-floor';
import {
  backlogWait,
  diskWait,
  paperOfReport,
  printerOfReport,
  waitsOfPrinter,
} from '@platen/contracts/floor/shop-floor-rules';
import type { LiveItem } from '@platen/contracts/live-stream';
import { weekOf } from '@platen/contracts/schedule/schedule-week-rules';
import { toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import { isDecided } from '../jobs/job-decision.ts';
import type { Job } from '../jobs/job-store.ts';
import type { PrinterAdmin } from '../printer-admin/printer-admin.ts';
import type { PrintingLayer } from '../printing-layer.ts';
import { readCron } from '../schedule/cron-reader.ts';
import {
  estimatesOf,
  type FloorJobFacts,
  type FloorNames,
  floorJobOf,
  jobsOfPrinter,
  waitOfJob,
} from './floor-jobs.ts';
import type { FloorLog } from './floor-log.ts';
import { listPaperPlaces, paperReportOf } from './floor-papers.ts';
import type { FloorThumbnails } from './floor-thumbnails.ts';

/** The topics that an agent has. What is asked of it is answered at once, so there are no requests that wait. */
export const agentTopics = [
  'agents',
  'printers',
  'queue',
  'waits',
  'schedule',
  'log',
  'papers',
] as const satisfies FloorTopic[];
export type AgentTopic = (typeof agentTopics)[number];

export interface FloorStateDeps {
  printing: Pick<
    PrintingLayer,
    | 'jobs'
    | 'submissions'
    | 'acts'
    | 'printers'
    | 'pauses'
    | 'pipeline'
    | 'schedule'
    | 'scheduleAdmin'
    | 'sheetAdmin'
    | 'rules'
  >;
  printerAdmin: Pick<PrinterAdmin, 'report'>;
  thumbnails: FloorThumbnails | undefined;
  log: FloorLog;
  /** Undefined until it is enrolled. */
  agentId: () => string | undefined;
  agentName: string;
  link: () => { isUp: boolean; lastUpAtMs: number | undefined };
  now: () => number;
}

/** What an agent is called that no cloud knows yet (RFC 9562, section 5.9). */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Of so many open jobs the first are shown; the agent's item says how many there are. */
const maxOpenJobs = 5000;
const maxPastJobs = 200;
/** Of so many acts of people the newest on each job is shown. */
const maxActs = 5000;
const pastMs = 24 * 3_600_000;
const maxEdits = 20;

export type FloorState = ReturnType<typeof createFloorState>;

export function createFloorState(deps: FloorStateDeps) {
  const { printing, printerAdmin, thumbnails, log, now } = deps;
  const { jobs, submissions, acts, schedule } = printing;
  /** Since when the disk is short of room. */
  let diskSinceMs: number | undefined;

  const namesNow = (): FloorNames => {
    const views = printing.printers();
    return {
      agentId: deps.agentId() ?? nobody,
      agentName: deps.agentName,
      printerOfEntry: (entryId) => views.find((view) => view.entryId === entryId)?.printerId,
    };
  };

  /** Open ones in the order of the queue, then those that ended within a day. */
  function readJobs(): FloorJobFacts[] {
    const open = new Map(
      submissions
        .listOpen()
        .filter(({ state }) => state !== 'intended' && state !== 'created')
        .map(({ jobId, sendingAtMs }) => [jobId, sendingAtMs] as const),
    );
    const past = jobs
      .listSince(now() - pastMs, maxPastJobs)
      .filter(({ state }) => isFinal(jobMachine, state));
    const said = acts.listNewest(maxActs);
    const shown = thumbnails?.list();
    return [...jobs.listQueue(maxOpenJobs), ...past].map((job: Job) => ({
      job,
      isAtPrinter: open.has(job.id),
      sentAtMs: open.get(job.id),
      isUndecided: job.state === 'failed' && !job.decided && !isDecided(job.id, { acts }),
      hasThumbnail: shown?.has(job.ticket.document.sha256) ?? false,
      lastAct: said.get(job.id),
    }));
  }

  function readSchedule({ agentId, agentName }: FloorNames): FloorSchedule {
    const report = printing.scheduleAdmin.state();
    const { document, compiled } = schedule.edits;
    const missed = new Map(compiled.rules.map(({ id, missedRuns }) => [id, missedRuns]));
    const paused = printing.pauses.findAll();
    return {
      id: 'schedule',
      document,
      week: weekOf(document, now(), readCron),
      rules: report.rules.map((rule) => ({ ...rule, missed_runs: missed.get(rule.rule_id) ?? 'ask' })),
      print_rules: printing.rules.now,
      next_run: report.rules.flatMap(({ next_run }) => next_run ?? []).toSorted()[0] ?? null,
      paused: paused ? { by: paused.by, at: toTime(paused.sinceMs) } : null,
      waiting: report.waiting,
      next_release: report.next_release,
      backlogs: report.backlog ? [{ ...report.backlog, agent_id: agentId }] : [],
      agents: [{ id: agentId, name: agentName, in_step: true, as_of: toTime(now()) }],
      edits: printing.scheduleAdmin.history(maxEdits).map(({ document: edit, state }) => ({
        version: edit.version,
        edited_by: edit.edited_by,
        edited_at: edit.edited_at,
        origin: edit.origin,
        state,
      })),
      as_of: toTime(now()),
    };
  }

  return {
    read(topics: readonly string[]): ReadonlyMap<string, readonly LiveItem[]> {
      const wanted = new Set(topics as AgentTopic[]);
      const wants = (...names: AgentTopic[]) => names.some((name) => wanted.has(name));
      const items = new Map<string, LiveItem[]>();
      const put = <T extends AgentTopic>(topic: T, made: () => FloorItem<T>[]) => {
        if (wanted.has(topic)) items.set(topic, made());
      };
      const names = namesNow();
      const { agentId, agentName } = names;
      const views = printing.printers();
      const all = wants('printers', 'queue', 'waits') ? readJobs() : [];
      const bare = views.map((view) =>
        printerOfReport(printerAdmin.report(view), { id: agentId, isLinked: true }),
      );
      const estimates = estimatesOf(all, bare, { names, nowMs: now() });
      const printers: FloorPrinter[] = bare.map((printer) => ({
        ...printer,
        ...jobsOfPrinter(printer.id, { jobs: all, estimates, names }),
      }));
      const disk = printing.pipeline.room.now;
      diskSinceMs = disk.state === 'ok' ? undefined : (diskSinceMs ?? now());
      put('agents', () => {
        const { isUp, lastUpAtMs } = deps.link();
        const paused = printing.pauses.findAll();
        return [
          {
            id: agentId,
            name: agentName,
            linked: isUp,
            last_seen_at: toTimeOrNull(isUp ? now() : (lastUpAtMs ?? null)),
            away_because: null,
            paused: paused ? { by: paused.by, at: toTime(paused.sinceMs) } : null,
            open_jobs: jobs.counts().spooled,
            disk,
            as_of: toTime(now()),
          },
        ];
      });
      put('printers', () => printers.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
      put('queue', () => all.map((facts) => floorJobOf(facts, { estimates, names })));
      put('waits', () => {
        const named = { id: agentId, name: agentName };
        const { backlog } = printing.scheduleAdmin.state();
        return [
          ...all.flatMap((facts) => waitOfJob(facts, names) ?? []),
          ...(backlog ? [backlogWait(backlog, { agent: named, asOf: backlog.since })] : []),
          ...printers.flatMap((printer) => waitsOfPrinter(printer, named)),
          ...(diskSinceMs === undefined ? [] : [diskWait(named, toTime(diskSinceMs))]),
        ];
      });
      put('schedule', () => [readSchedule(names)]);
      put('log', () => log.page({}).items);
      put('papers', () => {
        const { sheetAdmin } = printing;
        if (!sheetAdmin) return [];
        const { store } = sheetAdmin;
        const told = { agentId, asOf: toTime(now()) };
        return listPaperPlaces(views, store).map((place) => paperOfReport(paperReportOf(place, store), told));
      });
      return items;
    },
  };
}
