/** How a price looks on the wire before there is an order. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { z } from 'zod';
import { deliveryShape, deliveryView } from './delivery-view.ts';
import type { PricedOrder } from './order-pricing.ts';

export const quoteShape = z.object({
  items: z.array(
    z.object({
      position: z.int(),
      document_id: z.uuid(),
      size: z.string(),
      paper_type: z.string(),
      quantity: z.int(),
      pages: z.int().describe('Printed pages of one copy'),
      page_ranges: z.string().nullable(),
      color_mode: z.enum(['color', 'monochrome']),
      sides: z.enum(['one-sided', 'two-sided-long-edge', 'two-sided-short-edge']),
      unit_price: z.number().describe('Of one printed page'),
      amount: z.number(),
      discount: z.number(),
    }),
  ),
  delivery: deliveryShape,
  subtotal: z.number(),
  discount: z.number().describe('All that the coupon takes off, shipping_discount included'),
  shipping: z.number(),
  shipping_discount: z.number(),
  total: z.number().describe('subtotal - discount + shipping'),
  currency: z.string(),
});

export function quoteView({ items, total, delivery }: PricedOrder, currency: Currency) {
  const major = (minor: number) => toMajor(minor, currency);
  return {
    items: items.map((item, index) => ({
      position: index + 1,
      document_id: item.document.id,
      size: item.size.code,
      paper_type: item.paper.code,
      quantity: item.quantity,
      pages: item.pages,
      page_ranges: item.pageRanges,
      color_mode: item.colorMode,
      sides: item.sides,
      unit_price: major(item.unitMinor),
      amount: major(item.amountMinor),
      discount: major(total.itemDiscounts[index]!),
    })),
    delivery: deliveryView({
      delivery: delivery.snapshot && JSON.stringify(delivery.snapshot),
      weight_g: delivery.weightG,
      tracking_no: null,
      shipped_at: null,
    }),
    subtotal: major(total.subtotalMinor),
    discount: major(total.discountMinor),
    shipping: major(total.shippingMinor),
    shipping_discount: major(total.shippingDiscountMinor),
    total: major(total.totalMinor),
    currency,
  };
}
