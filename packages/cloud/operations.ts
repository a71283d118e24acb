/** The one list of everything that can be called. REST, MCP and OpenAPI are loops over it. */
import { adminOperations } from './admin/admin-operations.ts';
import { balanceOperations } from './balance/balance-operations.ts';
import { documentOperations } from './documents/document-operations.ts';
import { healthOperations } from './health/health-operations.ts';
import { jobOperations } from './jobs/job-operations.ts';
import { keyOperations } from './keys/key-operations.ts';
import type { Operation } from './operation.ts';
import { orderOperations } from './orders/order-operations.ts';
import { paymentOperations } from './payments/payment-operations.ts';
import { photoOperations } from './photos/photo-operations.ts';
import { priceOperations } from './prices/price-operations.ts';
import { printerOperations } from './printers/printer-operations.ts';
import { profileOperations } from './profile/profile-operations.ts';
import { restorationAdminOperations } from './restorations/restoration-admin-operations.ts';
import { restorationOperations } from './restorations/restoration-operations.ts';
import { restoreShareOperations } from './restorations/restore-share-operations.ts';

export const operations: readonly Operation[] = [
  ...documentOperations,
  ...photoOperations,
  ...priceOperations,
  ...orderOperations,
  ...paymentOperations,
  ...balanceOperations,
  ...printerOperations,
  ...profileOperations,
  ...keyOperations,
  ...healthOperations,
  ...jobOperations,
  ...restorationOperations,
  ...restoreShareOperations,
  ...restorationAdminOperations,
  ...adminOperations,
];
