/**
 * One Send-Document under way: the printer is asked about the job beside it, and the job says what it waits for. Owns giving a
 * transfer up that has come to a standstill; how long that is, is in transfer-rules.ts.
 */

import type { JobMoves } from '../jobs/job-moves.ts';
import type { Job, JobStore } from '../jobs/job-store.ts';
import type { AgentLog } from '../machine/agent-log.ts';
import { pause } from '../machine/backoff.ts';
import {
  type PrintDocument,
  PrinterFault,
  type PrinterPort,
  type TransferProgress,
} from '../ports/printer.ts';
import type { PrinterRegistry } from '../printers/printer-registry.ts';
import { troubleWhilePrinting } from '../printers/printer-rules.ts';
import { type PrinterAnswer, signOf } from '../submissions/submission-rules.ts';
import { longTransferMs, mayGoOn, type Transfer, transferText } from '../submissions/transfer-rules.ts';
import { holdAtPrinter, saySubmitting } from './printer-hold.ts';

export interface TransferDeps {
  jobs: JobStore;
  moves: JobMoves;
  registry: PrinterRegistry;
  log: AgentLog;
}

export interface TransferOrder {
  job: Job;
  port: PrinterPort;
  ippJobId: number;
  document: PrintDocument;
  onHandedOver: () => void;
}

const askEveryMs = 1000;

/** Sends the document, and resolves when the printer has acknowledged all of it. Throws the printer's fault. */
export async function transferDocument(order: TransferOrder, deps: TransferDeps): Promise<void> {
  const { port, ippJobId, document, onHandedOver } = order;
  const over = new AbortController();
  const standstill = new AbortController();
  const transfer: Transfer = { progress: undefined, answer: { kind: 'no-answer' }, stillMs: 0 };
  // Never waited for: a printer that is slow to say how the job stands must not keep its acknowledgement out of the journal.
  watchTransfer(order, { transfer, over: over.signal, standstill }, deps).catch((error) =>
    deps.log('error', 'submit.transfer-unwatched', { jobId: order.job.id, error }),
  );
  try {
    const onProgress = (progress: TransferProgress) => {
      transfer.progress = progress;
    };
    await port.sendDocument(ippJobId, document, { onHandedOver, onProgress, signal: standstill.signal });
  } finally {
    over.abort();
  }
}

interface Watching {
  transfer: Transfer;
  over: AbortSignal;
  standstill: AbortController;
}

/** Looks after a transfer that is long until it is over, or stands still for too long. */
async function watchTransfer(
  order: TransferOrder,
  { transfer, over, standstill }: Watching,
  deps: TransferDeps,
): Promise<void> {
  let movedAtMs = performance.now();
  let moved = 0;
  let told = '';
  await pause(longTransferMs, over);
  while (!over.aborted) {
    transfer.answer = await ask(order);
    if (over.aborted) return;
    const { progress, answer } = transfer;
    const movedNow = progress?.acknowledgedBytes ?? progress?.handedBytes ?? 0;
    // A printer that is silent for a while, and then says the same again, has shown nothing new.
    const toldNow = answer.kind === 'job' ? signOf(answer.job) : told;
    if (movedNow !== moved || toldNow !== told) movedAtMs = performance.now();
    moved = movedNow;
    told = toldNow;
    transfer.stillMs = performance.now() - movedAtMs;
    if (!mayGoOn(transfer)) {
      deps.log('warn', 'submit.standstill', {
        jobId: order.job.id,
        stillMs: Math.round(transfer.stillMs),
        ...transfer.progress,
      });
      standstill.abort();
      return;
    }
    say(order, transfer, deps);
    await pause(askEveryMs, over);
  }
}

async function ask({ port, ippJobId }: TransferOrder): Promise<PrinterAnswer> {
  try {
    return { kind: 'job', job: await port.getJob(ippJobId) };
  } catch (error) {
    if (!(error instanceof PrinterFault)) throw error;
    return { kind: error.kind === 'not-found' ? 'absent' : 'no-answer' };
  }
}

function say({ job: { id }, port, document }: TransferOrder, transfer: Transfer, deps: TransferDeps): void {
  const job = deps.jobs.get(id);
  const view = deps.registry.findByUri(port.uri);
  const name = view?.name ?? port.uri;
  const { answer } = transfer;
  const trouble =
    view?.description &&
    answer.kind === 'job' &&
    troubleWhilePrinting(view.description, {
      name,
      media: job.ticket.media,
      jobStopped: answer.job.state === 'processing-stopped',
    });
  if (trouble) holdAtPrinter(job, trouble, deps);
  else saySubmitting(job, transferText(transfer, { name, bytes: document.bytes }), deps);
}
