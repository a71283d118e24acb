/** The evidence of an after-sales request: for the customer and for the staff of the shop. */
import { AppError } from '@platen/contracts/app-error';
import type { FastifyInstance } from 'fastify';
import type { Caller, Deps } from '../context.ts';
import { sendDocument } from '../documents/document-sending.ts';
import type { Authenticate } from '../http/rest.ts';
import { findAfterSales, findEvidence } from './after-sales-store.ts';
import type { AfterSalesTable } from './after-sales-tables.ts';

interface EvidencePath {
  after_sales_id: string;
  photo_id: string;
}

export const evidencePath = ({ after_sales_id, photo_id }: EvidencePath): string =>
  `/api/user/after-sales/${after_sales_id}/photos/${photo_id}`;

/** Mounts GET /api/user/after-sales/{after_sales_id}/photos/{photo_id}; it answers the file itself. */
export function addAfterSalesRoutes(
  http: FastifyInstance,
  { deps, authenticate }: { deps: Deps; authenticate: Authenticate },
): void {
  const url = evidencePath({ after_sales_id: ':after_sales_id', photo_id: ':photo_id' });
  http.get<{ Params: EvidencePath }>(url, async (request, reply) => {
    const caller = await authenticate(request.headers.authorization, request);
    const { after_sales_id: afterSalesId, photo_id: documentId } = request.params;
    const found = await findAfterSales(deps.database.query, afterSalesId);
    const upload =
      found &&
      mayLook(found, caller) &&
      (await findEvidence(deps.database.query, { afterSalesId, documentId }));
    if (!upload) throw new AppError('not_found', 'No such photo.');
    return await sendDocument(deps, reply, upload);
  });
}

const mayLook = (request: AfterSalesTable, { accountId, role, shopId }: Caller): boolean =>
  request.account_id === accountId || role === 'admin' || (role === 'operator' && request.shop_id === shopId);
