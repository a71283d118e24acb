/**
 * An IPP Everywhere printer (PWG 5100.14) that writes its sheets to a folder: for demos, development and tests.
 * Owns the wiring of server, queue, paper and control. What it leaves in `dir`:
 *   000001-job-name/   one folder for each completed job: job.json, document.pdf|jpg|pwg|urf, and one file for each
 *                      sheet side, copy-001-page-001.jpg|png; it appears when the last sheet is out
 *   .printing-…        sheets of the job in progress
 *   .aborted-…         sheets of a job that ended early
 *   .spool/            documents of jobs that wait
 *   .journal.jsonl     jobs and the job-id counter, kept over a restart
 * How it can be told to fail is in printer-control.ts.
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import type http from 'node:http';
import { attributeText } from '@platen/ipp/ipp-message';
import type { IppHandlers } from './ipp-server.ts';
import { openJobJournal } from './job-journal.ts';
import { jobOperations } from './job-operations.ts';
import { documentEndings } from './job-pages.ts';
import { openJobQueue } from './job-queue.ts';
import { isFinished } from './job-record.ts';
import { createGate, type PrinterLogin } from './printer-authentication.ts';
import { createCondition, type PrinterCondition } from './printer-condition.ts';
import { createControl, type PrinterControl } from './printer-control.ts';
import { type PrinterFacts, templateFactsOf } from './printer-description.ts';
import { defaultTrays, type Tray } from './printer-media.ts';
import { createListener, createNetwork } from './printer-network.ts';
import { printerOperations } from './printer-operations.ts';
import { statusPage } from './status-page.ts';

/** How a virtual printer is made. */
export interface VirtualPrinterOptions {
  /** 127.0.0.1 unless told. */
  host?: string;
  /** 0 for any free port. */
  port: number;
  /** Made when it is not there. */
  dir: string;
  name: string;
  /** urn:uuid:…; kept in `dir` from the first start on when it is left out. */
  uuid?: string;
  trays?: readonly Tray[];
  /** Of application/pdf, image/jpeg, image/pwg-raster, image/urf; all unless told. */
  formats?: readonly string[];
  /** Milliseconds a page takes; 0 unless told. */
  pageMs?: number;
  /** Finished jobs it remembers; 500 unless told, 0 to be like a printer that keeps no history. */
  historyJobs?: number;
  /** Seconds a job waits for its document before it is aborted; 60 unless told. */
  multipleOperationTimeOutSeconds?: number;
  /** PEM key and certificate: speaks ipps instead of ipp. */
  tls?: { key: string; cert: string };
  /** Lets in only who proves to be this user; everybody unless told. */
  login?: PrinterLogin;
  /** False for a printer with black ink alone. */
  isColor?: boolean;
  /** Enums of PWG 5100.1 beside 3 (none), for instance 4 (staple) or 60 (trim-after-pages); none unless told. */
  finishings?: readonly number[];
}

/** A running virtual printer. */
export interface VirtualPrinter {
  /** ipp://host:port/ipp/print (ipps with TLS). */
  readonly uri: string;
  readonly port: number;
  readonly control: PrinterControl;
  /** Stops between two sheets and frees the port. A job in progress is aborted at the next start. */
  close(): Promise<void>;
}

function checkedFormats(formats: readonly string[]): readonly string[] {
  const bad = formats.find((format) => documentEndings[format] === undefined);
  if (bad !== undefined)
    throw new TypeError(`formats: ${bad} is not one of ${Object.keys(documentEndings).join(', ')}`);
  return formats;
}

/** Starts a printer. Throws when the port is taken, the folder can't be written, or an option makes no sense. */
export async function startVirtualPrinter(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
  const { host = '127.0.0.1', dir, name, trays = defaultTrays } = options;
  const formats = checkedFormats(options.formats ?? Object.keys(documentEndings));
  const timeOutSeconds = options.multipleOperationTimeOutSeconds ?? 60;
  mkdirSync(dir, { recursive: true });
  accessSync(dir, constants.W_OK);
  let listener: http.RequestListener = (_request, response) => response.writeHead(503).end();
  const isColor = options.isColor ?? true;
  const finishings = [3, ...(options.finishings ?? [])];
  const network = createNetwork(options, (request, response) => listener(request, response));
  // The port first: two printers on one folder would write into each other's journal.
  await network.start();

  const startedAt = Date.now();
  const journal = openJobJournal(dir, options.uuid);
  const condition = createCondition({ trays, pageMs: options.pageMs ?? 0, isColor });
  const { paper, supplies } = condition;
  const queue = openJobQueue({
    dir,
    journal,
    condition,
    historyJobs: options.historyJobs ?? 500,
    isMonochrome: (attributes) =>
      !isColor || attributeText({ attributes }, 'print-color-mode') === 'monochrome',
    multipleOperationTimeOutMs: timeOutSeconds * 1000,
  });
  const control = createControl(condition, queue, network);
  const authority = host.includes(':') ? `[${host}]` : host;
  const printerUri = (): string => `ipp${options.tls ? 's' : ''}://${authority}:${network.port()}/ipp/print`;
  const handlers: IppHandlers = {
    ...printerOperations({ queue, facts, view: () => ({ printerUri: printerUri(), startedAt }) }),
    ...jobOperations({
      queue,
      formats,
      printerUri,
      template: () => templateFactsOf({ paper, isColor, finishings }),
    }),
  };
  const operations = Object.keys(handlers);

  function facts(): PrinterFacts {
    const unfinished = [...queue.jobs.values()].filter((job) => !isFinished(job));
    return {
      name,
      formats,
      operations,
      startedAt,
      uuid: journal.printerUuid,
      uri: printerUri(),
      paper,
      supplies,
      isColor,
      finishings,
      authentication: authenticationOf(options.login),
      pageUrl: `http${options.tls ? 's' : ''}://${authority}:${network.port()}/`,
      pageMs: condition.pageMs,
      multipleOperationTimeOutSeconds: timeOutSeconds,
      state: stateOf(condition, { blockers: queue.blockers(), isPrinting: queue.current() !== undefined }),
      reasons: condition.reasons(queue.blockers()),
      queuedJobs: unfinished.length,
      changedAt: condition.changedAt,
    };
  }

  listener = createListener({
    control,
    handlers,
    gate: options.login && createGate(options.login),
    page: () => statusPage(facts(), queue.jobs.values()),
  });

  return {
    get uri() {
      return printerUri();
    },
    get port() {
      return network.port();
    },
    control,
    async close() {
      await network.stop();
      await queue.close();
    },
  };
}

const authenticationOf = (login: PrinterLogin | undefined): PrinterFacts['authentication'] => {
  if (!login) return 'none';
  return login.scheme === 'both' ? 'digest' : login.scheme;
};

/** printer-state (RFC 8011 section 5.4.11): stopped when nothing can move until somebody comes. */
function stateOf(
  condition: PrinterCondition,
  job: { blockers: string[]; isPrinting: boolean },
): PrinterFacts['state'] {
  if (job.blockers.length > 0 || condition.blockersFor(undefined).length > 0) return 'stopped';
  return job.isPrinting ? 'processing' : 'idle';
}
