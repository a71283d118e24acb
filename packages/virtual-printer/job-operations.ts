/**
 * Owns the operations that make jobs and bring documents: Validate-Job, Print-Job, Create-Job, Send-Document,
 * Close-Job (RFC 8011 sections 4.2 and 4.3, PWG 5100.11). A document is streamed to the disk; one that breaks off
 * aborts its job before anything is printed.
 */
import { createWriteStream, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createInflate } from 'node:zlib';
import {
  attributeBoolean,
  attributesOf,
  attributeText,
  enumValue,
  groupTags,
  type IppAttribute,
  type IppGroup,
  integer,
  keyword,
  mimeMediaType,
  uri,
} from '@platen/ipp/ipp-message';
import { type IppAnswer, type IppHandlers, type IppIncoming, IppRefusal } from './ipp-server.ts';
import { getJob } from './job-lookup.ts';
import { findFormat } from './job-pages.ts';
import type { JobQueue } from './job-queue.ts';
import { asksForHold, isFinished, type JobRecord, packAttributes } from './job-record.ts';
import { judgeTemplate, type TemplateFacts } from './printer-template.ts';

/** What the operations work on. */
export interface JobOperationOptions {
  queue: JobQueue;
  /** What jobs are checked against, as of now. */
  template(): TemplateFacts;
  formats: readonly string[];
  printerUri(): string;
}

const anyFormat = 'application/octet-stream';

function checkedFormat(operation: IppGroup, formats: readonly string[]): string {
  const format = attributeText(operation, 'document-format') ?? anyFormat;
  if (format === anyFormat || formats.includes(format)) return format;
  throw new IppRefusal(
    'client-error-document-format-not-supported',
    `document-format: ${format} is not one of ${formats.join(', ')}`,
    attributesOf({ 'document-format': mimeMediaType(format) }),
  );
}

function checkedCompression(operation: IppGroup): 'none' | 'gzip' | 'deflate' {
  const compression = attributeText(operation, 'compression') ?? 'none';
  if (compression === 'none' || compression === 'gzip' || compression === 'deflate') return compression;
  throw new IppRefusal(
    'client-error-compression-not-supported',
    `compression: ${compression} is not one of none, gzip, deflate`,
    attributesOf({ compression: keyword(compression) }),
  );
}

interface CheckedJob {
  accepted: IppAttribute[];
  unsupported: IppAttribute[];
  format: string;
}

/** Everything Validate-Job checks. Throws IppRefusal. */
function checkJob({ message, operation }: IppIncoming, options: JobOperationOptions): CheckedJob {
  const format = checkedFormat(operation, options.formats);
  checkedCompression(operation);
  const { isRefused, unsupported, accepted } = judgeTemplate(message, options.template());
  if (isRefused) {
    const names = unsupported.map((attribute) => attribute.name).join(', ');
    throw new IppRefusal(
      'client-error-attributes-or-values-not-supported',
      `${names}: not supported by this printer`,
      unsupported,
    );
  }
  return { accepted, unsupported, format };
}

const statusOf = (unsupported: IppAttribute[]): string =>
  unsupported.length > 0 ? 'successful-ok-ignored-or-substituted-attributes' : 'successful-ok';

const unsupportedGroup = (unsupported: IppAttribute[]): IppGroup[] =>
  unsupported.length > 0 ? [{ tag: groupTags.unsupported, attributes: unsupported }] : [];

function jobAnswer(job: JobRecord, unsupported: IppAttribute[], printerUri: string): IppAnswer {
  const attributes = attributesOf({
    'job-id': integer(job.id),
    'job-uri': uri(`${printerUri}/${job.id}`),
    'job-uuid': uri(job.uuid),
    'job-state': enumValue(job.state),
    'job-state-reasons': job.reasons.map(keyword),
  });
  return {
    status: statusOf(unsupported),
    groups: [...unsupportedGroup(unsupported), { tag: groupTags.job, attributes }],
  };
}

function addJob(incoming: IppIncoming, checked: CheckedJob, queue: JobQueue): JobRecord {
  const { operation } = incoming;
  const documentName = attributeText(operation, 'document-name');
  return queue.add({
    name: attributeText(operation, 'job-name') ?? documentName ?? 'Untitled',
    user: attributeText(operation, 'requesting-user-name') ?? 'anonymous',
    sent: packAttributes(checked.accepted),
    documentFormat: checked.format,
    ...(documentName === undefined ? {} : { documentName }),
    isHeld: asksForHold({ attributes: checked.accepted }),
  });
}

/** Streams the document to the disk; gives its size. */
async function store(incoming: IppIncoming, path: string): Promise<number> {
  const compression = checkedCompression(incoming.operation);
  const file = createWriteStream(path);
  const source = Readable.from(incoming.document, { objectMode: false });
  if (compression === 'none') await pipeline(source, file);
  else await pipeline(source, compression === 'gzip' ? createGunzip() : createInflate(), file);
  return file.bytesWritten;
}

const isZlibError = (error: unknown): boolean =>
  String((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');

/** Takes the document of a job. Throws IppRefusal after aborting the job, or what broke the connection. */
async function takeDocument(
  incoming: IppIncoming,
  job: JobRecord,
  { queue, formats }: JobOperationOptions,
): Promise<void> {
  const { operation } = incoming;
  const asked = checkedFormat(operation, formats);
  const path = queue.documentPath(job);
  queue.receive(job);
  let bytes: number;
  try {
    bytes = await store(incoming, path);
  } catch (error) {
    rmSync(path, { force: true });
    if (!isFinished(job))
      queue.abort(job, isZlibError(error) ? 'compression-error' : 'submission-interrupted');
    if (isZlibError(error))
      throw new IppRefusal('client-error-compression-error', 'the document can not be unpacked');
    throw error;
  }
  if (isFinished(job)) {
    rmSync(path, { force: true });
    throw new IppRefusal('server-error-job-canceled', `job ${job.id} was canceled`);
  }
  const format = bytes === 0 ? undefined : findFormat(path);
  const expected = asked === anyFormat ? job.documentFormat : asked;
  const isExpected = expected === anyFormat || expected === format;
  if (format === undefined || !formats.includes(format) || !isExpected) {
    queue.abort(job, 'document-format-error');
    rmSync(path, { force: true });
    throw new IppRefusal('client-error-document-format-error', `the document is no ${expected}`);
  }
  queue.accept(job, { format, bytes, name: attributeText(operation, 'document-name') });
}

/** Send-Document without data closes a job that already has its document, or ends one that never got any. */
async function isEmpty(incoming: IppIncoming): Promise<{ isEmpty: boolean; incoming: IppIncoming }> {
  const chunks = incoming.document[Symbol.asyncIterator]();
  const first = await chunks.next();
  async function* document(): AsyncGenerator<Buffer> {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value;
  }
  return { isEmpty: first.done === true, incoming: { ...incoming, document: document() } };
}

async function sendDocument(incoming: IppIncoming, options: JobOperationOptions): Promise<IppAnswer> {
  const { queue } = options;
  const job = getJob(incoming.operation, queue);
  const isLast = attributeBoolean(incoming.operation, 'last-document');
  if (isLast === undefined) throw new IppRefusal('client-error-bad-request', 'last-document: is missing');
  if (isFinished(job) && job.document === 'no')
    throw new IppRefusal('client-error-not-possible', `job ${job.id} is over`);
  checkedFormat(incoming.operation, options.formats);
  checkedCompression(incoming.operation);
  const peeked = await isEmpty(incoming);
  if (peeked.isEmpty && isLast) {
    if (job.document === 'no') queue.closeEmpty(job);
  } else if (job.document !== 'no') {
    throw new IppRefusal(
      'server-error-multiple-document-jobs-not-supported',
      `job ${job.id} already has its document`,
    );
  } else {
    await takeDocument(peeked.incoming, job, options);
  }
  return jobAnswer(job, [], options.printerUri());
}

/** The handlers of the operations named in the header of this file. */
export function jobOperations(options: JobOperationOptions): IppHandlers {
  const { queue, printerUri } = options;
  return {
    'Validate-Job': (incoming) => {
      const { unsupported } = checkJob(incoming, options);
      return { status: statusOf(unsupported), groups: unsupportedGroup(unsupported) };
    },
    'Print-Job': async (incoming) => {
      const checked = checkJob(incoming, options);
      const job = addJob(incoming, checked, queue);
      await takeDocument(incoming, job, options);
      return jobAnswer(job, checked.unsupported, printerUri());
    },
    'Create-Job': (incoming) => {
      const checked = checkJob(incoming, options);
      return jobAnswer(addJob(incoming, checked, queue), checked.unsupported, printerUri());
    },
    'Send-Document': (incoming) => sendDocument(incoming, options),
    'Close-Job': ({ operation }) => {
      const job = getJob(operation, queue);
      if (job.document === 'no' && !isFinished(job)) queue.closeEmpty(job);
      return {};
    },
  };
}
