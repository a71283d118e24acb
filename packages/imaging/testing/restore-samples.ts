/** Options of restorations for tests and benches. */
import type { RestoreOptions } from '../restore/restore-options.ts';

/** What a customer gets who asks for nothing in particular, at half strength. */
export const usualRestore: RestoreOptions = {
  strength: 50,
  mode: 'auto',
  colour: 'keep',
  enlargeFactor: 2,
  steps: {
    deskew: false,
    border: false,
    descreen: false,
    enlarge: false,
    defects: true,
    denoise: true,
    deblock: true,
    fade: true,
    cast: true,
    contrast: true,
  },
};
