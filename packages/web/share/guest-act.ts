/**
 * Something that a guest does. Owns that one press does it once: while it runs another does nothing, and where no answer came the next try with
 * the same input goes under the same idempotency key.
 */
import { useRef, useState } from 'react';
import { ApiError, api, isUndecided } from '../kit/api.ts';
import type { ActRoute, ApiInput, ApiOutput } from '../kit/api-types.ts';
import { newKey } from '../kit/new-key.ts';
import { noteRefusal } from './guest.ts';

export interface GuestAct<R extends ActRoute> {
  /** Undefined: it was refused, and `error` says why. */
  run(input: ApiInput<R>): Promise<ApiOutput<R> | undefined>;
  isRunning: boolean;
  error: ApiError | undefined;
  forgetError(): void;
}

/** `api` where the route is not known to the letter. */
const callRoute = api as <R extends ActRoute>(
  route: R,
  input: ApiInput<R>,
  options: { idempotencyKey: string },
) => Promise<ApiOutput<R>>;

export function useGuestAct<R extends ActRoute>(route: R): GuestAct<R> {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const running = useRef(false);
  const undecided = useRef<{ text: string; key: string }>(undefined);
  const run = async (input: ApiInput<R>): Promise<ApiOutput<R> | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setRunning(true);
    setError(undefined);
    const text = JSON.stringify(input);
    const key = undecided.current?.text === text ? undecided.current.key : newKey();
    undecided.current = { text, key };
    try {
      const output = await callRoute(route, input, { idempotencyKey: key });
      undecided.current = undefined;
      return output;
    } catch (thrown) {
      if (!isUndecided(thrown)) undecided.current = undefined;
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
      noteRefusal(thrown);
      return undefined;
    } finally {
      running.current = false;
      setRunning(false);
    }
  };
  return { run, isRunning, error, forgetError: () => setError(undefined) };
}
