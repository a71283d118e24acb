/** How the delivery of an order looks on the wire. Owns that shape; never used where anybody else looks. */
import { time, toTimeOrNull } from '@platen/contracts/shapes';
import { z } from 'zod';
import type { DeliverySnapshot } from './delivery-rules.ts';
import type { OrderTable } from './order-tables.ts';

export const deliveryShape = z.object({
  address: z
    .object({
      name: z.string(),
      phone: z.string(),
      country: z.string(),
      province: z.string(),
      city: z.string(),
      district: z.string(),
      detail: z.string(),
      postcode: z.string(),
      region_id: z.string().nullable(),
    })
    .nullable()
    .describe('As it was when the order was made; null for pickup'),
  pickup_point: z
    .object({ pickup_point_id: z.uuid(), name: z.string(), address: z.string(), phone: z.string() })
    .nullable()
    .describe('null: at the shop itself, or not collected'),
  carrier: z
    .object({ carrier_id: z.uuid(), code: z.string(), name_zh: z.string(), name_en: z.string() })
    .nullable(),
  expected: z
    .object({ earliest: z.string(), latest: z.string() })
    .nullable()
    .describe('Days (YYYY-MM-DD) on which it should arrive when it is paid at once'),
  weight_g: z.int().nullable(),
  tracking_no: z.string().nullable().describe("The carrier's number, once it is shipped"),
  shipped_at: time.nullable(),
});

/** What was kept of where the order goes. */
export const snapshotOf = (order: Pick<OrderTable, 'delivery'>): DeliverySnapshot =>
  order.delivery === null ? {} : (JSON.parse(order.delivery) as DeliverySnapshot);

export function deliveryView(
  order: Pick<OrderTable, 'delivery' | 'weight_g' | 'tracking_no' | 'shipped_at'>,
): z.infer<typeof deliveryShape> {
  const { address, pickup_point, carrier, expected } = snapshotOf(order);
  return {
    address: address ?? null,
    pickup_point: pickup_point ?? null,
    carrier: carrier ?? null,
    expected: expected ?? null,
    weight_g: order.weight_g,
    tracking_no: order.tracking_no,
    shipped_at: toTimeOrNull(order.shipped_at),
  };
}
