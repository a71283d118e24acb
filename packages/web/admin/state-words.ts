/** What states, decisions and kinds of things are called in the administration. */
import { defineWords } from '../kit/language.ts';
import type { Tone } from './parts/state-badge.tsx';

export const stateWords = defineWords({
  en: {
    job: {
      queued: 'Queued',
      sent: 'Sent to the shop',
      accepted: 'At the shop',
      preparing: 'Being prepared',
      ready: 'Ready to print',
      submitting: 'Going to the printer',
      printing: 'Printing',
      printed: 'Printed',
      held: 'Held',
      unknown: 'Unknown: ask a person',
      failed: 'Failed',
      cancelled: 'Cancelled',
    },
    decision: {
      printed: 'It is printed',
      reprint: 'Print anew',
      refund: 'Pay back',
      retry: 'Try again',
      wait: 'Wait longer',
      stop: 'Stop it',
    },
    payment: { pending: 'Pending', succeeded: 'Paid', failed: 'Failed', expired: 'Expired' },
    refund: { pending: 'Pending', succeeded: 'Paid back', failed: 'Refused' },
    afterSales: {
      requested: 'Waits for a decision',
      approved: 'Approved',
      rejected: 'Rejected',
      refunded: 'Refunded',
      reprinting: 'Being reprinted',
      closed: 'Closed',
    },
    afterSalesType: { reprint: 'Wants it printed anew', refund: 'Wants money back', other: 'Something else' },
    refundStatus: { none: 'None', partial: 'In part', full: 'In full' },
    role: { customer: 'Customer', operator: 'Operator', admin: 'Admin' },
    delivery: { pickup: 'Pickup', shipping: 'Shipping', express: 'Express' },
    color: { color: 'Colour', monochrome: 'Black and white' },
    sides: { 'one-sided': 'One side', 'two-sided': 'Both sides' },
    layout: { id_photo: 'ID photo', contact_sheet: 'Contact sheet' },
  },
  zh: {
    job: {
      queued: '排队中',
      sent: '已发往门店',
      accepted: '门店已接收',
      preparing: '正在准备',
      ready: '待打印',
      submitting: '正在送往打印机',
      printing: '打印中',
      printed: '已打印',
      held: '已暂停',
      unknown: '结果未知，需人工确认',
      failed: '失败',
      cancelled: '已取消',
    },
    decision: {
      printed: '已经打印',
      reprint: '重新打印',
      refund: '退款',
      retry: '重试',
      wait: '继续等待',
      stop: '停止打印',
    },
    payment: { pending: '待支付', succeeded: '已支付', failed: '失败', expired: '已过期' },
    refund: { pending: '处理中', succeeded: '已退款', failed: '被拒绝' },
    afterSales: {
      requested: '待处理',
      approved: '已同意',
      rejected: '已拒绝',
      refunded: '已退款',
      reprinting: '重印中',
      closed: '已关闭',
    },
    afterSalesType: { reprint: '要求重印', refund: '要求退款', other: '其他' },
    refundStatus: { none: '无', partial: '部分', full: '全部' },
    role: { customer: '顾客', operator: '店员', admin: '管理员' },
    delivery: { pickup: '自提', shipping: '快递', express: '闪送' },
    color: { color: '彩色', monochrome: '黑白' },
    sides: { 'one-sided': '单面', 'two-sided': '双面' },
    layout: { id_photo: '证件照', contact_sheet: '照片拼版' },
  },
});

/** The word for a state, or the state itself where there is none. */
export const stateWord = (words: Record<string, string>, state: string): string => words[state] ?? state;

/** The entries of a table of words as choices. */
export const choicesOf = (words: Record<string, string>): Array<{ value: string; label: string }> =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const alarms = new Set(['held', 'unknown', 'failed', 'requested']);
const quiet = new Set(['cancelled', 'expired', 'closed', 'rejected', 'completed']);
const good = new Set(['printed', 'succeeded', 'refunded', 'ready_for_pickup', 'shipped', 'approved']);

/** How a state of orders, jobs, payments, refunds and requests looks. */
export const toneOf = (state: string): Tone =>
  alarms.has(state) ? 'alarm' : quiet.has(state) ? 'quiet' : good.has(state) ? 'good' : 'busy';
