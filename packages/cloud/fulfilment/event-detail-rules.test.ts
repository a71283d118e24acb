/** The details of an order's history in Chinese. */
import { expect, it } from 'vitest';
import { chineseDetail } from './event-detail-rules.ts';

it('says in Chinese what the service itself wrote, and leaves what people wrote', () => {
  const said: Array<[string, string, string]> = [
    ['completed', 'handed over', '已交给顾客'],
    ['expired', 'it was not paid in time', '未在规定时间内付款'],
    ['paid', 'from balance', '余额支付'],
    ['paid', 'by sandbox', '通过 sandbox 支付'],
    ['after_sales_requested', 'refund', '退款'],
    ['after_sales_approved', 'reprint', '重新打印'],
    ['after_sales_rejected', 'refund', 'refund'],
    ['refunded', 'CNY 3.20 to balance: order cancelled', 'CNY 3.20 退回余额：订单取消'],
    ['refunded', 'CNY 0.80 to sandbox: item 2 was not printed', 'CNY 0.80 退回sandbox：第 2 项未打印'],
    ['refunded', 'CNY 1.00 to balance: after-sales, item 1', 'CNY 1.00 退回余额：售后，第 1 项'],
    ['decided', 'print job decided: retry', '打印任务已由人工决定：再试一次'],
    ['shipped', 'SF Express SF123', 'SF Express SF123'],
    ['created', '', ''],
  ];
  for (const [event, detail, zh] of said) expect(chineseDetail(event, detail), detail).toBe(zh);
});
