/** The shape of the tables of migration 4: addresses. */

// biome-ignore lint/suspicious/noEmptyInterface: filled with the feature.
export interface AddressesSchema {}
