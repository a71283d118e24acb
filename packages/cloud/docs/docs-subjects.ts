/**
 * The subjects of the reference: what belongs together, in the order in which people meet it. Owns their words; which operations there are
 * it must never know, only where their addresses lie.
 */

export interface DocsSubject {
  id: string;
  title: string;
  /** What people who look for it in Chinese type; shown beside the title. */
  chinese: string;
  intro: string;
  /** Addresses that belong to it. The first subject that has one gets it. */
  has: RegExp;
}

/** What customers and guests call. */
export const customerSubjects: readonly DocsSubject[] = [
  {
    id: 'login-and-account',
    title: 'Login and account',
    chinese: '登录 注册 账户 会话',
    intro:
      'People log in by phone and a code of six digits; a browser then holds a session in a cookie. Programs use an API key instead and need none of the login calls. Taking all data away and closing the account is here, too.',
    has: /^\/api\/(auth|user\/(export|closing|close))\b/,
  },
  {
    id: 'api-keys',
    title: 'API keys',
    chinese: 'API 密钥',
    intro:
      'A key is shown once, when it is made. It reaches every endpoint and every MCP tool that its account may use, and stops working the moment it is revoked.',
    has: /^\/api\/user\/api-keys/,
  },
  {
    id: 'restorations',
    title: 'Restorations',
    chinese: '老照片修复 分享',
    intro:
      'Scratches, fading and yellowing of old photos are repaired in the background. Look at the result, correct the mask of what was repaired, order it like any photo, or share it with somebody who takes a copy.',
    has: /^\/api\/(restorations|restore-shares|photos\/\{photo_id\}\/restore)/,
  },
  {
    id: 'photos',
    title: 'Photos',
    chinese: '照片 上传 质量 证件照',
    intro:
      'Upload a picture, ask how it will look at a size before it is ordered, or lay several out on contact sheets. What a file is, its content tells, never its name.',
    has: /^\/api\/photos/,
  },
  {
    id: 'documents',
    title: 'Documents',
    chinese: '文档 PDF 上传',
    intro:
      'PDFs and pictures to be printed page by page. An upload says how many pages there are and what colours they hold.',
    has: /^\/api\/documents/,
  },
  {
    id: 'resumable-uploads',
    title: 'Resumable uploads',
    chinese: '断点续传',
    intro:
      'For large files and weak connections: announce a file, send its bytes in as many requests as it takes, finish. The guide above shows the whole loop.',
    has: /^\/api\/uploads/,
  },
  {
    id: 'prices',
    title: 'Prices and options',
    chinese: '价格 尺寸 纸张',
    intro:
      'What is sold now: sizes, papers, what each combination costs and from how many prints on it gets cheaper.',
    has: /^\/api\/(prices|print-options)/,
  },
  {
    id: 'orders',
    title: 'Orders',
    chinese: '订单 报价 物流 取消',
    intro:
      'Quote, order, follow, cancel. An order waits for its payment and nothing is printed before; from then on it says where it stands, sheet by sheet.',
    has: /^\/api\/orders/,
  },
  {
    id: 'payments',
    title: 'Payments',
    chinese: '支付 付款',
    intro:
      'From the balance, at once, or on the page of a payment provider. Providers tell this service by themselves when money has come: ask for the status, or follow the events.',
    has: /^\/api\/payment/,
  },
  {
    id: 'balance',
    title: 'Balance',
    chinese: '余额 充值 流水',
    intro: 'Money that was paid in or came back, and a ledger in which each change has its reason.',
    has: /^\/api\/user\/balance/,
  },
  {
    id: 'coupons',
    title: 'Coupons',
    chinese: '优惠券',
    intro: 'Redeem a code, see which coupons are good for an order, and name one when ordering.',
    has: /^\/api\/user\/coupons/,
  },
  {
    id: 'pre-orders',
    title: 'Pre-orders',
    chinese: '预订单 收集照片 审核',
    intro:
      'Collect photos from many people by one link, accept or reject what comes, and turn what was accepted into one order.',
    has: /^\/api\/user\/pre-orders/,
  },
  {
    id: 'share-links',
    title: 'Share links',
    chinese: '分享链接 投稿',
    intro: 'The other side of a pre-order: what a guest with the link sees, sends in and is told.',
    has: /^\/api\/share\//,
  },
  {
    id: 'addresses',
    title: 'Addresses',
    chinese: '地址簿 识别地址',
    intro: 'The address book, and free text taken apart into name, phone, region and street.',
    has: /^\/api\/addresses/,
  },
  {
    id: 'delivery',
    title: 'Delivery and pickup',
    chinese: '配送 自提点 地区 快递',
    intro:
      'The tree of regions, where what is delivered and for how much, and the places where an order can be picked up.',
    has: /^\/api\/(regions|shipping|agents)/,
  },
  {
    id: 'after-sales',
    title: 'After-sales',
    chinese: '售后 退款 重印',
    intro:
      'When a print is not right: ask for another one or for the money, and follow what the shop decides.',
    has: /^\/api\/(user\/)?after-sales/,
  },
  {
    id: 'reviews',
    title: 'Reviews',
    chinese: '评价',
    intro: 'What the customer thinks of a completed order, and what the shop replies.',
    has: /^\/api\/order-reviews/,
  },
  {
    id: 'printers',
    title: 'Printers and queue',
    chinese: '打印机 队列',
    intro: 'How the printers are and how long the queue is. Each state says how old it is.',
    has: /^\/api\/(printer|print-queue)/,
  },
  {
    id: 'event-log',
    title: 'Events',
    chinese: '事件 通知',
    intro:
      'Everything that becomes true, numbered without gaps. The guide above follows it in three languages.',
    has: /^\/api\/events/,
  },
  {
    id: 'health',
    title: 'Health',
    chinese: '服务状态',
    intro: 'Whether the service and what it stands on are well.',
    has: /^\/api\/health/,
  },
];

/** What a shop's staff and admins call. */
export const staffSubjects: readonly DocsSubject[] = [
  {
    id: 'shop-floor',
    title: 'Shop floor',
    chinese: '店铺 实时',
    intro: 'Printers, queue and what waits for a person, live, and the acts of those who stand beside them.',
    has: /^\/api\/shop-floor/,
  },
  {
    id: 'shop-jobs',
    title: 'Print jobs',
    chinese: '打印任务',
    intro:
      'The jobs of the shop. Where nobody can know whether paper came out, a person looks and decides here.',
    has: /^\/api\/shop\/jobs/,
  },
  {
    id: 'shop-orders',
    title: 'Orders of the shop',
    chinese: '店铺订单 发货 取货',
    intro: 'Hand over, ship, complete.',
    has: /^\/api\/shop\/orders/,
  },
  {
    id: 'shop-printers',
    title: 'Printers and agents',
    chinese: '打印机 代理 纸张',
    intro:
      'The printers of an agent: add, name, stop, say what paper lies in them. A change is handed to the agent; its request says what came of it.',
    has: /^\/api\/shop\/(agents|printer)/,
  },
  {
    id: 'shop-schedule',
    title: 'Schedule and rules',
    chinese: '打印计划 规则',
    intro:
      'When the shop prints, what piled up while it could not, and what becomes of copies that a printer gave up.',
    has: /^\/api\/shop\/(schedule|print-rules)/,
  },
  {
    id: 'shop-customers',
    title: 'Customers of the shop',
    chinese: '售后 评价 自提点',
    intro: 'Complaints to decide, reviews to answer, pickup points and referral codes.',
    has: /^\/api\/shop\//,
  },
  {
    id: 'admin-catalogue',
    title: 'Catalogue',
    chinese: '商品目录 尺寸 纸张 价格',
    intro: 'Sizes, papers and prices. What is changed is what the next quote says.',
    has: /^\/api\/admin\/(sizes|paper-types|prices)/,
  },
  {
    id: 'admin-delivery',
    title: 'Delivery',
    chinese: '配送 快递 自提点',
    intro: 'Which regions are served, by whom, for how much, and where orders are picked up.',
    has: /^\/api\/admin\/(coverage-rules|carriers|shipping-settings|pickup-points)/,
  },
  {
    id: 'admin-shops',
    title: 'Shops and agents',
    chinese: '店铺 代理',
    intro: 'Shops, how an agent is enrolled in one, and how it is thrown out.',
    has: /^\/api\/admin\/(shops|agents|enrolment-codes|agent-resyncs)/,
  },
  {
    id: 'admin-money',
    title: 'Money and coupons',
    chinese: '支付 退款 优惠券 余额',
    intro: 'Payments and refunds as they stand, coupons and campaigns, and corrections of a balance.',
    has: /^\/api\/admin\/(payments|refunds|balance|coupons|coupon-campaigns)/,
  },
  {
    id: 'admin-accounts',
    title: 'Accounts, limits, audit',
    chinese: '账户 角色 审计 限流',
    intro: 'Accounts and their roles, how often what may be tried, and who changed what.',
    has: /^\/api\/admin\//,
  },
];

/** Whatever has no subject yet. */
export const otherSubject: DocsSubject = {
  id: 'more',
  title: 'More',
  chinese: '其他',
  intro: 'What belongs to none of the subjects above.',
  has: /^/,
};
