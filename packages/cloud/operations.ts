/** The one list of everything that can be called. REST, MCP and OpenAPI are loops over it. */
import { accountAdminOperations } from './accounts/account-admin-operations.ts';
import { loginOperations } from './accounts/login-operations.ts';
import { sessionOperations } from './accounts/session-operations.ts';
import { addressOperations } from './addresses/address-operations.ts';
import { auditOperations } from './admin/audit-operations.ts';
import { afterSalesOperations } from './aftersales/after-sales-operations.ts';
import { afterSalesShopOperations } from './aftersales/after-sales-shop-operations.ts';
import { balanceAdminOperations } from './balance/balance-admin-operations.ts';
import { balanceOperations } from './balance/balance-operations.ts';
import { couponAdminOperations } from './coupons/coupon-admin-operations.ts';
import { couponOperations } from './coupons/coupon-operations.ts';
import { documentOperations } from './documents/document-operations.ts';
import { healthOperations } from './health/health-operations.ts';
import { jobOperations } from './jobs/job-operations.ts';
import { keyOperations } from './keys/key-operations.ts';
import { limitAdminOperations } from './limits/limit-admin-operations.ts';
import type { Operation } from './operation/operation.ts';
import { orderOperations } from './orders/order-operations.ts';
import { shopOrderOperations } from './orders/shop-order-operations.ts';
import { paymentAdminOperations } from './payments/payment-admin-operations.ts';
import { paymentOperations } from './payments/payment-operations.ts';
import { topupOperations } from './payments/topup-operations.ts';
import { contactSheetOperations } from './photos/contact-sheet-operations.ts';
import { photoOperations } from './photos/photo-operations.ts';
import { preOrderOperations } from './preorders/pre-order-operations.ts';
import { shareOperations } from './preorders/pre-order-share-operations.ts';
import { submissionOperations } from './preorders/pre-order-submission-operations.ts';
import { catalogueAdminOperations } from './prices/catalogue-admin-operations.ts';
import { priceAdminOperations } from './prices/price-admin-operations.ts';
import { priceOperations } from './prices/price-operations.ts';
import { printerOperations } from './printers/printer-operations.ts';
import { printerShopOperations } from './printers/printer-shop-operations.ts';
import { profileOperations } from './profile/profile-operations.ts';
import { coverageAdminOperations } from './regions/coverage-admin-operations.ts';
import { coverageOperations } from './regions/coverage-operations.ts';
import { regionOperations } from './regions/region-operations.ts';
import { restorationOperations } from './restorations/restoration-operations.ts';
import { restoreShareOperations } from './restorations/restore-share-operations.ts';
import { orderReviewOperations } from './reviews/order-review-operations.ts';
import { orderReviewShopOperations } from './reviews/order-review-shop-operations.ts';
import { scheduleOperations } from './schedules/schedule-operations.ts';
import { shopScheduleOperations } from './schedules/shop-schedule-operations.ts';
import { carrierAdminOperations } from './shipping/carrier-admin-operations.ts';
import { pickupAdminOperations } from './shipping/pickup-admin-operations.ts';
import { shippingAdminOperations } from './shipping/shipping-admin-operations.ts';
import { shippingOperations } from './shipping/shipping-operations.ts';
import { agentAdminOperations } from './shops/agent-admin-operations.ts';
import { printRulesOperations } from './shops/print-rules-operations.ts';
import { referralAdminOperations } from './shops/referral-admin-operations.ts';
import { referralOperations } from './shops/referral-operations.ts';
import { shopAdminOperations } from './shops/shop-admin-operations.ts';

export const operations: readonly Operation[] = [
  ...documentOperations,
  ...photoOperations,
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
  ...jobOperations,
  ...loginOperations,
  ...sessionOperations,
  ...accountAdminOperations,
  ...shopAdminOperations,
  ...agentAdminOperations,
  ...printRulesOperations,
  ...limitAdminOperations,
  ...auditOperations,
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
