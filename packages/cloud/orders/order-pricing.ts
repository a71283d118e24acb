/** Pricing what is wanted: reads what it takes, and asks the rules. An order and its quote come from here alike. */
import { AppError } from '@platen/contracts/app-error';
import type { Context } from '../context.ts';
import { couponKindOf } from '../coupons/coupon-kind-rules.ts';
import { type CouponDiscount, discountOf, refuseCoupon } from '../coupons/coupon-rules.ts';
import { findCoupon } from '../coupons/coupon-store.ts';
import type { CouponTable } from '../coupons/coupon-tables.ts';
import { listDocumentsByIds } from '../documents/document-store.ts';
import type { DocumentTable } from '../documents/document-tables.ts';
import { refuseOffer, type ShopOffer } from '../offers/offer-rules.ts';
import { currentCatalogue } from '../prices/catalogue-cache.ts';
import type { Catalogue } from '../prices/price-rules.ts';
import { currentAbilities } from '../printers/printer-abilities-cache.ts';
import { listShops } from '../shops/shop-store.ts';
import type { Delivery } from './delivery-rules.ts';
import { withHeadCrop } from './item-head-crop.ts';
import { checkDeliveryFields, planDelivery, type WantedDelivery } from './order-delivery.ts';
import {
  checkOrderPages,
  type OrderTotal,
  type PricedItem,
  priceItem,
  totalOf,
  type WantedItem,
} from './pricing-rules.ts';

export interface WantedOrder extends WantedDelivery {
  items: WantedItem[];
  coupon_id?: string | undefined;
  note: string;
  /** Uploads of others that count as the caller's own here: approved submissions of a pre-order. */
  extraDocuments?: readonly DocumentTable[];
}

export interface PricedOrder {
  items: PricedItem[];
  total: OrderTotal;
  delivery: Delivery;
  /** The shop that prints it. */
  shopId: string;
}

/** Prices what is wanted. Throws what price, delivery and coupon rules refuse, naming the field. */
export async function priceOrder(context: Context, wanted: WantedOrder): Promise<PricedOrder> {
  checkDeliveryFields(wanted);
  const { database, caller } = context;
  const ids = [...new Set(wanted.items.map((item) => item.photo_id ?? item.document_id ?? ''))];
  const found = await listDocumentsByIds(database.query, { ids, accountId: caller.accountId });
  const documents = new Map([...found, ...(wanted.extraDocuments ?? [])].map((each) => [each.id, each]));
  const catalogue = await currentCatalogue(context);
  const items = await Promise.all(
    wanted.items.map(async (item, position): Promise<PricedItem> => {
      // What isn't offered at all needs no look at the photo.
      const priced = priceItem(catalogue, item, { documents, position });
      const cropped = await withHeadCrop(context, item, { document: priced.document, position });
      return cropped === item ? priced : priceItem(catalogue, cropped, { documents, position });
    }),
  );
  checkOrderPages(items);
  const coupon = wanted.coupon_id === undefined ? undefined : await getCoupon(context, wanted.coupon_id);

  // What comes off the prints decides whether shipping is free; free shipping is what comes off shipping.
  const isOffPrints = coupon !== undefined && couponKindOf(coupon.kind).takesFrom === 'prints';
  let discount = isOffPrints ? discountBy(context, coupon, { items, shippingMinor: 0 }) : undefined;
  const goodsMinor = totalOf(items, { discount, shippingMinor: 0 }).totalMinor;
  const delivery = await planDelivery(context, wanted, { items, goodsMinor });
  const shopId = await shopFor(context, { delivery, method: wanted.delivery_method, catalogue, items });
  const { shippingMinor } = delivery;
  if (coupon && !isOffPrints) discount = discountBy(context, coupon, { items, shippingMinor });
  return { items, total: totalOf(items, { discount, shippingMinor }), delivery, shopId };
}

interface ShopQuestion {
  delivery: Delivery;
  method: WantedOrder['delivery_method'];
  catalogue: Catalogue;
  items: readonly PricedItem[];
}

/**
 * The shop that prints these items: that of the pickup point; for what is sent, the first whose printers can make all of them. Throws
 * unprocessable, naming the field and what is possible, when the printers of the shop can't.
 */
async function shopFor(
  context: Context,
  { delivery, method, catalogue, items }: ShopQuestion,
): Promise<string> {
  const { shops: known } = await currentAbilities(context);
  const refusalAt = (shopId: string) => {
    const offer = known.get(shopId);
    return offer && refuseItems(catalogue, offer, items);
  };
  if (delivery.shopId !== undefined) return checkedShop(delivery.shopId, refusalAt);
  const shops = await listShops(context.database.query);
  const [first] = shops;
  if (!first) throw new AppError('unprocessable', 'No print shop is open yet.');
  // Who comes to fetch it comes to the first one.
  const able = method === 'pickup' ? undefined : shops.find(({ id }) => refusalAt(id) === undefined);
  return able?.id ?? checkedShop(first.id, refusalAt);
}

function checkedShop(shopId: string, refusalAt: (shopId: string) => string | undefined): string {
  const refusal = refusalAt(shopId);
  if (refusal !== undefined) throw new AppError('unprocessable', refusal);
  return shopId;
}

/** Why a shop can't print one of the items; undefined when it can print all. */
function refuseItems(
  catalogue: Catalogue,
  offer: ShopOffer,
  items: readonly PricedItem[],
): string | undefined {
  for (const [position, { size, paper, choices }] of items.entries()) {
    const { color_mode: color, sides } = choices;
    const refusal = refuseOffer(catalogue, [offer], { size, paper, color, sides });
    if (refusal) return `items[${position}].${refusal.field}: ${refusal.sentence}`;
  }
  return undefined;
}

async function getCoupon({ database, caller }: Context, id: string): Promise<CouponTable> {
  const coupon = await findCoupon(database.query, { id, accountId: caller.accountId });
  if (!coupon) throw new AppError('not_found', 'coupon_id: no such coupon in this account.');
  return coupon;
}

function discountBy(
  { now, currency }: Context,
  coupon: CouponTable,
  { items, shippingMinor }: { items: readonly PricedItem[]; shippingMinor: number },
): CouponDiscount {
  const basis = {
    items: items.map((item) => ({ scope: item.size.made_for, amountMinor: item.amountMinor })),
    shippingMinor,
    now: now(),
    currency,
  };
  const refusal = refuseCoupon(coupon, basis);
  if (refusal) throw new AppError(coupon.order_id ? 'conflict' : 'unprocessable', `coupon_id: ${refusal}`);
  return discountOf(coupon, basis);
}
