/** How long a page waits before it looks again: soon while things happen, seldom when they don't. Pure but for what keeps browsers apart. */

export interface Look {
  pauseMs: number;
}

const shortestMs = 4000;
const longestMs = 60_000;
const growth = 1.5;

/** Milliseconds until the next look, given the pause before this one and what it showed; a server that says when is believed. */
export function nextPauseMs(
  before: Look | undefined,
  { isChanged, retryAfterSeconds = 0 }: { isChanged: boolean; retryAfterSeconds?: number | undefined },
  random: () => number = Math.random,
): number {
  const usual = isChanged || !before ? shortestMs : before.pauseMs * growth;
  const pause = Math.min(longestMs, Math.max(usual, shortestMs)) * (0.9 + random() * 0.2);
  return Math.round(Math.max(pause, retryAfterSeconds * 1000));
}
