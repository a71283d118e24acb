/** The file of a submitted photo: for its submitter, and for the pre-order's owner while it is pending or approved. */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';
import { sendDocument } from '../documents/document-sending.ts';
import type { Authenticate } from '../http/rest.ts';
import { findPreOrder } from './pre-order-store.ts';
import { findSubmission, findSubmittedUpload } from './pre-order-submission-store.ts';

interface PhotoPath {
  pre_order_id: string;
  submission_id: string;
  photo_id: string;
}

export const submittedPhotoPath = ({ pre_order_id, submission_id, photo_id }: PhotoPath): string =>
  `/api/user/pre-orders/${pre_order_id}/submissions/${submission_id}/photos/${photo_id}`;

/** Mounts GET …/submissions/{submission_id}/photos/{photo_id}; it answers the file itself. */
export function addPreOrderRoutes(
  http: FastifyInstance,
  { deps, authenticate }: { deps: Deps; authenticate: Authenticate },
): void {
  const url = submittedPhotoPath({
    pre_order_id: ':pre_order_id',
    submission_id: ':submission_id',
    photo_id: ':photo_id',
  });
  http.get<{ Params: PhotoPath }>(url, async (request, reply) => {
    const { accountId } = await authenticate(request.headers.authorization, request);
    if (!(await mayLook(deps, request.params, accountId))) throw noSuchPhoto();
    const { submission_id: submissionId, photo_id: documentId } = request.params;
    const upload = await findSubmittedUpload(deps.database.query, { submissionId, documentId });
    if (!upload) throw noSuchPhoto();
    return await sendDocument(deps, reply, upload);
  });
}

const noSuchPhoto = () => new AppError('not_found', 'No such photo.');

async function mayLook(
  { database }: Deps,
  { pre_order_id, submission_id }: PhotoPath,
  accountId: string,
): Promise<boolean> {
  const submission = await findSubmission(database.query, submission_id);
  if (submission?.pre_order_id !== pre_order_id) return false;
  if (submission.account_id === accountId) return true;
  const preOrder = await findPreOrder(database.query, pre_order_id);
  return preOrder?.account_id === accountId && ['pending', 'approved'].includes(submission.status);
}
