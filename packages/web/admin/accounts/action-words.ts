/** What the audit log's actions and things, and the limits, are called in the reader's language; one that is not here keeps its English name. */
import type { Language } from '../../kit/language.ts';

const actions: Record<string, string> = {
  accept_shop_printer: '接受打印机',
  acknowledge_agent_resync: '确认重新同步',
  act_on_shop_floor: '现场操作',
  add_shop_printer: '添加打印机',
  adjust_balance: '调整余额',
  close_account: '注销账号',
  close_after_sales: '关闭售后请求',
  cloud_older_than_agent: '云端记录比代理旧',
  complete_order: '完成订单',
  create_carrier: '新建快递公司',
  create_coupon_campaign: '新建优惠码',
  create_coverage_rule: '新建配送规则',
  create_enrolment_code: '生成登记码',
  create_paper_type: '新建纸张',
  create_pickup_point: '新建自提点',
  create_shop: '新建门店',
  create_size: '新建尺寸',
  decide_after_sales: '处理售后请求',
  decide_print_backlog: '处理积压任务',
  decide_print_job: '处理打印任务',
  delete_carrier: '删除快递公司',
  delete_carrier_rate: '删除运费',
  delete_coverage_rule: '删除配送规则',
  delete_paper_type: '删除纸张',
  delete_pickup_point: '删除自提点',
  delete_price: '删除价格',
  delete_shop: '删除门店',
  delete_size: '删除尺寸',
  disable_account: '停用账号',
  disable_coupon_campaign: '结束优惠码',
  discover_shop_printers: '查找打印机',
  enable_account: '恢复账号',
  grant_coupon: '赠送优惠券',
  hand_over_order: '交付订单',
  put_back_shop_printer: '恢复使用打印机',
  remove_shop_printer: '移除打印机',
  reply_to_order_review: '回复评价',
  reprint_copies: '补印',
  reset_rate_limit: '恢复默认限制',
  revoke_agent: '撤销代理',
  set_account_quota: '修改存储配额',
  set_account_role: '修改角色',
  set_carrier_rate: '修改运费',
  set_price: '修改价格',
  set_rate_limit: '修改限制',
  ship_order: '发货',
  update_agent: '修改代理',
  update_carrier: '修改快递公司',
  update_coverage_rule: '修改配送规则',
  update_loaded_paper: '登记装入的纸张',
  update_paper_type: '修改纸张',
  update_pickup_point: '修改自提点',
  update_print_rules: '修改打印规则',
  update_shipping_settings: '修改配送设置',
  update_shop: '修改门店',
  update_shop_contact: '修改门店联系方式',
  update_shop_printer: '修改打印机',
  update_shop_schedule: '修改打印计划',
  update_size: '修改尺寸',
};

const things: Record<string, string> = {
  account: '账号',
  after_sales: '售后请求',
  agent: '代理',
  agent_resync: '重新同步',
  backlog: '积压任务',
  carrier: '快递公司',
  carrier_rate: '运费',
  coupon: '优惠券',
  coupon_campaign: '优惠码',
  coverage_rule: '配送规则',
  order: '订单',
  order_review: '评价',
  paper_type: '纸张',
  pickup_point: '自提点',
  price: '价格',
  print_job: '打印任务',
  rate_limit: '限制',
  shop: '门店',
  settings: '设置',
  shop_floor: '现场',
  size: '尺寸',
};

const limits: Record<string, [name: string, counts: string]> = {
  login_phone: ['登录：每个手机号', '登录和注册时输错的验证码，按手机号和网络'],
  login_address: ['登录：每个网络', '失败的登录，按网络'],
  registration_address: ['注册', '注册次数，按网络'],
  code_pause: ['验证码间隔', '连续发送的验证码，按手机号和网络'],
  code_phone: ['验证码：每个手机号', '发送的验证码，按手机号和网络'],
  code_phone_day: ['验证码：每天', '一天内发送的验证码，按手机号和网络'],
  code_phone_all: ['验证码：每天总数', '一天内发送的验证码，按手机号，不分网络'],
  code_address: ['验证码：每个网络', '请求的验证码，按网络'],
  share_password: ['分享密码', '输错的密码和口令，按分享和网络'],
  share_password_all: ['分享密码：总数', '输错的密码和口令，按分享，不分网络'],
  coupon_code: ['优惠码', '尝试兑换的优惠码，按账号'],
  contact_sheets: ['照片拼版', '照片拼版请求，按账号'],
  restoration_network: ['照片修复', '开始的修复，按网络'],
  account_export: ['数据导出', '导出全部数据的次数，按账号'],
};

const plain = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** `set_price` as `Set price`, `修改价格`. */
export const actionText = (action: string, language: Language): string =>
  (language === 'zh' ? actions[action] : undefined) ?? plain(action);

export const thingText = (kind: string, language: Language): string =>
  (language === 'zh' ? things[kind] : undefined) ?? plain(kind);

/** What a limit is called and what it counts. */
export const limitText = (
  { name, counts }: { name: string; counts: string },
  language: Language,
): [name: string, counts: string] => (language === 'zh' ? limits[name] : undefined) ?? [plain(name), counts];
