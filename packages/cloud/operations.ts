/** The one list of everything that can be called. REST, MCP and OpenAPI are loops over it. */
import { adminOperations } from './admin/admin-operations.ts';
import { balanceOperations } from './balance/balance-operations.ts';
import { couponAdminOperations } from './coupons/coupon-admin-operations.ts';
import { couponOperations } from './coupons/coupon-operations.ts';
import { documentOperations } from './documents/document-operations.ts';
import { healthOperations } from './health/health-operations.ts';
import { jobOperations } from './jobs/job-operations.ts';
import { keyOperations } from './keys/key-operations.ts';
import type { Operation } from './operation.ts';
import { orderOperations } from './orders/order-operations.ts';
import { shopOrderOperations } from './orders/shop-order-operations.ts';
import { paymentOperations } from './payments/payment-operations.ts';
import { photoOperations } from './photos/photo-operations.ts';
import { catalogueAdminOperations } from './prices/catalogue-admin-operations.ts';
import { priceAdminOperations } from './prices/price-admin-operations.ts';
import { priceOperations } from './prices/price-operations.ts';
import { printerOperations } from './printers/printer-operations.ts';
import { profileOperations } from './profile/profile-operations.ts';
import { coverageAdminOperations } from './regions/coverage-admin-operations.ts';
import { coverageOperations } from './regions/coverage-operations.ts';
import { regionOperations } from './regions/region-operations.ts';
import { scheduleOperations } from './schedules/schedule-operations.ts';
import { carrierAdminOperations } from './shipping/carrier-admin-operations.ts';
import { pickupAdminOperations } from './shipping/pickup-admin-operations.ts';
import { shippingAdminOperations } from './shipping/shipping-admin-operations.ts';
import { shippingOperations } from './shipping/shipping-operations.ts';
import { referralAdminOperations } from './shops/referral-admin-operations.ts';
import { referralOperations } from './shops/referral-operations.ts';

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
  ...adminOperations,
  ...couponOperations,
  ...couponAdminOperations,
  ...shopOrderOperations,
  ...scheduleOperations,
  ...catalogueAdminOperations,
  ...priceAdminOperations,
  ...regionOperations,
  ...coverageOperations,
  ...shippingOperations,
  ...referralOperations,
  ...coverageAdminOperations,
  ...carrierAdminOperations,
  ...shippingAdminOperations,
  ...pickupAdminOperations,
  ...referralAdminOperations,
];
