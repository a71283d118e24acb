/** Who works on a restoration, and for how long nobody asks again. Pure. */
import type { RestorationTable } from '../db/schema-photos.ts';

/** Whoever works on it says so at least this often, or it is given to another. */
export const leaseMs = 60_000;
/** An agent that was given one has so long to begin; a marked agent that is away has so long to come. */
const agentPatienceMs = 10_000;
/** A photo on which so many began and none ended is at fault itself. */
export const mostAttempts = 3;
/** Restorations of one account that wait or run. */
export const mostOpenPerAccount = 20;
/** Of everybody. */
export const mostOpen = 2000;
/** Larger photos are refused when they are asked for. */
export const mostPixels = 40_000_000;

/**
 * True when the cloud itself is to take a waiting restoration: no agent is marked for image work, or none came or began
 * in time.
 */
export function isCloudsTurn(
  restoration: Pick<RestorationTable, 'updated_at'>,
  { markedAgents, now }: { markedAgents: number; now: number },
): boolean {
  return markedAgents === 0 || restoration.updated_at <= now - agentPatienceMs;
}
