/** What each tool's hints say, with the reason where its name alone would say something else. */
import { expect, it } from 'vitest';
import { operations } from '../operations.ts';
import { createMcpTools } from './mcp-tools.ts';

/** Changes nothing; whatever is brought up to date on the way (deadlines, what a provider says) happens without it too. */
const read = 'read';
/** Adds something each time it is called. */
const adds = 'adds';
/** Adds something once: a repeat is refused or answered alike. */
const addsOnce = 'adds once';
/** Sets what can be set back; a repeat changes nothing more. */
const sets = 'sets';
/** Ends or spends something that can't be had back; a repeat changes nothing more. */
const ends = 'ends';
/** Spends, and a repeat may do so again. */
const spends = 'spends';

const hintsOf = {
  [read]: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  [adds]: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  [addsOnce]: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  [sets]: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  [ends]: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  [spends]: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
} as const;

const table: Record<string, [does: keyof typeof hintsOf, why?: string]> = {
  batch_submit_order_reviews: [addsOnce, 'an order is reviewed once'],
  cancel_order: [ends, 'there is no way back'],
  cancel_submission: [ends],
  check_express_delivery: [read],
  check_photo_quality: [read],
  claim_restore_share: [addsOnce, 'an account claims once and gets the same copies again'],
  create_address: [adds],
  create_after_sales: [adds],
  create_api_key: [adds],
  create_order: [adds],
  create_payment: [
    spends,
    'with payment_method balance it pays; after a checkout has run out it starts another',
  ],
  create_pre_order: [adds],
  create_restore_share: [adds],
  create_topup: [adds, 'the person pays on a page; nothing is taken before'],
  delete_address: [ends],
  delete_document: [ends],
  delete_photo: [ends],
  get_agent_by_referral: [read],
  get_auto_print_schedule: [read],
  get_available_coupons: [read],
  get_balance: [read],
  get_balance_transactions: [read],
  get_city_coverage: [read],
  get_document_info: [read],
  get_order_review: [read],
  get_order_status: [read],
  get_order_tracking: [read],
  get_payment_status: [read],
  get_photo: [read],
  get_pre_order: [read],
  get_print_options: [read],
  get_print_prices: [read],
  get_printer_status: [read],
  get_profile: [read],
  get_queue_status: [read],
  get_region: [read],
  get_region_coverage: [read],
  get_region_tree: [read],
  get_restoration: [read],
  get_share_info: [read],
  get_shipping_carriers: [read],
  get_shipping_config: [read],
  get_submission_status: [read],
  health_check: [read],
  list_addresses: [read],
  list_after_sales: [read],
  list_api_keys: [read],
  list_coupons: [read],
  list_documents: [read],
  list_my_order_reviews: [read],
  list_my_restore_shares: [read],
  list_my_submissions: [read],
  list_orders: [read],
  list_pickup_points: [read],
  list_pre_orders: [read],
  list_regions: [read],
  mark_order_review_read: [sets, 'notes that somebody looked; nothing is lost'],
  parse_address: [read],
  pay_with_balance: [ends, 'spends money, in full and once'],
  redeem_coupon: [addsOnce, 'an account redeems a code once'],
  restoration_preview: [adds, 'with a corrected mask each call makes a version; the photo stays'],
  review_submission: [ends, 'a decision is told to the submitter and made once'],
  revoke_api_key: [ends],
  revoke_restore_share: [ends],
  submit_order_review: [addsOnce, 'an order is reviewed once'],
  submit_share_photos: [adds],
  track_order: [read],
  update_address: [sets, 'orders keep the address they had'],
  update_pre_order: [sets, 'what others have submitted stays'],
  update_pre_order_status: [ends, 'cancelled ends the pre-order and its submissions for good'],
  update_profile: [sets],
  upload_document: [adds],
  upload_photo: [adds],
};

const tools = createMcpTools(operations);

it('says of all 73 what they do', () => {
  expect(tools.all.map((tool) => tool.listed.name)).toEqual(Object.keys(table).sort());
  expect(tools.all).toHaveLength(73);
});

it.each(Object.entries(table))('%s: %s', (name, [does]) => {
  const { operation, listed } = tools.find(name)!;
  // A file_url is the one thing that reaches beyond the service: whatever stands at that address is brought in.
  expect(listed.annotations).toEqual({ ...hintsOf[does], openWorldHint: operation.takesFile === true });
});
