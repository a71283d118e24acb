/** What the administration says on every page: its name and its places. */
import { defineWords } from '../kit/language.ts';

export const adminWords = defineWords({
  en: {
    name: 'Admin',
    places: {
      overview: 'Overview',
      orders: 'Orders',
      jobs: 'Print jobs',
      afterSales: 'After-sales',
      reviews: 'Reviews',
      payments: 'Payments',
      catalogue: 'Catalogue',
      coverage: 'Coverage',
      pickup: 'Pickup points',
      shipping: 'Shipping',
      coupons: 'Coupons',
      referrals: 'Referral agents',
      shops: 'Shops',
      accounts: 'Accounts',
      limits: 'Limits',
      audit: 'Audit log',
    },
  },
  zh: {
    name: '管理',
    places: {
      overview: '总览',
      orders: '订单',
      jobs: '打印任务',
      afterSales: '售后',
      reviews: '评价',
      payments: '支付',
      catalogue: '产品目录',
      coverage: '配送范围',
      pickup: '自提点',
      shipping: '快递',
      coupons: '优惠券',
      referrals: '推荐代理',
      shops: '门店',
      accounts: '账号',
      limits: '限制',
      audit: '审计日志',
    },
  },
});
