/** The pages of the administration: a line each. */
import { type Page, page } from '../kit/pages.tsx';

export const adminPages: readonly Page[] = [
  page('/', () => import('./pages/admin-overview-page.tsx'), 'AdminOverviewPage'),
  page('/orders', () => import('./pages/admin-orders-page.tsx'), 'AdminOrdersPage'),
  page('/orders/$id', () => import('./pages/admin-order-page.tsx'), 'AdminOrderPage'),
  page('/jobs', () => import('./pages/admin-jobs-page.tsx'), 'AdminJobsPage'),
  page('/jobs/$id', () => import('./pages/admin-job-page.tsx'), 'AdminJobPage'),
  page('/after-sales', () => import('./pages/admin-after-sales-list-page.tsx'), 'AdminAfterSalesListPage'),
  page('/after-sales/$id', () => import('./pages/admin-after-sales-page.tsx'), 'AdminAfterSalesPage'),
  page('/reviews', () => import('./pages/admin-reviews-page.tsx'), 'AdminReviewsPage'),
  page('/payments', () => import('./pages/admin-payments-page.tsx'), 'AdminPaymentsPage'),
  page('/catalogue', () => import('./pages/admin-catalogue-page.tsx'), 'AdminCataloguePage'),
  page('/coverage', () => import('./pages/admin-coverage-page.tsx'), 'AdminCoveragePage'),
  page('/pickup-points', () => import('./pages/admin-pickup-points-page.tsx'), 'AdminPickupPointsPage'),
  page('/pickup-points/$id', () => import('./pages/admin-pickup-point-page.tsx'), 'AdminPickupPointPage'),
  page('/shipping', () => import('./pages/admin-shipping-page.tsx'), 'AdminShippingPage'),
  page('/coupons', () => import('./pages/admin-coupons-page.tsx'), 'AdminCouponsPage'),
  page('/coupons/$id', () => import('./pages/admin-coupon-page.tsx'), 'AdminCouponPage'),
  page('/referrals', () => import('./pages/admin-referrals-page.tsx'), 'AdminReferralsPage'),
  page('/shops', () => import('./pages/admin-shops-page.tsx'), 'AdminShopsPage'),
  page('/shops/$id', () => import('./pages/admin-shop-page.tsx'), 'AdminShopPage'),
  page('/accounts', () => import('./pages/admin-accounts-page.tsx'), 'AdminAccountsPage'),
  page('/accounts/$id', () => import('./pages/admin-account-page.tsx'), 'AdminAccountPage'),
  page('/limits', () => import('./pages/admin-limits-page.tsx'), 'AdminLimitsPage'),
  page('/audit', () => import('./pages/admin-audit-page.tsx'), 'AdminAuditPage'),
];
