/** The shape of the tables of migration 10: after-sales requests, order reviews. */

// biome-ignore lint/suspicious/noEmptyInterface: filled with the feature.
export interface AftersalesSchema {}
