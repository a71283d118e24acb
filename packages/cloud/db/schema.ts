/**
 * The shape of every table, for Kysely: those of each feature, joined. Columns and types are in the features' files; the migrations create
 * exactly this (schema.test.ts). Times are milliseconds since 1970 (`…_at`), money is integer minor units, flags are 0 or 1, JSON is text: the same on
 * SQLite and PostgreSQL.
 */
import type { AccountTables } from '../accounts/account-tables.ts';
import type { SandboxTables } from '../adapters/payments-sandbox-tables.ts';
import type { AddressTables } from '../addresses/address-tables.ts';
import type { AfterSalesTables } from '../aftersales/after-sales-tables.ts';
import type { CouponTables } from '../coupons/coupon-tables.ts';
import type { DeliveryTables } from '../delivery/delivery-tables.ts';
import type { DocumentTables } from '../documents/document-tables.ts';
import type { EventTables } from '../events/event-tables.ts';
import type { FileTables } from '../files/file-tables.ts';
import type { JobTables } from '../jobs/job-tables.ts';
import type { LimitTables } from '../limits/limit-tables.ts';
import type { AuditTables } from '../operation/audit-tables.ts';
import type { IdempotencyTables } from '../operation/idempotency-tables.ts';
import type { OrderTables } from '../orders/order-tables.ts';
import type { OutboxTables } from '../outbox/outbox-tables.ts';
import type { PaymentTables } from '../payments/payment-tables.ts';
import type { PhotoTables } from '../photos/photo-tables.ts';
import type { PreOrderTables } from '../preorders/pre-order-tables.ts';
import type { PriceTables } from '../prices/price-tables.ts';
import type { PrinterTables } from '../printers/printer-tables.ts';
import type { RestorationTables } from '../restorations/restoration-tables.ts';
import type { OrderReviewTables } from '../reviews/order-review-tables.ts';
import type { ScheduleTables } from '../shops/schedule-tables.ts';
import type { ShopTables } from '../shops/shop-tables.ts';
import type { SettingTables } from './setting-tables.ts';

export interface Schema
  extends AccountTables,
    AddressTables,
    AfterSalesTables,
    AuditTables,
    CouponTables,
    DeliveryTables,
    DocumentTables,
    EventTables,
    FileTables,
    IdempotencyTables,
    JobTables,
    LimitTables,
    OrderReviewTables,
    OrderTables,
    OutboxTables,
    PaymentTables,
    PhotoTables,
    PreOrderTables,
    PriceTables,
    PrinterTables,
    RestorationTables,
    SandboxTables,
    ScheduleTables,
    SettingTables,
    ShopTables {}
