/**
 * What stands in the examples of the reference: for each field a value that works, or the variable that a reader fills in and which call
 * gives it. Owns both tables; must never know how an example is written.
 */

/** What a reader has to get first. */
export interface VariableSource {
  /** As an environment variable: `ORDER_ID`. */
  variable: string;
  /** The operation whose answer has it, and where in that answer: `items[0].job_id`. */
  from?: { operation: string; field: string };
  /** Where else it comes from, when no answer has it. */
  said?: string;
  isNumber?: true;
}

const answered = (variable: string, operation: string, field: string, isNumber?: true): VariableSource => ({
  variable,
  from: { operation, field },
  ...(isNumber && { isNumber }),
});

/** By field, or by `operation.field` where a field means something else there. A name in the plural stands for a list of one. */
export const variableSources: Record<string, VariableSource> = {
  document_id: answered('DOCUMENT_ID', 'upload_document', 'document_id'),
  photo_id: answered('PHOTO_ID', 'upload_photo', 'photo_id'),
  upload_id: answered('UPLOAD_ID', 'create_upload', 'upload_id'),
  order_id: answered('ORDER_ID', 'create_order', 'order_id'),
  order_no: answered('ORDER_NO', 'create_order', 'order_no'),
  topup_id: answered('TOPUP_ID', 'create_topup', 'topup_id'),
  pre_order_id: answered('PRE_ORDER_ID', 'create_pre_order', 'pre_order_id'),
  share_code: answered('SHARE_CODE', 'create_pre_order', 'share_code'),
  submission_id: answered('SUBMISSION_ID', 'submit_share_photos', 'submission_id'),
  after_sales_id: answered('AFTER_SALES_ID', 'create_after_sales', 'after_sales_id'),
  review_id: answered('REVIEW_ID', 'submit_order_review', 'review_id'),
  restoration_id: answered('RESTORATION_ID', 'restoration_preview', 'restoration_id'),
  based_on: answered('RESTORATION_ID', 'restoration_preview', 'restoration_id'),
  share_id: answered('SHARE_ID', 'create_restore_share', 'share_id'),
  'claim_restore_share.code': answered('RESTORE_CODE', 'create_restore_share', 'code'),
  'get_restore_share_info.code': answered('RESTORE_CODE', 'create_restore_share', 'code'),
  address_id: answered('ADDRESS_ID', 'create_address', 'address_id'),
  shipping_carrier_id: answered('CARRIER_ID', 'get_shipping_carriers', 'items[0].carrier_id'),
  carrier_id: answered('CARRIER_ID', 'get_shipping_carriers', 'items[0].carrier_id'),
  pickup_point_id: answered('PICKUP_POINT_ID', 'list_pickup_points', 'items[0].pickup_point_id'),
  coupon_id: answered('COUPON_ID', 'list_coupons', 'items[0].coupon_id'),
  api_key_id: answered('API_KEY_ID', 'create_api_key', 'api_key_id'),
  session_id: answered('SESSION_ID', 'list_sessions', 'items[0].session_id'),
  job_id: answered('JOB_ID', 'list_print_jobs', 'items[0].job_id'),
  shop_id: answered('SHOP_ID', 'list_shops', 'items[0].shop_id'),
  agent_id: answered('AGENT_ID', 'list_shop_agents', 'items[0].agent_id'),
  account_id: answered('ACCOUNT_ID', 'list_accounts', 'items[0].account_id'),
  campaign_id: answered('CAMPAIGN_ID', 'create_coupon_campaign', 'campaign_id'),
  rule_id: answered('RULE_ID', 'create_coverage_rule', 'rule_id'),
  resync_id: answered('RESYNC_ID', 'list_agent_resyncs', 'items[0].resync_id'),
  request_id: answered('REQUEST_ID', 'discover_shop_printers', 'request_id'),
  backlog_id: answered('BACKLOG_ID', 'get_shop_schedule', 'agents[0].report.backlog.backlog_id'),
  entry_id: {
    variable: 'ENTRY_ID',
    said: 'details.entry_id of the printer in the answer of get_printer_status',
  },
  version: {
    variable: 'VERSION',
    said: 'details.version of the printer in the answer of get_printer_status',
    isNumber: true,
  },
  'update_shop_schedule.version': answered('VERSION', 'get_shop_schedule', 'schedule.version', true),
  'update_print_rules.version': answered('VERSION', 'get_print_rules', 'version', true),
  uuid: {
    variable: 'PRINTER_UUID',
    said: 'details.other_uuid of the printer in the answer of get_printer_status',
  },
  referral_code: {
    variable: 'REFERRAL_CODE',
    said: 'the code on the card of a shop (list_referral_codes shows it to its staff)',
  },
  'redeem_coupon.code': {
    variable: 'COUPON_CODE',
    said: 'the code on the voucher (create_coupon_campaign answers it to admins)',
  },
  'login.code': { variable: 'CODE', said: 'the six digits of the text message that request_code sent' },
  'register_account.code': {
    variable: 'CODE',
    said: 'the six digits of the text message that request_code sent',
  },
};

/** Values that a new installation takes as they are: sizes, papers and places of its first price list. */
export const exampleValues: Record<string, unknown> = {
  size: '4x6',
  paper_type: 'glossy',
  quantity: 2,
  name: '李小明',
  'create_api_key.name': 'laptop',
  'create_shop.name': 'Old Town Prints',
  'update_shop.name': 'Old Town Prints',
  'add_shop_printer.name': 'Left of the door',
  'create_size.name': 'Square 3 × 3 in',
  'create_paper_type.name': 'Silk',
  'create_coupon_campaign.name': 'Spring',
  'create_pickup_point.name': 'Kiosk at the station',
  'set_rate_limit.name': 'login_phone',
  'reset_rate_limit.name': 'login_phone',
  phone: '+8613800000001',
  'create_address.phone': '13800138000',
  nickname: '小明',
  detail: '科技园南路 1 号 2 栋 301',
  text: '李小明 13800138000 广东省深圳市南山区科技园南路1号',
  title: '班级合影',
  order_type: 'photo',
  spec_mode: 'fixed',
  status: 'open',
  reason: 'The colours are not those of the photo',
  type: 'reprint',
  rating_print: 5,
  amount: 20,
  note: 'Goodwill',
  reply: 'Thank you, see you again!',
  bytes: 120000,
  kind: 'photo',
  filename: 'photo.jpg',
  region_id: '440305',
  city_id: '440300',
  approved: true,
  decision: 'approve',
  'decide_print_job.decision': 'reprint',
  'decide_print_backlog.decision': 'print_now',
  role: 'customer',
  quota_mib: 2048,
  max: 30,
  window_seconds: 600,
  service: 'express',
  allow: true,
  code: '3x3',
  'create_carrier.code': 'pigeon',
  'update_paper_type.code': 'silk',
  'delete_paper_type.code': 'silk',
  'create_paper_type.code': 'silk',
  name_zh: '信鸽',
  name_en: 'Pigeon Post',
  media_size: 'om_square_76x76mm',
  width_mm: 76,
  height_mm: 76,
  made_for: 'photo',
  media_type: 'photographic-satin',
  finish: 'satin',
  weight_gsm: 250,
  breaks: [{ min_pages: 1, price: 1.5 }],
  first_fee: 12,
  step_fee: 4,
  address: '科苑路 6 号',
  hours: [{ weekday: 'monday', open: '09:00', close: '18:00' }],
  uri: 'ipp://192.168.1.20/ipp/print',
  plan: { mode: 'immediate' },
};
