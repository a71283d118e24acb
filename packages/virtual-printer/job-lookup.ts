/** Owns finding the job that a request means (RFC 8011 section 4.1.5): by job-uri, or by printer-uri and job-id. */
import { attributeNumber, attributeText, type IppGroup } from '@platen/ipp/ipp-message';
import { IppRefusal } from './ipp-server.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobRecord } from './job-record.ts';

/** The job a request means. Throws IppRefusal client-error-bad-request or client-error-not-found. */
export function getJob(operation: IppGroup, queue: Pick<JobQueue, 'jobs'>): JobRecord {
  const jobUri = attributeText(operation, 'job-uri');
  const id =
    jobUri === undefined ? attributeNumber(operation, 'job-id') : Number(/\/(\d+)$/.exec(jobUri)?.[1]);
  if (id === undefined) throw new IppRefusal('client-error-bad-request', 'job-id: is missing');
  const job = queue.jobs.get(id);
  if (!job) throw new IppRefusal('client-error-not-found', `there is no job ${id}`);
  return job;
}
