/** The shape of the tables of migration 5: payments through a provider, top-ups. */

// biome-ignore lint/suspicious/noEmptyInterface: filled with the feature.
export interface PaymentsSchema {}
