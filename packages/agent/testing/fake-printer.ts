/** A printer in memory whose every fault can be scripted: for tests of the agent's decisions about paper. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type FaultSent,
  type PrinterDescription,
  PrinterFault,
  type PrinterFaultKind,
  type PrinterJob,
  type PrinterPort,
  type PrintRequest,
  type TransferProgress,
} from '../ports/printer.ts';

export interface FakePrinterJob extends PrinterJob {
  request: PrintRequest;
  document: Buffer | undefined;
}

/** Where a fault strikes: before the printer does anything, or after it did, so that only the answer is lost. */
export interface FakeFault {
  kind: PrinterFaultKind;
  sent: FaultSent;
  /** The printer carried the request out. */
  isDone?: boolean;
  /** Create-Job alone: carried out, but only seen from the next Create-Job on. */
  isLate?: boolean;
  statusName?: string;
  /** The printer answered that it takes nothing of it. */
  isRefusal?: boolean;
  /** From then on it can't be reached. */
  isLast?: boolean;
}

export type FakePrinter = ReturnType<typeof createFakePrinter>;

export const photoMedium = {
  x: { lower: 10_160, upper: 10_160 },
  y: { lower: 15_240, upper: 15_240 },
  mediaType: 'photographic-glossy',
  margins: { top: 0, bottom: 0, left: 0, right: 0 },
};

export const fakeDescription = (more: Partial<PrinterDescription> = {}): PrinterDescription => ({
  printerUuid: 'urn:uuid:00000000-0000-4000-8000-000000000001',
  state: 'idle',
  stateReasons: [],
  acceptingJobs: true,
  queuedJobs: 0,
  upTimeSeconds: 100,
  changeMark: undefined,
  trays: [],
  supplies: [],
  kind: 'direct',
  mediaReadyNames: ['na_index-4x6_4x6in'],
  mediaReady: [photoMedium],
  name: 'Photo One',
  makeAndModel: 'Fake',
  formats: ['image/jpeg', 'application/pdf'],
  mediaSupportedNames: ['na_index-4x6_4x6in', 'iso_a4_210x297mm'],
  mediaDatabase: [photoMedium],
  hasBorderless: true,
  mediaTypes: ['photographic-glossy', 'stationery'],
  copiesMax: 99,
  colorModes: ['color', 'monochrome'],
  isColor: true,
  sides: ['one-sided', 'two-sided-long-edge'],
  printScalings: ['fill', 'fit'],
  printQualities: [4, 5],
  multipleDocumentHandlings: [],
  resolutions: [{ x: 300, y: 300 }],
  mediaSources: [],
  pwgRaster: { types: [], resolutions: [], sheetBack: undefined },
  urf: [],
  finishings: [],
  pagesPerMinute: undefined,
  pagesPerMinuteColor: undefined,
  ippVersions: ['1.1', '2.0'],
  location: '',
  ...more,
});

export function createFakePrinter(uri: string, more: Partial<PrinterDescription> = {}) {
  let nextJobId = 1;
  const jobs = new Map<number, FakePrinterJob>();
  const lateJobs: FakePrinterJob[] = [];
  const printer = {
    uri,
    description: fakeDescription(more),
    jobs,
    isReachable: true,
    /** Jobs complete as soon as their document is in. */
    printsAtOnce: true,
    /** Tells sheets beside impressions. */
    countsSheets: false,
    /** Its counters stay at 0, as those of printers that have none. */
    countsNothing: false,
    /** Documents take until `ends` is called, which is there once one is on its way; meanwhile this is told of them. */
    sending: undefined as { ends: (() => void) | undefined; progress: TransferProgress } | undefined,
    /** Each keeps one question for a job waiting until it resolves. */
    jobWaits: [] as Promise<void>[],
    /** Documents are kept in memory, to look at. */
    keepsDocuments: true,
    /** Takes no job while one waits for its document. */
    isBusyWhileOpen: false,
    createFaults: [] as FakeFault[],
    sendFaults: [] as FakeFault[],
    cancelFaults: [] as FakeFault[],
    createCalls: 0,
    pulses: 0,
    statuses: 0,
    sendCalls: 0,
    /** Copies that came out, by job name without the attempt. */
    paper: [] as string[],
    finish(job: FakePrinterJob, state: PrinterJob['state'] = 'completed') {
      job.state = state;
      if (state !== 'completed') return;
      if (!printer.countsNothing) count(job, job.request.copies);
      for (let copy = 0; copy < job.request.copies; copy += 1) printer.paper.push(job.request.jobName);
    },
    /** So many copies are out, and it goes on. */
    advance(job: FakePrinterJob, copies: number) {
      if (!printer.countsNothing) count(job, copies);
    },
    /** Ends a job early, with so many copies out. */
    giveUp(job: FakePrinterJob, state: 'aborted' | 'canceled', copies: number) {
      if (!printer.countsNothing) count(job, copies);
      for (let copy = 0; copy < copies; copy += 1) printer.paper.push(job.request.jobName);
      job.state = state;
    },
    /** A restart without history. */
    restart() {
      jobs.clear();
      nextJobId = 1;
    },
    openPort: undefined as unknown as () => PrinterPort,
  };

  const count = (job: FakePrinterJob, copies: number) => {
    job.impressionsCompleted = copies * job.request.pages;
    if (printer.countsSheets) job.sheetsCompleted = copies * job.request.pages;
  };
  const reachable = () => {
    if (!printer.isReachable) throw new PrinterFault('unreachable', 'no connection', { sent: 'nothing' });
  };
  const findJob = (jobId: number): FakePrinterJob => {
    const job = jobs.get(jobId);
    const statusName = 'client-error-not-found';
    if (!job) throw new PrinterFault('not-found', 'no such job', { sent: 'all', statusName });
    return job;
  };

  /** One agent's connection: closing it leaves the printer as it is. */
  printer.openPort = () => {
    let isClosed = false;
    const answer = () => {
      if (isClosed) throw new PrinterFault('unreachable', 'closed', { sent: 'nothing' });
      reachable();
    };
    const strike = (faults: FakeFault[], act: () => void) => {
      answer();
      const fault = faults.shift();
      if (!fault || fault.isDone) act();
      if (!fault) return;
      const { kind, sent, statusName, isRefusal = false, isLast = false } = fault;
      if (isLast) printer.isReachable = false;
      throw new PrinterFault(kind, `scripted ${kind}`, {
        sent,
        isRefusal,
        ...(statusName && { statusName }),
      });
    };
    return {
      uri,
      async describe() {
        answer();
        return printer.description;
      },
      async status() {
        answer();
        printer.statuses += 1;
        return printer.description;
      },
      async pulse() {
        answer();
        printer.pulses += 1;
        return printer.description;
      },
      async createJob(request) {
        for (const late of lateJobs.splice(0)) jobs.set(late.jobId, late);
        const isOpen = [...jobs.values()].some(({ state }) => state === 'pending-held');
        if (isOpen && printer.isBusyWhileOpen)
          throw new PrinterFault('busy', 'busy', { sent: 'all', statusName: 'server-error-busy' });
        const job = newJob(nextJobId, request);
        if (printer.createFaults[0]?.isLate) {
          lateJobs.push(job);
          nextJobId += 1;
        }
        strike(printer.createFaults, () => {
          printer.createCalls += 1;
          jobs.set(job.jobId, job);
          nextJobId += 1;
        });
        return { jobId: job.jobId, jobUuid: job.jobUuid };
      },
      async sendDocument(jobId, document, { onHandedOver, onProgress, signal }) {
        const { sending } = printer;
        if (sending) {
          onProgress(sending.progress);
          await new Promise<void>((resolve, reject) => {
            sending.ends = resolve;
            const broken = new PrinterFault('unreachable', 'given up', { sent: 'all' });
            signal.addEventListener('abort', () => reject(broken));
          });
        }
        const fault = printer.sendFaults[0];
        if (!fault || fault.sent === 'all') onHandedOver();
        strike(printer.sendFaults, () => {
          printer.sendCalls += 1;
          const job = findJob(jobId);
          if (printer.keepsDocuments) job.document = readFileSync(document.path);
          job.state = 'processing';
          job.stateReasons = ['job-printing'];
          if (printer.printsAtOnce) printer.finish(job);
        });
      },
      async getJob(jobId) {
        answer();
        await printer.jobWaits.shift();
        return { ...findJob(jobId) };
      },
      async findJobs({ jobName, jobUuid }) {
        answer();
        return [...jobs.values()].filter((job) => job.jobName === jobName || job.jobUuid === jobUuid);
      },
      async listJobs() {
        answer();
        return [...jobs.values()].map((job) => ({ ...job, copies: job.request.copies }));
      },
      async cancelJob(jobId) {
        strike(printer.cancelFaults, () => {
          findJob(jobId).state = 'canceled';
        });
      },
      close() {
        isClosed = true;
      },
    };
  };
  return printer;
}

const newJob = (jobId: number, request: PrintRequest): FakePrinterJob => ({
  jobId,
  jobUuid: `urn:uuid:${randomUUID()}`,
  jobName: request.jobName,
  state: 'pending-held',
  stateReasons: ['job-data-insufficient'],
  documents: undefined,
  impressionsCompleted: 0,
  sheetsCompleted: 0,
  request,
  document: undefined,
});
