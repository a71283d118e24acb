/**
 * The print schedule of this agent, tied together: edits, runs, outages, the gate and what the cloud hears. Owns the order in
 * which they look. Works from the spool alone: the cloud is a place where edits may come from.
 */
import type { ScheduleMessage } from '@platen/contracts/agent-protocol';
import type { PrintTicket } from '@platen/contracts/print-ticket';
import { allows, type CompiledSchedule } from '@platen/contracts/schedule/schedule-rules';
import { isOpen } from '@platen/contracts/schedule/schedule-windows';
import type { CloudClock } from '../cloud-access/cloud-clock.ts';
import type { CloudLine } from '../cloud-access/cloud-line.ts';
import type { JobMoves } from '../jobs/job-moves.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import type { MachineClock } from '../machine/machine-clock.ts';
import type { PrinterView } from '../printers/printer-rules.ts';
import type { Spool } from '../spool/spool-db.ts';
import { type OpenTicker, openCronTicker } from './cron-ticker.ts';
import { createReleaseGate, type ReleaseGate } from './release-gate.ts';
import { createScheduleBacklog, type ScheduleBacklog } from './schedule-backlog.ts';
import { callWaiting } from './schedule-call.ts';
import { createScheduleClock } from './schedule-clock.ts';
import { createScheduleEdits, type ScheduleEdits } from './schedule-edits.ts';
import { createScheduleNews, type ScheduleNews } from './schedule-news.ts';
import { createScheduleOutages } from './schedule-outages.ts';
import { recordRuns } from './schedule-runs.ts';
import { createScheduleStore, type ScheduleStore } from './schedule-store.ts';

export interface PrintScheduleDeps {
  spool: Spool;
  jobs: JobStore;
  moves: JobMoves;
  printers: () => PrinterView[];
  line: CloudLine;
  /** The gate may answer otherwise than before. */
  wake: () => void;
  cloudClock: Pick<CloudClock, 'offsetMs'>;
  log: AgentLog;
  now: () => number;
  machine: MachineClock;
  openTicker?: OpenTicker;
}

export interface PrintSchedule {
  readonly gate: ReleaseGate;
  readonly edits: ScheduleEdits;
  readonly backlog: ScheduleBacklog;
  readonly store: ScheduleStore;
  readonly news: ScheduleNews;
  /** In the transaction that spools a ticket. */
  spooled(ticket: PrintTicket): void;
  receive(message: ScheduleMessage): void;
  /** The link is up; `cloudNow` by the cloud's clock. */
  linked(cloudNow: string): void;
  unlinked(): void;
  /** A person lets go what waits for its time; of one rule, where it is named. Gives how many jobs. In a transaction. */
  letGo(ruleId: string | undefined): number;
  /** The job may go to other printers than before. */
  judgeAnew(jobId: string): void;
  /** Before anything is sent to that printer. */
  printerSeen(view: PrinterView): void;
  /** Time has passed: looks for absences and runs. */
  look(): void;
  /** Looks once, at once, and from then on by itself. Call it before anything can be sent to a printer. */
  start(): void;
  stop(): void;
}

export function createPrintSchedule(deps: PrintScheduleDeps): PrintSchedule {
  const { spool, jobs, moves, line, log, now, wake } = deps;
  const store = createScheduleStore(spool);
  const clock = createScheduleClock({
    now,
    cloudClock: deps.cloudClock,
    machine: deps.machine,
    store,
  });
  const printerIds = () => deps.printers().map(({ printerId }) => printerId);
  const edits = createScheduleEdits({ spool, store, now: clock.nowMs, log, onChange: () => edited() });
  const shared = { spool, store, moves, jobs, edits, clock, log, now: clock.nowMs, printerIds };
  const backlog = createScheduleBacklog({ ...shared, onChange: () => changed() });
  const gate = createReleaseGate({ ...shared, onChange: () => news.changed() });
  const outages = createScheduleOutages({
    ...shared,
    backlog,
    printers: deps.printers,
    isLinked: () => line.isUp,
  });
  const news = createScheduleNews({
    ...shared,
    backlog,
    send: line.send,
  });
  const ticker = (deps.openTicker ?? openCronTicker)(() => look());
  let openness = '';
  let isStopped = false;

  const changed = () => {
    news.changed();
    wake();
  };
  const setTicks = () =>
    ticker.set(
      edits.compiled.rules.flatMap(({ expressions, zone }) =>
        expressions.map((expression) => ({ expression, zone })),
      ),
    );
  const edited = () => {
    setTicks();
    store.forgetJudgements();
    news.all();
    wake();
  };
  const look = () => {
    if (isStopped) return;
    try {
      lookNow();
    } catch (error) {
      // The spool can't be written: the next look finds the same runs.
      log('error', 'schedule.failed', { error });
    }
  };
  const lookNow = () => {
    const noted = recordRuns({ ...shared, backlog });
    const clockSetMs = outages.beat();
    if (clockSetMs !== 0) setTicks();
    const before = openness;
    openness = opennessOf(edits.compiled, clock.nowMs());
    if (noted || clockSetMs !== 0 || before !== openness) store.forgetJudgements();
    if (noted || clockSetMs !== 0 || before !== openness) news.changed();
    // Also without a change: the time of a job may have come.
    wake();
  };

  return {
    gate,
    edits,
    backlog,
    store,
    news,
    spooled: backlog.spooled,
    receive(message) {
      if (isStopped) return;
      if (message.type === 'schedule') {
        // With `same` too: the cloud may not know that its edit has arrived.
        if (edits.takeFromCloud(message.body) !== 'cloud') news.all();
      } else {
        const { backlog_id: backlogId, decision, decided_by: by } = message.body;
        backlog.decide({ backlogId, decision, by, origin: 'cloud' });
      }
      line.acknowledge(message.id);
    },
    linked(cloudNow) {
      if (isStopped) return;
      clock.remember();
      outages.linked(cloudNow);
      look();
      news.all();
    },
    unlinked: () => void (isStopped || outages.unlinked()),
    letGo(ruleId) {
      const called = callWaiting(ruleId, shared);
      if (called > 0) spool.afterCommit(changed);
      return called;
    },
    judgeAnew: store.forgetJudgement,
    printerSeen: (view) => void (isStopped || outages.printerSeen(view)),
    look,
    start() {
      setTicks();
      look();
    },
    stop() {
      isStopped = true;
      ticker.stop();
      news.stop();
    },
  };
}

/** Which rules let go now, by plan and quiet hours. */
const opennessOf = ({ rules }: CompiledSchedule, nowMs: number): string =>
  rules
    .map((rule) => `${allows(rule, nowMs)}${rule.quiet.some((span) => isOpen(span, rule.zone, nowMs))}`)
    .join(' ');
