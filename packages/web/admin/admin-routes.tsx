/** The pages of the administration: a line each. */
import { type Page, page } from '../kit/pages.tsx';

export const adminPages: readonly Page[] = [
  page('/', () => import('./pages/admin-service-page.tsx'), 'AdminServicePage'),
];
