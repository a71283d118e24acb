/** The pages of the administration: a line each. */
import { type Page, page } from '../kit/pages.tsx';

export const adminPages: readonly Page[] = [
  page('/', () => import('./overview/admin-overview-page.tsx'), 'AdminOverviewPage'),
  page('/orders', () => import('./orders/admin-orders-page.tsx'), 'AdminOrdersPage'),
  page('/orders/$id', () => import('./orders/admin-order-page.tsx'), 'AdminOrderPage'),
  page('/jobs', () => import('./shops/admin-jobs-page.tsx'), 'AdminJobsPage'),
  page('/jobs/$id', () => import('./shops/admin-job-page.tsx'), 'AdminJobPage'),
  page('/after-sales', () => import('./orders/admin-after-sales-list-page.tsx'), 'AdminAfterSalesListPage'),
  page('/after-sales/$id', () => import('./orders/admin-after-sales-page.tsx'), 'AdminAfterSalesPage'),
  page('/reviews', () => import('./orders/admin-reviews-page.tsx'), 'AdminReviewsPage'),
  page('/payments', () => import('./orders/admin-payments-page.tsx'), 'AdminPaymentsPage'),
  page('/catalogue', () => import('./catalogue/admin-catalogue-page.tsx'), 'AdminCataloguePage'),
  page('/coverage', () => import('./delivery/admin-coverage-page.tsx'), 'AdminCoveragePage'),
  page('/pickup-points', () => import('./delivery/admin-pickup-points-page.tsx'), 'AdminPickupPointsPage'),
  page('/pickup-points/$id', () => import('./delivery/admin-pickup-point-page.tsx'), 'AdminPickupPointPage'),
  page('/shipping', () => import('./delivery/admin-shipping-page.tsx'), 'AdminShippingPage'),
  page('/coupons', () => import('./catalogue/admin-coupons-page.tsx'), 'AdminCouponsPage'),
  page('/coupons/$id', () => import('./catalogue/admin-coupon-page.tsx'), 'AdminCouponPage'),
  page('/referrals', () => import('./accounts/admin-referrals-page.tsx'), 'AdminReferralsPage'),
  page('/shops', () => import('./shops/admin-shops-page.tsx'), 'AdminShopsPage'),
  page('/shops/$id', () => import('./shops/admin-shop-page.tsx'), 'AdminShopPage'),
  page('/accounts', () => import('./accounts/admin-accounts-page.tsx'), 'AdminAccountsPage'),
  page('/accounts/$id', () => import('./accounts/admin-account-page.tsx'), 'AdminAccountPage'),
  page('/limits', () => import('./accounts/admin-limits-page.tsx'), 'AdminLimitsPage'),
  page('/audit', () => import('./accounts/admin-audit-page.tsx'), 'AdminAuditPage'),
];
