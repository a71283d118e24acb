/** What tracking by number says. */
import { defineWords } from '../../kit/language.ts';

export const trackWords = defineWords({
  en: {
    title: 'Where is my order?',
    hint: 'The order number is on the receipt and in the message, as in P4X7-K2M9-QT1D-3.',
    number: 'Order number',
    look: 'Look it up',
    copies: (printed: number, all: number) => `${printed} of ${all} printed`,
    asOf: 'As of',
    another: 'Another number',
  },
  zh: {
    title: '查询订单',
    hint: '订单号见小票或短信，例如 P4X7-K2M9-QT1D-3。',
    number: '订单号',
    look: '查询',
    copies: (printed, all) => `已打印 ${printed} / ${all} 份`,
    asOf: '更新于',
    another: '换一个订单号',
  },
});
