/** The shape of the tables of migration 7: pre-orders, shares, submissions. */

// biome-ignore lint/suspicious/noEmptyInterface: filled with the feature.
export interface PreordersSchema {}
