/**
 * What the agent asks of a printer, and how the answers read. Owns the words; adapters own the protocol.
 * Every call ends: with an answer or a PrinterFault, never later than the adapter's deadline.
 */

import type { PlainChoices } from '@platen/contracts/print-choices';
import type { PrinterAccessTrouble } from './printer-access.ts';

/** Both ends included, in hundredths of a millimetre; equal ends for a fixed size. */
export interface DimensionSpan {
  lower: number;
  upper: number;
}

/** Hundredths of a millimetre (PWG 5100.7 media-*-margin). */
export interface MediaMargins {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** One medium, loaded or possible (media-col, PWG 5100.7). What the printer doesn't tell is undefined. */
export interface PrinterMedium {
  x: DimensionSpan;
  y: DimensionSpan;
  mediaType: string | undefined;
  margins: MediaMargins | undefined;
  /** media-source: the tray it is in, or the only one that takes it. */
  source?: string | undefined;
}

/** Dots per inch across the feed and along it. */
export interface DotsPerInch {
  x: number;
  y: number;
}

/** What a printer tells of the PWG raster it takes (PWG 5102.4 section 6). */
export interface PwgRasterAbilities {
  types: string[];
  resolutions: DotsPerInch[];
  /** pwg-raster-document-sheet-back. */
  sheetBack: string | undefined;
}

/** One place for paper: media-col-ready told with a media-source, printer-input-tray (PWG 5100.13), or both. */
export interface PrinterTray {
  /** media-source keyword, such as tray-1; undefined when the printer doesn't tell which tray a medium lies in. */
  source: string | undefined;
  /** The printer's own name for it. */
  name: string | undefined;
  /** What is loaded; undefined: nothing, or not told. */
  medium: PrinterMedium | undefined;
  /** Per cent of what it holds; undefined when not told. */
  levelPercent: number | undefined;
  isEmpty: boolean | undefined;
}

/** One supply (marker-* of CUPS, printer-supply of PWG 5100.13, RFC 3805). */
export interface PrinterSupply {
  name: string;
  /** marker-types keyword, such as ink-cartridge, toner, waste-toner. */
  type: string;
  /** #RRGGBB; undefined when it has no one colour. */
  color: string | undefined;
  /** Undefined when the printer doesn't measure it. */
  levelPercent: number | undefined;
  /** full: a waste box that takes no more. */
  state: 'ok' | 'low' | 'empty' | 'full' | 'unknown';
}

/** What is asked most often: enough to see that something changed, and that the printer is still the same one. */
export interface PrinterPulse {
  printerUuid: string | undefined;
  state: 'idle' | 'processing' | 'stopped';
  stateReasons: string[];
  acceptingJobs: boolean;
  queuedJobs: number;
  /** printer-up-time in seconds; falls when the printer restarted. */
  upTimeSeconds: number | undefined;
  /** Moves when anything of the printer's settings or media changed; undefined when the printer doesn't tell. */
  changeMark: string | undefined;
}

/** What changes from minute to minute. */
export interface PrinterStatus extends PrinterPulse {
  /** media-ready: PWG names of what is loaded. */
  mediaReadyNames: string[];
  /** media-col-ready; undefined when the printer doesn't tell. */
  mediaReady: PrinterMedium[] | undefined;
  trays: PrinterTray[];
  supplies: PrinterSupply[];
}

/** direct: the printer itself. cups-queue: a queue that prints by itself again after trouble, where no fence can hold it. */
export type PrinterKind = 'direct' | 'cups-queue';

/** What a printer is. */
export interface PrinterDescription extends PrinterStatus {
  kind: PrinterKind;
  name: string;
  makeAndModel: string;
  /** document-format-supported. */
  formats: string[];
  mediaSupportedNames: string[];
  /** media-col-database; empty when the printer has none. */
  mediaDatabase: PrinterMedium[];
  /** True when 0 is among the supported margins on all four sides. */
  hasBorderless: boolean;
  mediaTypes: string[];
  /** Upper end of copies-supported. */
  copiesMax: number;
  colorModes: string[];
  isColor: boolean;
  sides: string[];
  printScalings: string[];
  /** Enum values: 3 draft, 4 normal, 5 high. */
  printQualities: number[];
  multipleDocumentHandlings: string[];
  /** media-source-supported. */
  mediaSources: string[];
  /** The smallest of media-*-margin-supported on each side; undefined when the printer doesn't tell all four. */
  minMargins?: MediaMargins | undefined;
  /** printer-resolution-supported and -default. */
  resolutions: DotsPerInch[];
  resolutionDefault?: DotsPerInch | undefined;
  pwgRaster: PwgRasterAbilities;
  /** urf-supported. */
  urf: string[];
  /** Enum values of RFC 8011 section 5.2.6 and PWG 5100.1. */
  finishings: number[];
  /** As the printer advertises it. */
  pagesPerMinute: number | undefined;
  pagesPerMinuteColor: number | undefined;
  /** ipp-versions-supported. */
  ippVersions: string[];
  location: string;
}

/** The medium to ask for: the printer's own numbers for what matched. */
export interface ChosenMedium {
  xDimension: number;
  yDimension: number;
  mediaType: string;
  borderless: boolean;
  /** Of a sheet with borders, where the printer tells them. */
  margins?: MediaMargins | undefined;
  /** media-source of a loaded medium. */
  source?: string | undefined;
}

/** Everything a Create-Job says. */
export interface PrintRequest {
  jobName: string;
  format: string;
  copies: number;
  pages: number;
  medium: ChosenMedium;
  choices: PlainChoices;
  scaling: 'fill' | 'fit';
}

export interface CreatedPrinterJob {
  jobId: number;
  jobUuid: string | undefined;
}

/** A file on this machine, whole and verified. */
export interface PrintDocument {
  path: string;
  bytes: number;
  format: string;
}

/** job-state of RFC 8011 section 5.3.7. */
export type PrinterJobState =
  | 'pending'
  | 'pending-held'
  | 'processing'
  | 'processing-stopped'
  | 'canceled'
  | 'aborted'
  | 'completed';

/** A job as the printer tells it; numbers it doesn't tell are undefined. */
export interface PrinterJob {
  jobId: number;
  jobUuid: string | undefined;
  jobName: string | undefined;
  state: PrinterJobState;
  stateReasons: string[];
  /** number-of-documents: 0 while none has arrived whole. */
  documents: number | undefined;
  impressionsCompleted: number | undefined;
  sheetsCompleted: number | undefined;
  /** As it was asked to make them. */
  copies?: number | undefined;
}

/**
 * unreachable: no answer; `sent` says what may have arrived. busy: later. locked: the printer wants other credentials.
 * untrusted: it shows another certificate than the one that is trusted, and nothing was sent. refused: not this request. not-found: it has no such job.
 */
export type PrinterFaultKind = 'unreachable' | 'busy' | 'locked' | 'untrusted' | 'refused' | 'not-found';

/**
 * How much of the request the printer may have: see IppTransportError. A printer that answered has all of it. Of Send-Document:
 * how much of the document.
 */
export type FaultSent = 'nothing' | 'part' | 'all';

export class PrinterFault extends Error {
  readonly kind: PrinterFaultKind;
  readonly sent: FaultSent;
  /** The IPP status name, when there was an answer. */
  readonly statusName: string | undefined;
  /** The printer answered, and its answer says that it has taken nothing of the request, now or for good. */
  readonly isRefusal: boolean;
  /** What a person has to do first; with kind untrusted always, with locked where it is known. */
  readonly access: PrinterAccessTrouble | undefined;

  constructor(
    kind: PrinterFaultKind,
    message: string,
    detail: {
      sent: FaultSent;
      statusName?: string;
      isRefusal?: boolean;
      access?: PrinterAccessTrouble | undefined;
    },
  ) {
    super(message);
    this.name = 'PrinterFault';
    this.kind = kind;
    this.sent = detail.sent;
    this.statusName = detail.statusName;
    this.isRefusal = detail.isRefusal ?? false;
    this.access = detail.access;
  }
}

/** How far a document is on its way; see DocumentProgress of the IPP client. */
export interface DocumentTransfer {
  /** Once, when the last byte has left this program. It says nothing of the printer. */
  onHandedOver(): void;
  /** From time to time, when a document takes long. */
  onProgress(progress: TransferProgress): void;
  signal: AbortSignal;
}

/** Bytes of the request, for a few hundred belong to what stands in front of the document. */
export interface TransferProgress {
  handedBytes: number;
  /** Of those, what the other end's system has acknowledged; undefined where this system doesn't tell. */
  acknowledgedBytes: number | undefined;
  /** The document's last byte was handed over. */
  isWhole: boolean;
  /** The printer's system answers, and takes nothing more for now. */
  isPeerFull: boolean;
}

export interface PrinterPort {
  readonly uri: string;
  /** Everything, Get-Printer-Attributes with all that the agent uses. */
  describe(): Promise<PrinterDescription>;
  /** The same, only what changes. */
  status(): Promise<PrinterStatus>;
  /** Of that only what is small: the question that is asked most often. */
  pulse(): Promise<PrinterPulse>;
  /** Create-Job. `capabilities` decides which attributes are sent. */
  createJob(request: PrintRequest, capabilities: PrinterDescription): Promise<CreatedPrinterJob>;
  /**
   * Send-Document as the last document; resolves when the printer has said that it took all of it. It has no deadline of its own
   * once the document has begun: it ends when the printer answers, the connection breaks, or `transfer.signal` is aborted.
   */
  sendDocument(jobId: number, document: PrintDocument, transfer: DocumentTransfer): Promise<void>;
  /** Get-Job-Attributes. Throws a fault of kind not-found. */
  getJob(jobId: number): Promise<PrinterJob>;
  /** All jobs of that name or uuid, ended ones included, the freshest answer last. Empty when there is none. */
  findJobs(wanted: { jobName: string; jobUuid: string | undefined }): Promise<PrinterJob[]>;
  /** All jobs that the printer knows, ended ones included. */
  listJobs(): Promise<PrinterJob[]>;
  /** Cancel-Job. Throws a fault of kind refused when it is too late. */
  cancelJob(jobId: number): Promise<void>;
  /** Ends every connection; calls under way fail. */
  close(): void;
}
