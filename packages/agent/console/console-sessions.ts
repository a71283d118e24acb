/**
 * Who may use the console: whoever gave the PIN, for some hours. Owns the sessions and the pause after wrong PINs; keeps
 * everything in memory, so a restart of the agent asks for the PIN again.
 *
 * INVARIANTS
 * 1. Wrong tries count for everybody together: on loopback an address says nothing.
 * 2. While the pause lasts, the right PIN is refused too.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import type { FloorLogin } from '../floor/floor-host.ts';

export interface ConsoleSession {
  endsAtMs: number;
}

export type LoginOutcome =
  | { kind: 'open'; token: string; endsAtMs: number }
  | Exclude<FloorLogin, { kind: 'open' }>;

const sessionMs = 12 * 3600_000;
const maxSessions = 50;
const freeTries = 5;

export type ConsoleSessions = ReturnType<typeof createConsoleSessions>;

/** `pin` is asked for at each login, so that a changed one counts at once. */
export function createConsoleSessions({ pin, now }: { pin: () => string; now: () => number }) {
  const sessions = new Map<string, ConsoleSession>();
  let wrongTries = 0;
  let pausedUntilMs = 0;

  const forgetOld = () => {
    for (const [token, { endsAtMs }] of sessions) if (endsAtMs <= now()) sessions.delete(token);
    while (sessions.size >= maxSessions) sessions.delete(sessions.keys().next().value!);
  };

  return {
    open(given: string): LoginOutcome {
      if (now() < pausedUntilMs) return { kind: 'paused', untilMs: pausedUntilMs };
      if (!isEqual(given, pin())) {
        wrongTries += 1;
        if (wrongTries < freeTries) return { kind: 'wrong', triesLeft: freeTries - wrongTries };
        pausedUntilMs = now() + nextPauseMs('consolePin', wrongTries - freeTries);
        return { kind: 'paused', untilMs: pausedUntilMs };
      }
      wrongTries = 0;
      forgetOld();
      const token = randomBytes(32).toString('base64url');
      const endsAtMs = now() + sessionMs;
      sessions.set(token, { endsAtMs });
      return { kind: 'open', token, endsAtMs };
    },
    find(token: string | undefined): ConsoleSession | undefined {
      const session = token === undefined ? undefined : sessions.get(token);
      return session && session.endsAtMs > now() ? session : undefined;
    },
    close(token: string | undefined): void {
      if (token !== undefined) sessions.delete(token);
    },
  };
}

/** In a time that tells nothing of how much was right. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
