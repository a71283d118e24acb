/** The one list of everything that can be called. REST, MCP and OpenAPI are loops over it. */
import { accountAdminOperations } from './accounts/account-admin-operations.ts';
import { balanceAdminOperations } from './accounts/balance-admin-operations.ts';
import { balanceOperations } from './accounts/balance-operations.ts';
import { keyOperations } from './accounts/key-operations.ts';
import { loginOperations } from './accounts/login-operations.ts';
import { profileOperations } from './accounts/profile-operations.ts';
import { sessionOperations } from './accounts/session-operations.ts';
import { addressOperations } from './addresses/address-operations.ts';
import { auditOperations } from './admin/audit-operations.ts';
import { overviewOperations } from './admin/overview-operations.ts';
import { afterSalesOperations } from './aftersales/after-sales-operations.ts';
import { couponAdminOperations } from './coupons/coupon-admin-operations.ts';
import { couponOperations } from './coupons/coupon-operations.ts';
import { carrierAdminOperations } from './delivery/carrier-admin-operations.ts';
import { coverageAdminOperations } from './delivery/coverage-admin-operations.ts';
import { coverageOperations } from './delivery/coverage-operations.ts';
import { pickupAdminOperations } from './delivery/pickup-admin-operations.ts';
import { referralAdminOperations } from './delivery/referral-admin-operations.ts';
import { referralOperations } from './delivery/referral-operations.ts';
import { regionOperations } from './delivery/region-operations.ts';
import { shippingAdminOperations } from './delivery/shipping-admin-operations.ts';
import { shippingOperations } from './delivery/shipping-operations.ts';
import { documentOperations } from './documents/document-operations.ts';
import { resumableUploadOperations } from './documents/resumable-upload-operations.ts';
import { floorOperations } from './floor/floor-operations.ts';
import { afterSalesShopOperations } from './fulfilment/after-sales-shop-operations.ts';
import { jobOperations } from './fulfilment/job-operations.ts';
import { healthOperations } from './health/health-operations.ts';
import { agentAdminOperations } from './hub/agent-admin-operations.ts';
import { printerOperations } from './jobs/printer-operations.ts';
import { limitAdminOperations } from './limits/limit-admin-operations.ts';
import { eventOperations } from './live/event-operations.ts';
import { priceOperations } from './offers/price-operations.ts';
import type { Operation } from './operation/operation.ts';
import { orderOperations } from './ordering/order-operations.ts';
import { shopOrderOperations } from './ordering/shop-order-operations.ts';
import { paymentAdminOperations } from './payments/payment-admin-operations.ts';
import { paymentOperations } from './payments/payment-operations.ts';
import { topupOperations } from './payments/topup-operations.ts';
import { contactSheetOperations } from './photos/contact-sheet-operations.ts';
import { photoOperations } from './photos/photo-operations.ts';
import { qualityOperations } from './photos/quality-operations.ts';
import { preOrderOperations } from './preorders/pre-order-operations.ts';
import { shareOperations } from './preorders/pre-order-share-operations.ts';
import { submissionOperations } from './preorders/pre-order-submission-operations.ts';
import { catalogueAdminOperations } from './prices/catalogue-admin-operations.ts';
import { priceAdminOperations } from './prices/price-admin-operations.ts';
import { printRulesOperations } from './printers/print-rules-operations.ts';
import { printerShopOperations } from './printers/printer-shop-operations.ts';
import { shopAdminOperations } from './printers/shop-admin-operations.ts';
import { restorationOperations } from './restorations/restoration-operations.ts';
import { restoreShareOperations } from './restorations/restore-share-operations.ts';
import { accountClosingOperations } from './retention/account-closing-operations.ts';
import { accountExportOperations } from './retention/account-export-operations.ts';
import { documentDeletionOperations, photoDeletionOperations } from './retention/deletion-operations.ts';
import { orderReviewOperations } from './reviews/order-review-operations.ts';
import { orderReviewShopOperations } from './reviews/order-review-shop-operations.ts';
import { scheduleOperations } from './schedules/schedule-operations.ts';
import { shopScheduleOperations } from './schedules/shop-schedule-operations.ts';

const everyOperation = [
  ...documentOperations,
  ...resumableUploadOperations,
  ...documentDeletionOperations,
  ...photoOperations,
  ...photoDeletionOperations,
  ...qualityOperations,
  ...contactSheetOperations,
  ...priceOperations,
  ...orderOperations,
  ...paymentOperations,
  ...topupOperations,
  ...balanceOperations,
  ...preOrderOperations,
  ...submissionOperations,
  ...shareOperations,
  ...afterSalesOperations,
  ...afterSalesShopOperations,
  ...orderReviewOperations,
  ...orderReviewShopOperations,
  ...printerOperations,
  ...shopScheduleOperations,
  ...printerShopOperations,
  ...profileOperations,
  ...keyOperations,
  ...healthOperations,
  ...eventOperations,
  ...jobOperations,
  ...floorOperations,
  ...loginOperations,
  ...sessionOperations,
  ...accountExportOperations,
  ...accountClosingOperations,
  ...accountAdminOperations,
  ...shopAdminOperations,
  ...agentAdminOperations,
  ...printRulesOperations,
  ...limitAdminOperations,
  ...auditOperations,
  ...overviewOperations,
  ...couponOperations,
  ...couponAdminOperations,
  ...shopOrderOperations,
  ...scheduleOperations,
  ...catalogueAdminOperations,
  ...priceAdminOperations,
  ...restorationOperations,
  ...restoreShareOperations,
  ...addressOperations,
  ...regionOperations,
  ...coverageOperations,
  ...shippingOperations,
  ...referralOperations,
  ...coverageAdminOperations,
  ...carrierAdminOperations,
  ...shippingAdminOperations,
  ...pickupAdminOperations,
  ...referralAdminOperations,
  ...paymentAdminOperations,
  ...balanceAdminOperations,
];

export const operations: readonly Operation[] = everyOperation;

/** Any of them, with its literal name and address and its own schemas: the web's client is typed by it, and by nothing else. */
export type ApiOperation = (typeof everyOperation)[number];
