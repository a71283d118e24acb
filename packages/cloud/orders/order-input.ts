/** What an order and a quote take. Owns those shapes. */
import { wantedArrangement, wantedCrop } from '@platen/contracts/print-layout';
import { id, line, wholeNumber } from '@platen/contracts/shapes';
import { z } from 'zod';

const orderItem = z
  .strictObject({
    document_id: id('From upload_document; the id of a photo is taken too').optional(),
    photo_id: id('From upload_photo; instead of document_id').optional(),
    size: line(1, 40).describe('A code from get_print_options, e.g. 4x6 or A4'),
    paper_type: line(1, 40).describe('A code from get_print_options, e.g. glossy or plain'),
    quantity: wholeNumber(1, 999).describe('Copies'),
    fit: z
      .enum(['fill', 'fit'])
      .optional()
      .describe('fill crops to cover the sheet (default for photo sizes), fit leaves white borders'),
    color_mode: z
      .enum(['color', 'monochrome'])
      .default('color')
      .describe('monochrome is cheaper for documents'),
    sides: z
      .enum(['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'])
      .default('one-sided')
      .describe('Both sides of the sheet, turned like a book (long edge) or a pad (short edge)'),
    page_ranges: line(1, 300)
      .optional()
      .describe('Pages of the document to print, e.g. "1-3,5"; only they are paid. Default: all'),
    crop: wantedCrop.optional().describe('Of a picture: only this part of it'),
    border: z
      .enum(['white', 'blurred'])
      .optional()
      .describe(
        'Of a picture that is fitted: what is around it; blurred is the picture itself, large and blurred',
      ),
    layout: wantedArrangement
      .optional()
      .describe(
        'Several on one sheet. id_photo: as many copies of the picture in an exact size as the paper has room for, with marks to cut along; without crop it is cut by the head, as high as the size asks for, and refused where there is no face, several, or too little around it. contact_sheet: the pages of a TIFF in a grid; each sheet is paid as a page',
      ),
    slip: z
      .boolean()
      .optional()
      .describe('A line with order number, item, copies and date at the foot of each sheet of a picture'),
  })
  .refine((item) => (item.document_id === undefined) !== (item.photo_id === undefined), {
    error: 'must have either document_id or photo_id',
  });

const itemsError = { error: 'must be a list of 1 to 100 items' };

/** The body of create_order and quote_order. */
export const orderInputShape = {
  items: z
    .array(orderItem, itemsError)
    .min(1, itemsError)
    .max(100, itemsError)
    .describe('What is printed: one entry for each file and way of printing it'),
  delivery_method: z
    .enum(['pickup', 'shipping', 'express'])
    .default('pickup')
    .describe(
      'pickup: collected; shipping: sent by a carrier; express: where check_express_delivery says so',
    ),
  pickup_point_id: id('From list_pickup_points; default: at the shop itself').optional(),
  address_id: id(
    'For shipping and express: from list_addresses or create_address; default: the default address',
  ).optional(),
  shipping_carrier_id: id('From get_shipping_carriers; default: the first that takes it').optional(),
  coupon_id: id('From get_available_coupons').optional(),
  note: line(0, 500).default('').describe('For the shop'),
};
