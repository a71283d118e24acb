/** A Send-Document that takes long: what the job says of it, and when it is given up. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterJobState, TransferProgress } from '../ports/printer.ts';
import {
  mayGoOn,
  patienceFor,
  type Transfer,
  transferPatience,
  transferText,
} from '../submissions/transfer-rules.ts';
import { type Bench, startBench, until } from '../testing/agent-bench.ts';

const progress = (more: Partial<TransferProgress> = {}): TransferProgress => ({
  handedBytes: 1000,
  acknowledgedBytes: 500,
  isWhole: false,
  isPeerFull: false,
  ...more,
});
const jobIn = (state: PrinterJobState): Transfer['answer'] => ({
  kind: 'job',
  job: {
    state,
    stateReasons: [],
    documents: undefined,
    impressionsCompleted: undefined,
    sheetsCompleted: undefined,
  },
});
const silent = { kind: 'no-answer' } as const;
const all = progress({ isWhole: true, acknowledgedBytes: 1000 });

describe('how long a transfer that stands still is waited for', () => {
  const { overMs, waitingMs, workingMs } = transferPatience;
  it.each([
    ['the printer waits for more', jobIn('pending-held'), progress(), waitingMs],
    ['it waits, and everything has arrived at its system', jobIn('pending-held'), all, waitingMs],
    ['it works', jobIn('processing'), all, workingMs],
    ['it is stopped: somebody must come', jobIn('processing-stopped'), progress(), undefined],
    ['it has ended the job', jobIn('completed'), all, overMs],
    ['it has no such job', { kind: 'absent' } as const, all, overMs],
    ['nothing gets through', silent, progress(), waitingMs],
    ['its system answers and takes nothing', silent, progress({ isPeerFull: true }), workingMs],
    ['it has all, and thinks', silent, all, workingMs],
    [
      'the system doesn’t tell what has arrived',
      silent,
      progress({ acknowledgedBytes: undefined }),
      workingMs,
    ],
  ] as const)('%s', (_what, answer, seen, wanted) => {
    const transfer = { progress: seen, answer, stillMs: 0 };
    expect(patienceFor(transfer)).toBe(wanted);
    if (wanted === undefined) expect(mayGoOn({ ...transfer, stillMs: 1e9 })).toBe(true);
    else {
      expect(mayGoOn({ ...transfer, stillMs: wanted - 1 })).toBe(true);
      expect(mayGoOn({ ...transfer, stillMs: wanted })).toBe(false);
    }
  });

  it('a sentence says what it waits for', () => {
    const of = (transfer: Transfer) => transferText(transfer, { name: 'Photo One', bytes: 1000 });
    const answer = jobIn('processing');
    expect(of({ progress: progress(), answer, stillMs: 0 })).toBe(
      'Photo One takes the file slowly: 50 % of it has left.',
    );
    expect(of({ progress: all, answer, stillMs: 60_000 })).toBe(
      'Photo One has the file and has not confirmed it yet.',
    );
    expect(of({ progress: progress(), answer, stillMs: 60_000 })).toContain('takes nothing more');
    expect(of({ progress: progress(), answer: silent, stillMs: 60_000 })).toContain('Nothing gets through');
  });
});

describe('an agent', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench();
  });
  afterEach(() => bench.close());
  const last = (jobId: string) => bench.cloud.lastReport(jobId);

  async function printOne(): Promise<string> {
    const agent = await bench.start();
    await until(() => agent.isLinked);
    const ticket = bench.newTicket();
    bench.cloud.sendJob(ticket);
    return ticket.job_id;
  }

  it('says of a job that its printer takes slowly, and waits', async () => {
    bench.printer.sending = { ends: undefined, progress: all };
    const jobId = await printOne();
    await until(() => last(jobId)?.message.includes('has not confirmed it yet') === true);
    expect(last(jobId)?.state).toBe('submitting');
    bench.printer.sending.ends?.();
    await until(() => last(jobId)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  });

  it('gives up a document whose job the printer has ended: a person is asked', async () => {
    bench.printer.sending = { ends: undefined, progress: all };
    const jobId = await printOne();
    await until(() => last(jobId)?.message.includes('has not confirmed it yet') === true);
    for (const job of bench.printer.jobs.values()) job.state = 'aborted';
    await until(() => last(jobId)?.state === 'unknown');
    expect(bench.printer.createCalls).toBe(1);
  });

  it('writes down the acknowledgement at once, whatever else the printer is slow to say', async () => {
    bench.printer.sending = { ends: undefined, progress: all };
    let isAsked = false;
    const never = {
      // biome-ignore lint/suspicious/noThenProperty: seen when somebody begins to wait.
      then: () => {
        isAsked = true;
      },
    };
    bench.printer.jobWaits.push(never as unknown as Promise<void>);
    const jobId = await printOne();
    await until(() => isAsked);
    bench.printer.sending.ends?.();
    await until(() => last(jobId)?.state === 'printed');
    expect(bench.printer.paper).toHaveLength(1);
  });
});
