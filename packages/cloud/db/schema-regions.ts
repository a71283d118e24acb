/** The shape of the tables of migration 3: regions, coverage, pickup points, carriers, referral agents. */

// biome-ignore lint/suspicious/noEmptyInterface: filled with the feature.
export interface RegionsSchema {}
