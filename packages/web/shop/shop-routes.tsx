/** The pages of the shop floor: a line each. */
import { type Page, page } from '../kit/pages.tsx';
import { FloorPage } from './pages/floor-page.tsx';

export const shopPages: readonly Page[] = [
  // What is opened first comes with the entry: a page that is loaded behind it is seen later.
  { path: '/', component: FloorPage },
  page('/queue', () => import('./pages/queue-page.tsx'), 'QueuePage'),
  page('/schedule', () => import('./pages/schedule-page.tsx'), 'SchedulePage'),
  page('/printers', () => import('./pages/printers-page.tsx'), 'PrintersPage'),
  page('/papers', () => import('./pages/papers-page.tsx'), 'PapersPage'),
  page('/log', () => import('./pages/log-page.tsx'), 'LogPage'),
  page('/wall', () => import('./pages/wall-page.tsx'), 'WallPage'),
  page('/pickup', () => import('./pages/pickup-page.tsx'), 'PickupPage'),
  page('/shipping', () => import('./pages/shipping-page.tsx'), 'ShippingPage'),
  page('/after-sales', () => import('./pages/after-sales-page.tsx'), 'AfterSalesPage'),
  page('/reviews', () => import('./pages/reviews-page.tsx'), 'ReviewsPage'),
];
