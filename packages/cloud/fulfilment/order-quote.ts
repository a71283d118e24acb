/** How a price looks on the wire before there is an order. */
import { type Currency, toMajor } from '@platen/contracts/money';
import { z } from 'zod';
import { deliveryShape, deliveryView } from '../orders/delivery-view.ts';
import type { PricedOrder } from '../orders/order-pricing.ts';
import { pricedItemShape } from './order-view.ts';

export const quoteShape = z.object({
  items: z.array(pricedItemShape),
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
      ...item.choices,
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
