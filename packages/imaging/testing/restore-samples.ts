/** Options of restorations for tests and benches. */
import type { DefectOptions } from '../restore/restore-defects.ts';
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

/** How defects are looked for in a picture with a little grain, of which nothing else is known. */
export const usualSearch: DefectOptions = {
  noise: 3,
  amount: 1,
  isForced: false,
  isOldPrint: false,
  mayBeOld: false,
  isModern: false,
  protect: () => [],
  onShare: async () => {},
};
