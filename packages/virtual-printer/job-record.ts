/**
 * Owns what the virtual printer knows about a job, as plain data that goes to the journal and back, and how that
 * looks as IPP job attributes (RFC 8011 section 5.3). No I/O.
 */
import { decodeMessage, encodeMessage } from '@platen/ipp/ipp-codec';
import {
  attributeNumber,
  attributesOf,
  attributeText,
  dateTime,
  enumValue,
  groupTags,
  type IppAttribute,
  type IppAttributeList,
  integer,
  keyword,
  mimeMediaType,
  name,
  outOfBand,
  text,
  uri,
  valueTags,
} from '@platen/ipp/ipp-message';

/** job-state values (RFC 8011 section 5.3.7). */
export const jobStates = {
  pending: 3,
  held: 4,
  processing: 5,
  stopped: 6,
  canceled: 7,
  aborted: 8,
  completed: 9,
} as const;

/** One job; JSON as it stands. Times are milliseconds since 1970. */
export interface JobRecord {
  id: number;
  uuid: string;
  name: string;
  user: string;
  state: number;
  reasons: string[];
  /** The job attributes as accepted, encoded by the IPP codec and written in base64. */
  sent: string;
  /** As the client named it; what it is by content once the document came. */
  documentFormat: string;
  documentName?: string;
  /** no: waiting for Send-Document. receiving: it is coming. whole: stored, the job can be printed. */
  document: 'no' | 'receiving' | 'whole';
  documentBytes: number;
  /** Pages of one copy; absent until they were counted. */
  pages?: number;
  impressionsCompleted: number;
  sheetsCompleted: number;
  createdAt: number;
  processingAt?: number;
  completedAt?: number;
}

/** True for canceled, aborted and completed. */
export const isFinished = (job: JobRecord): boolean => job.state >= jobStates.canceled;

/** Packs accepted job attributes for the record. */
export const packAttributes = (attributes: IppAttribute[]): string =>
  encodeMessage({
    version: [2, 0],
    code: 0,
    requestId: 1,
    groups: [{ tag: groupTags.job, attributes }],
  }).toString('base64');

/** The job attributes as they were accepted. */
export const sentAttributes = (job: JobRecord): IppAttribute[] =>
  decodeMessage(Buffer.from(job.sent, 'base64')).message.groups[0]?.attributes ?? [];

/** How many copies were asked for; 1 unless told. */
export const copiesOf = (job: JobRecord): number =>
  attributeNumber({ attributes: sentAttributes(job) }, 'copies') ?? 1;

const stateMessages: Record<number, string> = {
  3: 'Waiting.',
  4: 'Held.',
  5: 'Printing.',
  6: 'Stopped.',
  7: 'Canceled.',
  8: 'Aborted.',
  9: 'Completed.',
};

/** What is needed besides the record to describe a job. */
export interface JobView {
  printerUri: string;
  /** When this process began to count printer-up-time. */
  startedAt: number;
}

/** printer-up-time at a moment; not positive for what happened before the start (RFC 8011 section 5.3.14). */
export const upTime = (view: { startedAt: number }, at: number): number =>
  Math.floor((at - view.startedAt) / 1000) + 1;

function timeAttributes(job: JobRecord, view: JobView): IppAttribute[] {
  const times = { creation: job.createdAt, processing: job.processingAt, completed: job.completedAt };
  return Object.entries(times).flatMap(([event, at]) =>
    attributesOf({
      [`time-at-${event}`]: at === undefined ? outOfBand(valueTags.noValue) : integer(upTime(view, at)),
      [`date-time-at-${event}`]: at === undefined ? outOfBand(valueTags.noValue) : dateTime(new Date(at)),
    }),
  );
}

/** Every attribute of a job, description first, then the template as sent. */
export function jobAttributes(job: JobRecord, view: JobView): IppAttribute[] {
  const copies = copiesOf(job);
  return [
    ...attributesOf({
      'job-id': integer(job.id),
      'job-uri': uri(`${view.printerUri}/${job.id}`),
      'job-uuid': uri(job.uuid),
      'job-printer-uri': uri(view.printerUri),
      'job-printer-up-time': integer(upTime(view, Date.now())),
      'job-name': name(job.name),
      'job-originating-user-name': name(job.user),
      'job-state': enumValue(job.state),
      'job-state-reasons': job.reasons.map(keyword),
      'job-state-message': text(stateMessages[job.state] ?? ''),
      'job-impressions': job.pages === undefined ? outOfBand(valueTags.noValue) : integer(job.pages * copies),
      'job-impressions-completed': integer(job.impressionsCompleted),
      'job-media-sheets-completed': integer(job.sheetsCompleted),
      'job-k-octets': integer(Math.ceil(job.documentBytes / 1024)),
      'number-of-documents': integer(job.document === 'whole' ? 1 : 0),
      'document-format': mimeMediaType(job.documentFormat),
      ...(job.documentName === undefined ? {} : { 'document-name-supplied': name(job.documentName) }),
    }),
    ...timeAttributes(job, view),
    ...sentAttributes(job),
  ];
}

/** True when the job asks to be held on arrival (RFC 8011 section 5.2.2). */
export const asksForHold = (attributes: IppAttributeList): boolean =>
  (attributeText(attributes, 'job-hold-until') ?? 'no-hold') !== 'no-hold';
