/** Restores the file of the first argument into the second, at full strength; prints processor time and most memory as JSON. */
import { restorePhoto } from '@platen/imaging/restore/restore-photo';
import { usualRestore } from '@platen/imaging/testing/restore-samples';
import { ownPeakMb } from './own-peak.ts';

const [sourcePath, targetPath] = process.argv.slice(2) as [string, string];
const { applied } = (await restorePhoto({ ...usualRestore, strength: 100, sourcePath, targetPath })).report;
if (!applied.includes('defects')) throw new Error('The scan was not found to be damaged');
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ seconds: (user + system) / 1e6, peakMb: ownPeakMb() }));
