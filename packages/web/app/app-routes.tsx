/** The customer's pages: a line each. */
import { type Page, page } from '../kit/pages.tsx';

export const appPages: readonly Page[] = [
  page('/', () => import('./pages/home-page.tsx'), 'HomePage', { open: 'everybody' }),
  page('/login', () => import('./pages/login-page.tsx'), 'LoginPage', { open: 'everybody' }),
  page('/upload', () => import('./pages/upload-page.tsx'), 'UploadPage'),
  page('/photos/$id', () => import('./pages/photo-page.tsx'), 'PhotoPage'),
  page('/documents/$id', () => import('./pages/document-page.tsx'), 'DocumentPage'),
  page('/basket', () => import('./pages/basket-page.tsx'), 'BasketPage'),
  page('/checkout', () => import('./pages/checkout-page.tsx'), 'CheckoutPage'),
  page('/paid', () => import('./pages/paid-page.tsx'), 'PaidPage'),
  page('/orders', () => import('./pages/orders-page.tsx'), 'OrdersPage'),
  page('/orders/$id', () => import('./pages/order-page.tsx'), 'OrderPage'),
  page('/orders/$id/receipt', () => import('./pages/receipt-page.tsx'), 'ReceiptPage'),
  page('/account', () => import('./pages/account-page.tsx'), 'AccountPage'),
];
