/** What states of orders are called, wherever they are shown. */
import { defineWords } from './language.ts';

export const orderWords = defineWords({
  en: {
    status: {
      pending_payment: 'Waits for payment',
      paid: 'Paid',
      printing: 'Being printed',
      printed: 'Printed',
      ready_for_pickup: 'Ready to collect',
      shipped: 'On its way',
      completed: 'Completed',
      cancelled: 'Cancelled',
    },
  },
  zh: {
    status: {
      pending_payment: '待付款',
      paid: '已付款',
      printing: '打印中',
      printed: '已打印',
      ready_for_pickup: '可取件',
      shipped: '已发货',
      completed: '已完成',
      cancelled: '已取消',
    },
  },
});
