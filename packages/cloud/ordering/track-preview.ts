/**
 * What a chat shows of a link to an order's tracking: the same for every number, which is looked up by the page alone. The page's first
 * heading is the number that the address has, whether there is such an order or not.
 */
import { readOrderNo } from '@platen/contracts/order-number-rules';
import type { PageLanguage } from '../http/plain-page.ts';
import type { PagePreview, SharedPage } from '../http/web-pages.ts';

/** Where the pages are. */
export const trackPath = '/track';

const words = {
  en: { title: 'Where is my order?', description: 'How far the prints of an order are, by its number.' },
  zh: { title: '查询订单', description: '凭订单号查看打印进度。' },
} satisfies Record<PageLanguage, PagePreview>;

/** With a number or without; what the number is found to mean is asked for under its written form. */
export const trackPage: SharedPage = {
  async find(typed, language) {
    const heading = readOrderNo(typed);
    return { ...words[language], ...(heading !== undefined && { heading }) };
  },
  page: 'track-page',
  reads(typed) {
    const orderNo = readOrderNo(typed);
    return orderNo === undefined ? [] : [`/api/orders/track/${orderNo}`];
  },
};
