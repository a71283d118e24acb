/** The shape of the tables of migration 8: facts of photos, restorations, restore shares. */

// biome-ignore lint/suspicious/noEmptyInterface: filled with the feature.
export interface PhotosSchema {}
