/** Which held jobs wait for nothing but a person's word. Pure. */
import type { JobReason } from '@platen/contracts/agent-protocol';

const releasable: ReadonlySet<JobReason> = new Set(['held-by-person', 'quality-too-low']);

/** True: a person may let it go on as it is. */
export const isReleasable = (reason: JobReason): boolean => releasable.has(reason);
