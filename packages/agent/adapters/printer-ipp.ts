/**
 * The printer port over IPP (RFC 8011, PWG 5100.7, 5100.13). Owns which operations and attributes are sent and how statuses
 * sort into faults. Must never repeat a request: the journal decides that.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { saidMediaType } from '@platen/contracts/media-type-rules';
import {
  createIppClient,
  type IppClientOptions,
  type IppReply,
  type IppRequest,
  IppTransportError,
} from '@platen/ipp/ipp-client';
import {
  attributeText,
  boolean,
  collection,
  enumValue,
  findAttribute,
  groupsOf,
  groupTags,
  type IppAttributes,
  integer,
  keyword,
  mimeMediaType,
  name,
} from '@platen/ipp/ipp-message';
import { isSuccess } from '@platen/ipp/ipp-tables';
import { withoutCredentials } from '@platen/ipp/ipp-target';
import type { LoginProblem } from '@platen/ipp/ipp-transport-error';
import {
  type PrinterDescription,
  PrinterFault,
  type PrinterFaultKind,
  type PrinterJob,
  type PrinterPort,
  type PrintRequest,
} from '../ports/printer.ts';
import type { PrinterAccess, PrinterAccessTrouble } from '../ports/printer-access.ts';
import {
  descriptionAttributes,
  jobAttributes,
  pulseAttributes,
  readDescription,
  readJob,
  readPulse,
  readStatus,
  statusAttributes,
} from './printer-ipp-description.ts';

export interface IppPrinterOptions {
  uri: string;
  /** Longest silence of the printer in any request. */
  deadlineMs: number;
  /** Which certificate is trusted and which credentials are used; without it, the first certificate and those of the URI. */
  access?: PrinterAccess;
}

/** Statuses that mean later (RFC 8011 appendix B.1.5). */
const busyStatuses = new Set([
  'server-error-busy',
  'server-error-not-accepting-jobs',
  'server-error-temporary-error',
  'server-error-service-unavailable',
  'server-error-printer-is-deactivated',
  'server-error-too-many-jobs',
  'server-error-too-many-documents',
  'server-error-device-error',
]);

/**
 * Statuses whose operation the printer has surely not begun, so that nothing of a document is on paper. The others (an error of the
 * device, of the document, a job that was canceled meanwhile) may come when pages are out.
 */
const refusingStatuses = new Set([
  'client-error-bad-request',
  'client-error-forbidden',
  'client-error-not-authenticated',
  'client-error-not-authorized',
  'client-error-not-possible',
  'client-error-not-found',
  'client-error-gone',
  'client-error-request-entity-too-large',
  'client-error-request-value-too-long',
  'client-error-document-format-not-supported',
  'client-error-attributes-or-values-not-supported',
  'client-error-uri-scheme-not-supported',
  'client-error-charset-not-supported',
  'client-error-conflicting-attributes',
  'client-error-compression-not-supported',
  'server-error-operation-not-supported',
  'server-error-service-unavailable',
  'server-error-version-not-supported',
  'server-error-temporary-error',
  'server-error-not-accepting-jobs',
  'server-error-busy',
  'server-error-printer-is-deactivated',
  'server-error-too-many-jobs',
  'server-error-too-many-documents',
]);

/** HTTP statuses of a server that has not handed the request on (RFC 9110 section 15): later. */
const busyHttpStatuses = new Set([429, 503]);
/** The same: not so, or not at all. */
const refusingHttpStatuses = new Set([401, 403, 404, 405, 411, 413, 415, 417, 421, 426]);

const lockedStatuses = new Set([
  'client-error-forbidden',
  'client-error-not-authenticated',
  'client-error-not-authorized',
]);

/** Longest silence that a printer at work in a shop is allowed. */
const shopDeadlineMs = 10_000;

/** The printer at a URI, with the deadline for shops. */
export const openIppPrinter = (uri: string, access?: PrinterAccess): PrinterPort =>
  createIppPrinter({ uri, deadlineMs: shopDeadlineMs, ...(access && { access }) });

const clientAccess = (access: PrinterAccess): Partial<IppClientOptions> => ({
  certificates: {
    known: access.trustedCertificate,
    trust: access.trustCertificate,
    refuse: access.refuseCertificate,
  },
  credentials: access.credentials,
  mayShowPassword: access.mayShowPassword,
});

/** Opens nothing yet: the first call connects. */
export function createIppPrinter({ uri: given, deadlineMs, access }: IppPrinterOptions): PrinterPort {
  const client = createIppClient({
    uri: given,
    deadlineMs,
    userAgent: 'Platen-Agent',
    ...(access && clientAccess(access)),
  });
  const uri = withoutCredentials(given);

  const ask = async (request: IppRequest): Promise<IppReply> => {
    let reply: IppReply;
    try {
      reply = await client.request(request);
    } catch (error) {
      throw transportFault(error, request);
    }
    if (isSuccess(reply.status)) return reply;
    throw statusFault(request.operation, reply);
  };

  const listJobs = async (whichJobs: 'completed' | 'not-completed'): Promise<PrinterJob[]> => {
    const attributes = { 'which-jobs': keyword(whichJobs), 'requested-attributes': keywords(jobAttributes) };
    const reply = await ask({ operation: 'Get-Jobs', attributes });
    return groupsOf(reply.message, groupTags.job).flatMap((group) => readJob(group) ?? []);
  };

  /** Open jobs first, so that one which ends between both lists is missed by neither. */
  const listAllJobs = async (): Promise<PrinterJob[]> => {
    const open = await listJobs('not-completed');
    return open.concat(await listJobs('completed'));
  };

  const printerGroup = async (names: string[]) => {
    const attributes = { 'requested-attributes': keywords(names) };
    const reply = await ask({ operation: 'Get-Printer-Attributes', attributes });
    return groupsOf(reply.message, groupTags.printer)[0];
  };

  return {
    uri,
    async describe() {
      return readDescription(await printerGroup(descriptionAttributes), uri);
    },
    async status() {
      return readStatus(await printerGroup(statusAttributes));
    },
    async pulse() {
      return readPulse(await printerGroup(pulseAttributes));
    },
    async createJob(request, capabilities) {
      const reply = await ask({
        operation: 'Create-Job',
        attributes: { 'job-name': name(request.jobName), 'ipp-attribute-fidelity': boolean(false) },
        jobAttributes: jobTemplate(request, capabilities),
      });
      const job = readJob(groupsOf(reply.message, groupTags.job)[0]);
      // The printer said yes and named no job: it may have made one, and only its name can find it.
      if (!job) throw new PrinterFault('unreachable', 'Create-Job: the reply names no job', { sent: 'all' });
      const ignored = ignoredOf(reply, request);
      if (ignored.length > 0) {
        // Without its document nothing of it prints; a printer that can't be told so drops it after its time-out.
        await ask({ operation: 'Cancel-Job', attributes: { 'job-id': integer(job.jobId) } }).catch(() => {});
        const { statusName } = reply;
        throw new PrinterFault('refused', `Create-Job: ${ignored.join(', ')} ignored`, {
          sent: 'all',
          statusName,
        });
      }
      return { jobId: job.jobId, jobUuid: job.jobUuid };
    },
    async sendDocument(jobId, document, { onHandedOver, onProgress, signal }) {
      const request: IppRequest = {
        operation: 'Send-Document',
        attributes: {
          'job-id': integer(jobId),
          'document-format': mimeMediaType(document.format),
          'last-document': boolean(true),
        },
        document: { stream: () => openDocument(document), bytes: document.bytes },
        onHandedOver,
        onProgress,
        signal,
      };
      await ask(request);
    },
    async getJob(jobId) {
      const reply = await ask({
        operation: 'Get-Job-Attributes',
        attributes: { 'job-id': integer(jobId), 'requested-attributes': keywords(jobAttributes) },
      });
      const job = readJob(groupsOf(reply.message, groupTags.job)[0]);
      if (!job) throw new PrinterFault('busy', 'Get-Job-Attributes: the reply names no job', { sent: 'all' });
      return job;
    },
    async findJobs({ jobName, jobUuid }) {
      // job-name is no filter of Get-Jobs (RFC 8011 section 4.2.6): compare here. CUPS leaves the names of older jobs out, but
      // not their uuid.
      return (await listAllJobs()).filter(
        (job) => job.jobName === jobName || (jobUuid !== undefined && job.jobUuid === jobUuid),
      );
    },
    listJobs: () => listAllJobs(),
    async cancelJob(jobId) {
      await ask({ operation: 'Cancel-Job', attributes: { 'job-id': integer(jobId) } });
    },
    close: () => client.close(),
  };
}

/** A small file was just written and is still in memory: reading it in one step beats four trips to the thread pool. */
const smallBytes = 64 * 1024;

const openDocument = ({ path, bytes }: { path: string; bytes: number }): Readable =>
  bytes <= smallBytes ? Readable.from([readFileSync(path)]) : createReadStream(path);

const keywords = (words: string[]) => words.map((word) => keyword(word));

/** What the printer said it leaves out (RFC 8011 section 4.1.7) and without which the sheets would be others than were paid. */
function ignoredOf(reply: IppReply, { choices }: PrintRequest): string[] {
  const faithful = choices.sides === 'one-sided' ? [] : ['sides'];
  const unsupported = groupsOf(reply.message, groupTags.unsupported)[0];
  return faithful.filter((key) => unsupported && findAttribute(unsupported, key) !== undefined);
}

/** Only what the printer lists: printers refuse or misread what they don't know. */
function jobTemplate(request: PrintRequest, printer: PrinterDescription): IppAttributes {
  const { medium, choices } = request;
  const attributes: IppAttributes = { 'media-col': mediaCol(request, printer) };
  if (printer.copiesMax > 1) attributes.copies = integer(request.copies);
  if (printer.colorModes.includes(choices.color_mode))
    attributes['print-color-mode'] = keyword(choices.color_mode);
  if (printer.sides.includes(choices.sides)) attributes.sides = keyword(choices.sides);
  if (printer.printScalings.includes(request.scaling)) attributes['print-scaling'] = keyword(request.scaling);
  const quality = medium.mediaType.startsWith('photographic') ? 5 : 4;
  if (printer.printQualities.includes(quality)) attributes['print-quality'] = enumValue(quality);
  const collated = 'separate-documents-collated-copies';
  if (request.copies > 1 && request.pages > 1 && printer.multipleDocumentHandlings.includes(collated))
    attributes['multiple-document-handling'] = keyword(collated);
  return attributes;
}

function mediaCol({ medium }: PrintRequest, printer: PrinterDescription) {
  const none = integer(0);
  const mediaType = saidMediaType(printer.mediaTypes, medium.mediaType);
  return collection({
    'media-size': collection({
      'x-dimension': integer(medium.xDimension),
      'y-dimension': integer(medium.yDimension),
    }),
    ...(medium.borderless && {
      'media-top-margin': none,
      'media-bottom-margin': none,
      'media-left-margin': none,
      'media-right-margin': none,
    }),
    ...(mediaType !== undefined && { 'media-type': keyword(mediaType) }),
    ...(medium.source &&
      printer.mediaSources.includes(medium.source) && { 'media-source': keyword(medium.source) }),
  });
}

/** `sent` of a document is what left of it, and not of the message in front. */
function transportFault(error: unknown, { document }: IppRequest): unknown {
  if (!(error instanceof IppTransportError)) return error;
  const { kind, httpStatus = 0, certificates, message } = error;
  const sent = document && !error.hasDocumentLeft ? 'nothing' : error.sent;
  if (kind === 'certificate' && certificates)
    return new PrinterFault('untrusted', message, {
      sent,
      access: { kind: 'certificate-changed', certificates },
    });
  if (kind !== 'http') return new PrinterFault('unreachable', message, { sent });
  const isRefusal = busyHttpStatuses.has(httpStatus) || refusingHttpStatuses.has(httpStatus);
  if (httpStatus === 401 || httpStatus === 403 || httpStatus === 426)
    return new PrinterFault('locked', message, {
      sent,
      isRefusal,
      access: error.login && loginTroubles[error.login],
    });
  if (busyHttpStatuses.has(httpStatus)) return new PrinterFault('busy', message, { sent, isRefusal });
  return new PrinterFault(isRefusal ? 'refused' : 'unreachable', message, { sent, isRefusal });
}

const loginTroubles: Record<LoginProblem, PrinterAccessTrouble> = {
  needed: { kind: 'password-needed' },
  refused: { kind: 'password-refused' },
  readable: { kind: 'password-readable' },
  unknown: { kind: 'proof-unknown' },
};

function statusFault(operation: string, reply: IppReply): PrinterFault {
  const { statusName } = reply;
  const told = attributeText(groupsOf(reply.message, groupTags.operation)[0], 'status-message');
  const message = `${operation}: ${statusName}${told ? ` (${told})` : ''}`;
  const isRefusal = refusingStatuses.has(statusName);
  return new PrinterFault(faultKindOf(statusName), message, { sent: 'all', statusName, isRefusal });
}

function faultKindOf(status: string): PrinterFaultKind {
  if (status === 'client-error-not-found' || status === 'client-error-gone') return 'not-found';
  if (busyStatuses.has(status)) return 'busy';
  return lockedStatuses.has(status) ? 'locked' : 'refused';
}
