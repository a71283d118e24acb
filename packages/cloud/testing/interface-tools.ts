/**
 * The tools of the interface by their sets, and what a call of each does. Written down apart from the operations, so that the tests
 * notice when one of them says something else.
 */

/** Changes nothing; whatever is brought up to date on the way (deadlines, what a provider says) happens without it too. */
const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Adds something each time it is called. */
const adds = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
/** Adds something once, or sets what can be set back: a repeat changes nothing more. */
const sets = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };
/** Ends or spends something that can't be had back; a repeat changes nothing more. */
const ends = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
/** Spends, and a repeat may do so again. */
const spends = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };

/** With the reason where the name alone would say something else. */
export const interfaceTools: Record<string, Record<string, typeof reads>> = {
  documents: {
    upload_document: adds,
    list_documents: reads,
    get_document_info: reads,
    delete_document: ends,
  },
  photos: {
    upload_photo: adds,
    get_photo: reads,
    delete_photo: ends,
    check_photo_quality: reads,
  },
  orders: {
    create_order: adds,
    list_orders: reads,
    get_order_status: reads,
    // There is no way back.
    cancel_order: ends,
    track_order: reads,
    get_order_tracking: reads,
  },
  payments: {
    // With payment_method balance it pays; after a checkout has run out it starts another.
    create_payment: spends,
    // Spends money, in full and once.
    pay_with_balance: ends,
    get_payment_status: reads,
    // The person pays on a page; nothing is taken before.
    create_topup: adds,
    get_balance: reads,
    get_balance_transactions: reads,
  },
  coupons: {
    list_coupons: reads,
    get_available_coupons: reads,
    // An account redeems a code once.
    redeem_coupon: sets,
  },
  addresses: {
    list_addresses: reads,
    create_address: adds,
    // Orders keep the address they had.
    update_address: sets,
    delete_address: ends,
    parse_address: reads,
  },
  'pre-orders': {
    list_pre_orders: reads,
    create_pre_order: adds,
    get_pre_order: reads,
    // What others have submitted stays.
    update_pre_order: sets,
    // Cancelled ends the pre-order and its submissions for good.
    update_pre_order_status: ends,
    // A decision is told to the submitter and made once.
    review_submission: ends,
    cancel_submission: ends,
  },
  shares: {
    get_share_info: reads,
    submit_share_photos: adds,
    get_submission_status: reads,
    list_my_submissions: reads,
  },
  'after-sales': {
    list_after_sales: reads,
    create_after_sales: adds,
  },
  regions: {
    list_regions: reads,
    get_region: reads,
    get_region_tree: reads,
    get_region_coverage: reads,
    get_city_coverage: reads,
    get_agent_by_referral: reads,
    check_express_delivery: reads,
    get_shipping_config: reads,
    get_shipping_carriers: reads,
    list_pickup_points: reads,
  },
  prices: {
    get_print_prices: reads,
    get_print_options: reads,
    get_printer_status: reads,
    get_queue_status: reads,
  },
  profile: {
    get_profile: reads,
    update_profile: sets,
  },
  restorations: {
    // With a corrected mask each call makes a version; the photo stays.
    restoration_preview: adds,
    get_restoration: reads,
    create_restore_share: adds,
    list_my_restore_shares: reads,
    revoke_restore_share: ends,
    // An account claims once and gets the same copies again.
    claim_restore_share: sets,
  },
  keys: {
    list_api_keys: reads,
    create_api_key: adds,
    revoke_api_key: ends,
  },
  health: {
    health_check: reads,
    get_auto_print_schedule: reads,
  },
  reviews: {
    // An order is reviewed once.
    submit_order_review: sets,
    // An order is reviewed once.
    batch_submit_order_reviews: sets,
    list_my_order_reviews: reads,
    get_order_review: reads,
    // Notes that somebody looked; nothing is lost.
    mark_order_review_read: sets,
  },
};
