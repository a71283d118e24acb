/** The shape of the tables of migration 9: codes, sessions. */

// biome-ignore lint/suspicious/noEmptyInterface: filled with the feature.
export interface AccountsSchema {}
