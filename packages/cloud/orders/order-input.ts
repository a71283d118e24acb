/** What an order and a quote take. Owns those shapes. */
import { wantedChoices } from '@platen/contracts/print-choices';
import { id, line, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';

const orderItem = z
  .strictObject({
    document_id: id('From upload_document; a photo_id too').optional(),
    photo_id: id('From upload_photo, instead of document_id').optional(),
    size: line(1, 40).describe('Code from get_print_options, e.g. 4x6, A4'),
    paper_type: line(1, 40).describe('Code from get_print_options, e.g. glossy'),
    quantity: wholeNumber(1, 999).describe('Copies'),
    ...wantedChoices,
  })
  .refine((item) => (item.document_id === undefined) !== (item.photo_id === undefined), {
    error: 'must have either document_id or photo_id',
  });

const itemsError = { error: 'must be a list of 1 to 100 items' };

const deliveryMethod = z
  .enum(['pickup', 'shipping', 'express'])
  .describe('pickup (default), shipping by a carrier, or express where check_express_delivery says so');

const note = line(0, 500).describe('For the shop');

/** The body of quote_order. */
export const orderInputShape = {
  items: z
    .array(orderItem, itemsError)
    .min(1, itemsError)
    .max(100, itemsError)
    .describe('One entry for each file and way of printing it'),
  delivery_method: deliveryMethod.default('pickup'),
  pickup_point_id: id('From list_pickup_points; default: at the shop itself').optional(),
  address_id: id('For shipping and express: from list_addresses; default: the default one').optional(),
  shipping_carrier_id: id('From get_shipping_carriers; default: the first that takes it').optional(),
  coupon_id: id('From get_available_coupons').optional(),
  note: note.default(''),
};

/**
 * The body of create_order: items, or a pre-order whose approved submissions are ordered. Delivery and note have no default here:
 * what is not said is what the pre-order says.
 */
export const creationInput = z
  .strictObject({
    ...orderInputShape,
    items: orderInputShape.items.optional(),
    delivery_method: deliveryMethod.optional(),
    note: note.optional(),
    pre_order_id: id(
      'Instead of items: what is approved in this pre-order of yours (list_pre_orders), delivered as it says unless told here',
    ).optional(),
    reject_pending: z.boolean().optional().describe('With pre_order_id: true rejects what waits for review'),
  })
  .superRefine((input, check) => {
    const refuse = (field: string, message: string) =>
      check.addIssue({ code: 'custom', path: [field], message });
    if (input.items === undefined && input.pre_order_id === undefined) {
      refuse('items', 'is missing; it must be a list of 1 to 100 items, or pre_order_id be given');
    }
    if (input.items !== undefined && input.pre_order_id !== undefined) {
      refuse('pre_order_id', 'must be left out when there are items');
    }
    if (input.reject_pending !== undefined && input.pre_order_id === undefined) {
      refuse('reject_pending', 'must be left out without pre_order_id');
    }
  });
