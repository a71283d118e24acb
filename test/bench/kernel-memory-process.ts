/** Runs every kernel once on 24 megapixels and prints the most memory this process took, in MB. */

import { kernelRuns, kernelScene } from './kernel-runs.ts';
import { ownPeakMb } from './own-peak.ts';

for (const { run } of kernelRuns(kernelScene({ widthPx: 6000, heightPx: 4000 }))) run();
console.log(ownPeakMb());
