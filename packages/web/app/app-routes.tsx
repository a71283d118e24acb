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
  page('/addresses', () => import('./addresses/addresses-page.tsx'), 'AddressesPage'),
  page('/balance', () => import('./money/balance-page.tsx'), 'BalancePage'),
  page('/keys', () => import('./access/keys-page.tsx'), 'KeysPage'),
  page('/assistants', () => import('./access/assistants-page.tsx'), 'AssistantsPage'),
  page('/pre-orders', () => import('./pre-orders/pre-orders-page.tsx'), 'PreOrdersPage'),
  page('/pre-orders/new', () => import('./pre-orders/pre-order-form-page.tsx'), 'NewPreOrderPage'),
  page('/pre-orders/$id', () => import('./pre-orders/pre-order-page.tsx'), 'PreOrderPage'),
  page('/pre-orders/$id/edit', () => import('./pre-orders/pre-order-form-page.tsx'), 'EditPreOrderPage'),
  page('/restorations', () => import('./restorations/restorations-page.tsx'), 'RestorationsPage'),
  page(
    '/restorations/new',
    () => import('./restorations/restoration-start-page.tsx'),
    'RestorationStartPage',
  ),
  page('/restorations/$id', () => import('./restorations/restoration-page.tsx'), 'RestorationPage'),
  page('/account', () => import('./pages/account-page.tsx'), 'AccountPage'),
];
