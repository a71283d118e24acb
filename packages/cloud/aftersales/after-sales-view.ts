/** How after-sales requests look on the wire. Owns those shapes; decides nothing. */
import type { EventType } from '@platen/contracts/event-types';
import { type Currency, toMajor } from '@platen/contracts/money';
import { time, toTime, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { Deps } from '../context.ts';
import type { Query, Tx } from '../db/database.ts';
import { type HistoryLine, readHistory } from '../events/event-log.ts';
import { listOrderNos } from '../orders/order-store.ts';
import { evidencePath } from './after-sales-routes.ts';
import { listAfterSalesItems, listAfterSalesPhotos } from './after-sales-store.ts';
import type { AfterSalesItemTable, AfterSalesPhotoTable, AfterSalesTable } from './after-sales-tables.ts';

export const afterSalesStatus = z.enum([
  'requested',
  'approved',
  'rejected',
  'refunded',
  'reprinting',
  'closed',
]);
export const afterSalesType = z
  .enum(['reprint', 'refund', 'other'])
  .describe('reprint: the copies anew; refund: money back; other: as the description says');

export const afterSalesShape = z.object({
  after_sales_id: z.uuid(),
  order_id: z.uuid(),
  order_no: z.string(),
  type: afterSalesType,
  status: afterSalesStatus.describe(
    'requested, then approved or rejected by the shop, refunded or reprinting, closed',
  ),
  resolution: z
    .enum(['refunded', 'reprinted', 'settled', 'rejected', 'withdrawn'])
    .nullable()
    .describe('How it ended; null while it is open'),
  reason: z.string(),
  description: z.string(),
  items: z.array(
    z.object({
      position: z.int().describe('Of the order item'),
      copies: z.int(),
      refunded: z.number().describe('In major units'),
      job_id: z.uuid().nullable().describe('The print job of the new copies; its state is in the order'),
    }),
  ),
  photos: z
    .array(
      z.object({
        photo_id: z.uuid(),
        file_url: z
          .string()
          .describe("The photo itself, with the key of the customer or of the shop's staff"),
      }),
    )
    .describe('Evidence'),
  refunded: z.number(),
  currency: z.string(),
  decision_note: z.string().describe("The shop's word to the customer"),
  can_withdraw: z.boolean(),
  created_at: time,
  updated_at: time,
  decided_at: time.nullable(),
  closed_at: time.nullable(),
});

export const afterSalesWithHistoryShape = afterSalesShape.extend({
  history: z.array(z.object({ status: z.string(), by: z.string(), detail: z.string(), at: time })),
});

type ViewParts = Pick<Deps, 'currency' | 'publicUrl'>;

/** Requests with their items and photos, in the order given: three reads however many there are. */
export async function viewAfterSales(
  { currency, publicUrl }: ViewParts,
  db: Query | Tx,
  requests: AfterSalesTable[],
) {
  const ids = requests.map((request) => request.id);
  const items = Map.groupBy(await listAfterSalesItems(db, ids), (item) => item.after_sales_id);
  const photos = Map.groupBy(await listAfterSalesPhotos(db, ids), (photo) => photo.after_sales_id);
  const numbers = await listOrderNos(
    db,
    requests.map((request) => request.order_id),
  );
  return requests.map((request) =>
    requestView(request, {
      orderNo: numbers.get(request.order_id)!,
      items: items.get(request.id) ?? [],
      photos: photos.get(request.id) ?? [],
      currency,
      origin: publicUrl(),
    }),
  );
}

/** One with its history. */
export async function viewRequest(parts: ViewParts, db: Query | Tx, request: AfterSalesTable) {
  const [view] = await viewAfterSales(parts, db, [request]);
  return { ...view!, history: (await readHistory<AfterSalesEvent>(db, request.id)).map(eventView) };
}

function requestView(
  row: AfterSalesTable,
  more: {
    orderNo: string;
    items: AfterSalesItemTable[];
    photos: AfterSalesPhotoTable[];
    currency: Currency;
    origin: string;
  },
) {
  const { items, photos, currency, origin } = more;
  return {
    after_sales_id: row.id,
    order_id: row.order_id,
    order_no: more.orderNo,
    type: row.type,
    status: row.status,
    resolution: row.resolution,
    reason: row.reason,
    description: row.description,
    items: items.map((item) => ({
      position: item.position,
      copies: item.copies,
      refunded: toMajor(item.refunded_minor, currency),
      job_id: item.job_id,
    })),
    photos: photos.map(({ after_sales_id, document_id: photo_id }) => ({
      photo_id,
      file_url: `${origin}${evidencePath({ after_sales_id, photo_id })}`,
    })),
    refunded: toMajor(
      items.reduce((sum, item) => sum + item.refunded_minor, 0),
      currency,
    ),
    currency,
    decision_note: row.decision_note,
    can_withdraw: row.status === 'requested',
    created_at: toTime(row.created_at),
    updated_at: toTime(row.updated_at),
    decided_at: toTimeOrNull(row.decided_at),
    closed_at: toTimeOrNull(row.closed_at),
  };
}

type AfterSalesEvent = Extract<EventType, `after_sales.${string}`>;

const eventView = ({ data, at }: HistoryLine<AfterSalesEvent>) => ({
  status: data.to,
  by: data.actor,
  detail: data.detail,
  at: toTime(at),
});
