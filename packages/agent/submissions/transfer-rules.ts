/**
 * How long a document that is on its way to a printer is waited for. Pure. Slow is no fault: a deadline there is only when no byte
 * moves and the printer shows no life either.
 */
import type { TransferProgress } from '../ports/printer.ts';
import { isJobOver } from './printed-job-rules.ts';
import type { PrinterAnswer } from './submission-rules.ts';

export interface Transfer {
  progress: TransferProgress | undefined;
  /** What the printer said of the job last, asked beside the transfer. */
  answer: PrinterAnswer;
  /** Since a byte was acknowledged, or the printer said something else of the job. */
  stillMs: number;
}

/** How long neither bytes nor the printer may be still, in milliseconds. */
interface TransferPatience {
  /** The printer has ended the job: its answer to the document is on its way, or lost. */
  overMs: number;
  /** The printer waits for more, and the kernel sees that nothing gets there. A frozen link thaws sooner. */
  waitingMs: number;
  /** The printer works on what it has, or can't tell anything while it takes a document. */
  workingMs: number;
}

export const transferPatience: TransferPatience = {
  overMs: 5000,
  waitingMs: 120_000,
  workingMs: 10 * 60_000,
};

/** Undefined: for ever, for somebody must first do something at the printer. */
export function patienceFor({ progress, answer }: Transfer): number | undefined {
  const patience = transferPatience;
  if (answer.kind === 'absent') return patience.overMs;
  if (answer.kind === 'job') {
    if (isJobOver(answer.job.state)) return patience.overMs;
    if (answer.job.state === 'processing-stopped') return undefined;
    return answer.job.state === 'processing' ? patience.workingMs : patience.waitingMs;
  }
  // Printers with one connection answer nothing beside a transfer, and one that has all of a document may think about it for long.
  if (!progress || progress.acknowledgedBytes === undefined || progress.isPeerFull) return patience.workingMs;
  return isAcknowledged(progress) ? patience.workingMs : patience.waitingMs;
}

/** The whole request has arrived at the other end's system. */
const isAcknowledged = ({ isWhole, handedBytes, acknowledgedBytes }: TransferProgress): boolean =>
  isWhole && acknowledgedBytes !== undefined && acknowledgedBytes >= handedBytes;

export const mayGoOn = (transfer: Transfer): boolean =>
  transfer.stillMs < (patienceFor(transfer) ?? Number.POSITIVE_INFINITY);

/** From then on a transfer is worth a sentence, and a look at the printer beside it. */
export const longTransferMs = 2000;
const stillWorthSayingMs = 10_000;

/** What a long transfer waits for, in a sentence that changes seldom. */
export function transferText(
  { progress, stillMs, answer }: Transfer,
  { name, bytes }: { name: string; bytes: number },
): string {
  const arrived = progress?.acknowledgedBytes ?? progress?.handedBytes ?? 0;
  const percent = Math.min(90, Math.floor(((arrived / bytes) * 100) / 10) * 10);
  if (progress && isAcknowledged(progress)) return `${name} has the file and has not confirmed it yet.`;
  if (stillMs >= stillWorthSayingMs) {
    return answer.kind === 'no-answer'
      ? `Nothing gets through to ${name} at the moment: ${percent} % of the file has left.`
      : `${name} takes nothing more of the file at the moment: ${percent} % of it has left.`;
  }
  return `${name} takes the file slowly: ${percent} % of it has left.`;
}
