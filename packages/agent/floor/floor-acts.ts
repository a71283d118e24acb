/**
 * Acts of the shop floor on this agent: each is what one of its admins does. Owns the translation there and back; what is possible when,
 * the admins decide.
 */

import type {
  FloorAct,
  FloorActName,
  FloorAnswer,
  FloorRefusal,
} from '@platen/contracts/floor/shop-floor-acts';
import {
  floorPrinterId,
  paperUndoOf,
  plainAnswer,
  readFloorId,
} from '@platen/contracts/floor/shop-floor-rules';
import { isFinal } from '@platen/contracts/state-machine';
import { jobMachine } from '@platen/contracts/states';
import type { ActOutcome } from '../jobs/job-admin.ts';
import { jobAdminText } from '../jobs/job-admin-text.ts';
import { isDecided } from '../jobs/job-decision.ts';
import type { Job } from '../jobs/job-store.ts';
import type { QueueOutcome, QueueWish } from '../jobs/queue-admin.ts';
import type { ReprintAsking } from '../link/reprint-asking.ts';
import type { PrinterAdmin, PrinterOutcome } from '../printer-admin/printer-admin.ts';
import { foundPrinterOf } from '../printer-admin/printer-report-rules.ts';
import { printerSentences, type Said, twiceOf } from '../printers/printer-text.ts';
import type { PrintingLayer } from '../printing-layer.ts';
import { ScheduleRefusal } from '../schedule/schedule-edits.ts';
import type { SheetAnswer } from '../sheets/sheet-admin-text.ts';
import { floorSentences } from './floor-text.ts';
import type { PaperActs, PaperAnswer } from './paper-acts.ts';
import { sheetSentence } from './paper-requests.ts';

export interface FloorActsDeps {
  printing: Pick<
    PrintingLayer,
    'jobs' | 'acts' | 'jobAdmin' | 'queueAdmin' | 'scheduleAdmin' | 'trust' | 'printers' | 'printerList'
  >;
  printerAdmin: PrinterAdmin;
  reprints: Pick<ReprintAsking, 'ask'>;
  papers: PaperActs;
  /** Undefined until it is enrolled. */
  agentId: () => string | undefined;
}

export type FloorActOutcome =
  | { kind: 'done'; answer: FloorAnswer }
  /** `code`: for the page's own words. */
  | { kind: 'refused'; code: FloorRefusal; said: Said };

export type FloorActs = ReturnType<typeof createFloorActs>;

/** After the network was asked, its answers are waited for this long. */
const discoverMs = 2000;

/** What this host can carry out at all. */
export const agentActs = (hasSheets: boolean): FloorActName[] => [
  'decide',
  'hold',
  'release',
  'call_off',
  'move',
  'reorder',
  'reprint',
  'pause',
  'resume',
  'run_now',
  'decide_backlog',
  'set_schedule',
  'loaded',
  'find_printers',
  'add_printer',
  'rename_printer',
  'enable_printer',
  'remove_printer',
  'accept_printer',
  'accept_certificate',
  'put_back_printer',
  'set_credentials',
  ...(hasSheets
    ? ([
        'print_calibration_page',
        'enter_readings',
        'reset_calibration',
        'restore_calibration',
        'reset_profile',
        'restore_profile',
      ] as const)
    : []),
];

const done = (more: Partial<FloorAnswer> = {}): FloorActOutcome => ({
  kind: 'done',
  answer: { ...plainAnswer, ...more },
});
const refused = (code: FloorRefusal, said: Said): FloorActOutcome => ({ kind: 'refused', code, said });

export function createFloorActs(deps: FloorActsDeps) {
  const { printing, printerAdmin } = deps;
  const { jobAdmin, queueAdmin, scheduleAdmin, jobs, acts } = printing;

  /** The entry of a printer of the shop floor, whose id is `AGENT/PRINTER`. */
  const entryOf = (floorId: string): number | undefined => {
    const printerId = floorId.slice(floorId.indexOf('/') + 1);
    return printing.printers().find((view) => view.printerId === printerId)?.entryId;
  };
  const queue = (wish: QueueWish, by: string, undo: FloorAct | null = null): FloorActOutcome =>
    ofQueue(queueAdmin.act(wish, { by, origin: 'console' }), undo);
  const onPrinter = (
    floorId: string | null,
    work: (entryId: number | null) => FloorActOutcome,
  ): FloorActOutcome => {
    if (floorId === null) return work(null);
    const entryId = entryOf(floorId);
    return entryId === undefined ? refused('no-such-printer', printerSentences.absent()) : work(entryId);
  };
  /** A change of an entry in the version that the person saw. */
  const onEntry = (
    { printer, version }: { printer: string; version: number },
    by: string,
    work: (seen: { entryId: number; version: number; by: string }) => PrinterOutcome,
  ): FloorActOutcome =>
    onPrinter(printer, (entryId) => ofPrinter(work({ entryId: entryId ?? 0, version, by })));
  async function onPaper(act: PaperFloorAct, by: string): Promise<FloorActOutcome> {
    const paper_id = readFloorId(act.paper)?.ownId ?? act.paper;
    if (act.act === 'print_calibration_page') return ofPaper(act, await deps.papers.print(paper_id));
    const { paper: _paper, ...wanted } = act;
    return ofPaper(act, deps.papers.change({ ...wanted, paper_id }, by));
  }

  /** Where it stood before, for whoever takes it back. */
  const behindWhich = (jobId: string): string | null => {
    const ranks = jobs.listRanks();
    return ranks[ranks.findIndex(({ id }) => id === jobId) + 1]?.id ?? null;
  };

  /** The printer that a person has chosen for a job; null for none, undefined for one that is gone. */
  const chosenPrinterOf = (jobId: string): string | null | undefined => {
    const { printer_entry: entryId } = jobs.find(jobId)?.needs ?? {};
    if (entryId === undefined) return null;
    const view = printing.printers().find((one) => one.entryId === entryId);
    return view && floorPrinterId(deps.agentId() ?? '', view.printerId);
  };

  async function reprint(
    { job_id: jobId, from_copy: fromCopy, to_copy }: Extract<FloorAct, { act: 'reprint' }>,
    by: string,
  ): Promise<FloorActOutcome> {
    const job = jobs.find(jobId);
    if (!job) return refused('not-here', sentenceOf('not-here'));
    const toCopy = to_copy ?? job.copies;
    if (!isFinal(jobMachine, job.state) || job.state === 'cancelled')
      return refused('not-over', floorSentences.notOver());
    if (isUndecided(job)) {
      // What was paid for and is missing is decided, not printed on top.
      if (fromCopy !== job.copiesPrinted + 1 || toCopy !== job.copies)
        return refused('only-the-rest', floorSentences.restFirst(job.copiesPrinted + 1));
      return ofJob(jobAdmin.reprintRemainder({ jobId, copiesPrinted: job.copiesPrinted, byWhom: by }));
    }
    if (fromCopy > toCopy || toCopy > job.copies)
      return refused('too-many-copies', sentenceOf('too-many-copies'));
    const outcome = await deps.reprints.ask({ jobId, fromCopy, toCopy, by });
    return outcome.kind === 'done'
      ? done({ outcome: 'told-the-cloud' })
      : refused(outcome.code, outcome.said);
  }

  const isUndecided = (job: Job): boolean =>
    job.state === 'failed' && !job.decided && !isDecided(job.id, { acts });

  async function add(act: Extract<FloorAct, { act: 'add_printer' }>, by: string): Promise<FloorActOutcome> {
    const { uri, name, even_if_silent: evenIfSilent } = act;
    const added = await printerAdmin.add({ uri, name, by, evenIfSilent });
    const findings = added.findings.map(({ verdict, said }) => ({ verdict, ...twiceOf(said) })).slice(0, 20);
    return added.kind === 'done'
      ? done({ said: twiceOf(added.said), findings })
      : refused('printer-refused', added.said);
  }

  async function find(): Promise<FloorActOutcome> {
    printerAdmin.discover();
    await new Promise((resolve) => setTimeout(resolve, discoverMs).unref());
    const { isOn, found } = printerAdmin.discover();
    if (!isOn) return refused('not-looking', printerSentences.notLooking());
    return done({ found: found.map(foundPrinterOf) });
  }

  async function decide(
    { job_id: jobId, decision, copies_printed: copiesPrinted }: Extract<FloorAct, { act: 'decide' }>,
    byWhom: string,
  ): Promise<FloorActOutcome> {
    if (decision === 'retry') return ofJob(jobAdmin.retry({ jobId, byWhom }));
    if (decision === 'stop') return ofJob(await jobAdmin.cancel({ jobId, byWhom }));
    return ofJob(jobAdmin.decide({ jobId, choice: decision, copiesPrinted, byWhom }));
  }

  function saveSchedule(work: () => FloorAct | null): FloorActOutcome {
    try {
      return done({ undo: work() });
    } catch (error) {
      if (!(error instanceof ScheduleRefusal)) throw error;
      return refused('schedule-refused', { en: error.message, 'zh-CN': error.message });
    }
  }

  return {
    /** Carries it out. `by` signs it. */
    async act(act: FloorAct, by: string): Promise<FloorActOutcome> {
      switch (act.act) {
        case 'decide':
          return await decide(act, by);
        case 'call_off':
          return ofJob(await jobAdmin.cancel({ jobId: act.job_id, byWhom: by }));
        case 'hold':
          return queue({ act: 'hold_job', job_id: act.job_id }, by, { act: 'release', job_id: act.job_id });
        case 'release':
          return queue({ act: 'release_job', job_id: act.job_id }, by, { act: 'hold', job_id: act.job_id });
        case 'move':
          return onPrinter(act.printer, (entry_id) => {
            const before = chosenPrinterOf(act.job_id);
            const undo = before === undefined ? null : ({ ...act, printer: before } as const);
            return queue({ act: 'move_job', job_id: act.job_id, entry_id }, by, undo);
          });
        case 'reorder': {
          const undo = { act: 'reorder', job_id: act.job_id, before: behindWhich(act.job_id) } as const;
          return queue({ act: 'reorder_job', job_id: act.job_id, before_job_id: act.before }, by, undo);
        }
        case 'reprint':
          return await reprint(act, by);
        case 'pause':
          return onPrinter(act.printer, (entry_id) =>
            queue({ act: 'pause', entry_id }, by, { act: 'resume', printer: act.printer }),
          );
        case 'resume':
          return onPrinter(act.printer, (entry_id) =>
            queue({ act: 'resume', entry_id }, by, { act: 'pause', printer: act.printer }),
          );
        case 'run_now':
          return queue({ act: 'run_now', rule_id: act.rule_id ?? null }, by);
        case 'decide_backlog':
          return saveSchedule(() => {
            scheduleAdmin.decide(act.backlog_id, { decision: act.decision, by });
            return null;
          });
        case 'set_schedule':
          return saveSchedule(() => {
            const { content } = scheduleAdmin.read();
            const { version } = scheduleAdmin.save(act.content, { by, version: act.version });
            return { act: 'set_schedule', version, content };
          });
        case 'set_rules':
          return refused('not-on-this-host', floorSentences.rulesAtCloud());
        case 'loaded': {
          const { source, media } = act;
          const paper = media && {
            xHmm: media.x_dimension,
            yHmm: media.y_dimension,
            mediaType: media.media_type,
          };
          return onEntry(act, by, (seen) =>
            printerAdmin.sayPaper({ ...seen, source: source ?? undefined, paper: paper ?? undefined }),
          );
        }
        case 'find_printers':
          return await find();
        case 'add_printer':
          return await add(act, by);
        case 'rename_printer':
          return onEntry(act, by, (seen) => printerAdmin.rename({ ...seen, name: act.name }));
        case 'enable_printer':
          return onEntry(act, by, (seen) => printerAdmin.enable({ ...seen, isEnabled: act.enabled }));
        case 'remove_printer':
          return onEntry(act, by, (seen) => printerAdmin.remove(seen));
        case 'accept_printer':
          return onEntry(act, by, (seen) => printerAdmin.acceptPrinter({ ...seen, shownUuid: act.uuid }));
        case 'accept_certificate':
          return onEntry(act, by, ({ entryId, version }) =>
            printerAdmin.acceptFingerprint({
              entryId,
              trustVersion: version,
              by,
              fingerprint: act.fingerprint,
            }),
          );
        case 'put_back_printer':
          return onEntry(act, by, (seen) => printerAdmin.putBack({ ...seen, origin: 'console' }));
        case 'set_credentials':
          return onPrinter(act.printer, (entryId) => {
            const listed = entryId === null ? undefined : printing.printerList.find(entryId);
            if (!listed) return refused('no-such-printer', printerSentences.absent());
            printing.trust.setCredentials(listed.uri, act.credentials ?? undefined, by);
            return done();
          });
        default:
          return await onPaper(act, by);
      }
    },
  };
}

type WellDone = Extract<ActOutcome, FloorAnswer['outcome']>;

const wellDone: ReadonlySet<ActOutcome> = new Set<WellDone>([
  'done',
  'told-the-cloud',
  'asked-the-printer',
  'printer-silent',
  'looked-again',
]);

const isWell = (outcome: ActOutcome): outcome is WellDone => wellDone.has(outcome);

const sentenceOf = (outcome: ActOutcome): Said => ({
  en: jobAdminText.en.outcome[outcome],
  'zh-CN': jobAdminText['zh-CN'].outcome[outcome],
});

const ofJob = (outcome: ActOutcome): FloorActOutcome =>
  isWell(outcome) ? done({ outcome }) : refused(outcome, sentenceOf(outcome));

const ofQueue = (outcome: QueueOutcome, undo: FloorAct | null): FloorActOutcome =>
  outcome.kind === 'done'
    ? done({ said: outcome.said ? twiceOf(outcome.said) : null, undo })
    : refused(outcome.code, outcome.said);

function ofPrinter({ kind, said }: PrinterOutcome): FloorActOutcome {
  if (kind === 'done') return done();
  return refused(
    ({ stale: 'changed-meanwhile', absent: 'no-such-printer', refused: 'printer-refused' } as const)[kind],
    said,
  );
}

type PaperFloorAct = Extract<FloorAct, { paper: string }>;

/** What image work or a printer says of a sheet. */
export function refusalOfSheet(answer: Extract<SheetAnswer<unknown>, { done: false }>): FloorActOutcome {
  const codes: { [Why in typeof answer.why]?: FloorRefusal } = {
    'changed-meanwhile': 'changed-meanwhile',
    'no-such-printer': 'no-such-printer',
    'no-such-paper': 'not-here',
    'no-image-work': 'not-on-this-host',
  };
  return refused(codes[answer.why] ?? 'sheet-refused', sheetSentence(answer));
}

const ofPaper = (act: PaperFloorAct, answer: PaperAnswer): FloorActOutcome =>
  answer.done ? done({ undo: paperUndoOf(act) }) : refusalOfSheet(answer);
