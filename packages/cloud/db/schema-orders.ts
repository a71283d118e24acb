/** The shape of the tables of migration 6: delivery, quotes, coupons, catalogue of orders. */

// biome-ignore lint/suspicious/noEmptyInterface: filled with the feature.
export interface OrdersSchema {}
