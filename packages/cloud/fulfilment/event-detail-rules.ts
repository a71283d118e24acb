/**
 * What an order's history says more of an event, in Chinese. The log keeps these details in English, as they were when it happened; what people
 * wrote in them (a note, the name of a carrier) stays as it is. Pure.
 */

const whole: Record<string, string> = {
  delivered: '已送达',
  'handed over': '已交给顾客',
  received: '顾客已确认收货',
  'ten days after it was shipped': '发货满十天，自动完成',
  'by the customer': '由顾客取消',
  'every copy was called off': '所有份数均已撤销',
  'it was not paid in time': '未在规定时间内付款',
  'from balance': '余额支付',
};

const remedies: Record<string, string> = { reprint: '重新打印', refund: '退款', other: '其他' };

const decisions: Record<string, string> = {
  retry: '再试一次',
  printed: '已打印',
  reprint: '重新打印',
  refund: '退款',
  cancel: '撤销',
};

const refundReasons: Array<[RegExp, (item: string) => string]> = [
  [/^item (\d+) was not printed$/, (item) => `第 ${item} 项未打印`],
  [/^item (\d+) cancelled before it was printed$/, (item) => `第 ${item} 项在打印前取消`],
  [/^after-sales, item (\d+)$/, (item) => `售后，第 ${item} 项`],
  [/^order cancelled$/, () => '订单取消'],
];

const methodName = (method: string): string => (method === 'balance' ? '余额' : method);

function refundReason(reason: string): string {
  for (const [pattern, say] of refundReasons) {
    const found = pattern.exec(reason);
    if (found) return say(found[1] ?? '');
  }
  return reason;
}

/** `event` without the part before the dot. */
export function chineseDetail(event: string, detail: string): string {
  const known = whole[detail];
  if (known !== undefined) return known;
  if (event === 'after_sales_requested' || event === 'after_sales_approved') {
    return remedies[detail] ?? detail;
  }
  if (event === 'paid') return detail.replace(/^by (.+)$/, '通过 $1 支付');
  const refund = event === 'refunded' && /^(.+?) to ([^:]+): (.*)$/s.exec(detail);
  if (refund) {
    const [, money, method, reason] = refund as unknown as [string, string, string, string];
    return `${money} 退回${methodName(method)}：${refundReason(reason)}`;
  }
  const decided = event === 'decided' && /^print job decided: (\w+)$/.exec(detail);
  if (decided) return `打印任务已由人工决定：${decisions[decided[1]!] ?? decided[1]}`;
  return detail;
}
