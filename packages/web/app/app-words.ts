/** What the customer's app says on every page: its places. */
import { defineWords } from '../kit/language.ts';

export const appWords = defineWords({
  en: {
    places: {
      home: 'Start',
      upload: 'Upload',
      basket: 'Basket',
      orders: 'Orders',
      preOrders: 'Pre-orders',
      restorations: 'Old photos',
      balance: 'Balance',
      account: 'Account',
    },
    inBasket: (count: number) => (count === 1 ? 'Basket: 1 copy' : `Basket: ${count} copies`),
  },
  zh: {
    places: {
      home: '首页',
      upload: '上传',
      basket: '购物篮',
      orders: '订单',
      preOrders: '预订',
      restorations: '老照片',
      balance: '余额',
      account: '账号',
    },
    inBasket: (count) => `购物篮：${count} 份`,
  },
});
