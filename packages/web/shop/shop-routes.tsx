/** The pages of the shop floor: a line each. */
import { type Page, page } from '../kit/pages.tsx';

export const shopPages: readonly Page[] = [
  page('/', () => import('./pages/shop-service-page.tsx'), 'ShopServicePage'),
];
