/** The customer's pages: a line each. */
import { type Page, page } from '../kit/pages.tsx';

export const appPages: readonly Page[] = [
  page('/', () => import('./pages/home-page.tsx'), 'HomePage', { open: 'everybody' }),
  page('/login', () => import('./pages/login-page.tsx'), 'LoginPage', { open: 'everybody' }),
  page('/account', () => import('./pages/account-page.tsx'), 'AccountPage'),
];
