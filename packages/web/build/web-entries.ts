/** The four entries of the web, each built apart from the others, and how much JavaScript a first visit may cost. Data alone. */

export interface WebEntry {
  name: 'app' | 'share' | 'shop' | 'admin';
  /** What its pages are called in tabs, before any script has run. */
  title: string;
  /** Of JavaScript on the first load, in Brotli: what the page itself names, without the pages that are loaded when they are opened. */
  maxScriptBytes: number;
  /** Parts of pages that are smaller than this, as they are written, are loaded together. */
  mergedBytes: number;
}

export const webEntries: readonly WebEntry[] = [
  { name: 'app', title: 'Platen', maxScriptBytes: 200_000, mergedBytes: 6_000 },
  { name: 'share', title: 'Platen', maxScriptBytes: 100_000, mergedBytes: 40_000 },
  { name: 'shop', title: 'Platen', maxScriptBytes: 200_000, mergedBytes: 6_000 },
  { name: 'admin', title: 'Platen', maxScriptBytes: 200_000, mergedBytes: 6_000 },
];
