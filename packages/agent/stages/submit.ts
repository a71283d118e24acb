/**
 * Stage submit: ready -> submitting -> printing. Owns which job goes to which printer, and holds jobs that no printer can make
 * now. One job of ours at a printer at a time.
 */

import type { Job, NeedsGroup } from '../jobs/job-store.ts';
import type { PrintGate } from '../jobs/print-gate.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { type Backoff, createBackoff } from '../machine/backoff.ts';
import type { ChosenMedium } from '../ports/printer.ts';
import { judgePrinters, type PrintersVerdict, type PrinterView } from '../printers/printer-rules.ts';
import type { ReleaseGate } from '../schedule/release-gate.ts';
import type { PlannedSheet, SheetChoice, SheetPlanner } from '../sheets/sheet-planner.ts';
import { createWaker, type Stage } from './stage.ts';
import { type SubmissionDeps, type SubmissionResult, submitJob } from './submit-fence.ts';

export interface SubmitStageDeps extends SubmissionDeps {
  /** Whether anything may be printed at all. */
  gate: Pick<PrintGate, 'isOpen'>;
  /** Which ready jobs may go to a printer now. */
  releaseGate: ReleaseGate;
  planner: SheetPlanner;
  /** Printers that jobs are prepared for, by job. */
  wanted: Map<string, SheetChoice>;
  log: AgentLog;
}

export interface SubmitStage extends Stage {
  /** A printer is something else than it was: what waits for printers is judged anew. */
  printersChanged(): void;
}

/** Jobs that are held or released in one commit. */
const maxBatch = 100;
/** How far a printer looks for a job whose file is already its own. */
const maxLookedAt = 20;
/**
 * So long a transfer may end by itself when the agent is stopped: what the printer hasn't acknowledged then is a job that nobody can
 * know about. The process ends 2 s later in any case (main.ts), and what stops it waits longer than that (docker, systemd, `platen up`).
 */
const stopPatienceMs = 7000;

interface Cooling {
  backoff: Backoff;
  timer: NodeJS.Timeout | undefined;
}

export function createSubmitStage(deps: SubmitStageDeps): SubmitStage {
  const { jobs, submissions, releaseGate, log } = deps;
  const cooling = new Map<string, Cooling>();
  const active = new Set<Promise<void>>();
  let mustJudgeHeld = true;
  let isStopped = false;

  const look = () => {
    if (!deps.gate.isOpen) return;
    const printers = deps.views();
    if (mustJudgeHeld) {
      mustJudgeHeld = false;
      if (judgeHeld(printers, deps)) mustJudgeHeld = true;
    }
    const groups = jobs.needsOf('ready');
    if (groups.length === 0) return;
    const judged = groups.map((group) => ({ group, verdict: judgePrinters(group.needs, printers) }));
    let hasMore = mustJudgeHeld;
    for (const { group, verdict } of judged) {
      if (verdict.kind === 'hold' && holdGroup(group, verdict, deps)) hasMore = true;
    }
    const makeable = judged.flatMap(({ group, verdict }) =>
      verdict.kind === 'take' ? [{ group, printers: verdict.choices.map(({ printer }) => printer) }] : [],
    );
    if (releaseGate.judge(makeable)) hasMore = true;
    assign(judged, printers);
    if (hasMore) wake();
  };
  const wake = createWaker(look, { log, name: 'submit', isStopped: () => isStopped });

  /** Each free printer gets the first job in the queue that it can make. */
  const assign = (judged: { group: NeedsGroup; verdict: PrintersVerdict }[], printers: PrinterView[]) => {
    const busy = submissions.busyPrinterIds();
    const groups = judged.map(({ group, verdict }) => ({
      group: { ...group, others: verdict.kind === 'take' && verdict.choices.length > 1 },
      verdict,
    }));
    for (const printer of printers) {
      if (busy.has(printer.printerId) || cooling.get(printer.uri)?.timer) continue;
      const makeable = groups.flatMap(({ group, verdict }) => {
        const choice = verdict.kind === 'take' && verdict.choices.find((one) => one.printer === printer);
        return choice ? [{ group, medium: choice.medium }] : [];
      });
      const oldest = makeable
        .flatMap(({ group, medium }) =>
          oldestFor(printer, group).map((job) => ({
            job,
            medium,
            sheet: deps.planner.planFor(job.ticket, { printer, medium }),
          })),
        )
        .sort((a, b) => a.job.rank - b.job.rank);
      const own = oldest.find(({ job, sheet }) => job.preparedPath === sheet.path);
      if (own) start({ ...own, printer });
      else if (oldest[0]) prepareAnew(oldest[0].job, { printer, medium: oldest[0].medium });
    }
  };

  /** Not what this printer has just given up on, while another one can make it. */
  const oldestFor = (printer: PrinterView, group: NeedsGroup & { others?: boolean }): Job[] =>
    releaseGate.readyFor(group, {
      printerId: printer.printerId,
      mayHave: (jobId) => !group.others || submissions.lastGivenUpBy(jobId) !== printer.printerId,
      limit: maxLookedAt,
    });

  /** Its file is another printer's, and nothing of it was sent: this printer's is made before anything else happens. */
  const prepareAnew = (job: Job, choice: SheetChoice) => {
    deps.wanted.set(job.id, choice);
    deps.moves.move({ jobId: job.id, from: 'ready', to: 'preparing' });
    log('info', 'submit.other-printer', { jobId: job.id, printer: choice.printer.name });
  };

  const start = (assignment: {
    job: Job;
    printer: PrinterView;
    medium: ChosenMedium;
    sheet: PlannedSheet;
  }) => {
    const { job, printer } = assignment;
    const running = submitJob(assignment, deps)
      .then((result) => {
        if (!isStopped) cool(printer, result);
      })
      .catch((error) => {
        if (isStopped) return;
        log('error', 'submit.failed', { jobId: job.id, printer: printer.name, error });
        cool(printer, 'later');
      })
      .finally(() => {
        active.delete(running);
        wake();
      });
    active.add(running);
  };

  /** After a printer said later, or nothing, it is left alone for a while. */
  const cool = ({ uri }: PrinterView, result: SubmissionResult) => {
    const entry = cooling.get(uri) ?? {
      backoff: createBackoff('submit'),
      timer: undefined,
    };
    cooling.set(uri, entry);
    if (result === 'handed-over') return entry.backoff.reset();
    entry.timer = setTimeout(() => {
      entry.timer = undefined;
      mustJudgeHeld = true;
      wake();
    }, entry.backoff.nextMs());
  };

  return {
    wake,
    printersChanged() {
      mustJudgeHeld = true;
      for (const entry of cooling.values()) {
        clearTimeout(entry.timer);
        entry.timer = undefined;
      }
      wake();
    },
    async stop() {
      isStopped = true;
      for (const { timer } of cooling.values()) clearTimeout(timer);
      const patience = new Promise((resolve) => setTimeout(resolve, stopPatienceMs).unref());
      await Promise.race([Promise.all(active), patience]);
    },
  };
}

/** True when there are more of them. */
function holdGroup(
  group: NeedsGroup,
  { reason, message }: Extract<PrintersVerdict, { kind: 'hold' }>,
  { spool, jobs, moves }: SubmitStageDeps,
): boolean {
  const batch = jobs.listByNeeds(group, { state: 'ready', limit: maxBatch });
  spool.transaction(() => {
    for (const job of batch) moves.move({ jobId: job.id, from: 'ready', to: 'held' }, { reason, message });
  });
  return batch.length === maxBatch;
}

/**
 * What is held for printers is released, also to wait for one that a person has paused, or says its new reason. True when there is more
 * to judge.
 */
function judgeHeld(printers: PrinterView[], { spool, jobs, moves }: SubmitStageDeps): boolean {
  let hasMore = false;
  for (const group of jobs.heldForPrinters()) {
    const verdict = judgePrinters(group.needs, printers);
    if (verdict.kind === 'wait') continue;
    if (verdict.kind === 'hold' && verdict.reason === group.reason && verdict.message === group.message)
      continue;
    const batch = jobs.listByNeeds(group, { state: 'held', limit: maxBatch });
    spool.transaction(() => {
      for (const { id: jobId } of batch) {
        if (verdict.kind !== 'hold') moves.move({ jobId, from: 'held', to: 'ready' });
        else moves.restate({ jobId, state: 'held' }, { reason: verdict.reason, message: verdict.message });
      }
    });
    if (batch.length > 0) hasMore = true;
  }
  return hasMore;
}
