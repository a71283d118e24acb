/**
 * How often an upload is tried again. Owns the pauses, and that whatever got further counts as a first try: a line that breaks every minute
 * gets a file through all the same. A refusal is no failure of the line and is thrown at once.
 */
import { ApiError, isUndecided } from '../api.ts';

export interface UploadTries {
  /** Runs the work until it succeeds. Throws what is not worth another try, or the signal's reason. */
  run<T>(work: () => Promise<T>, isWorthIt?: (error: unknown) => boolean): Promise<T>;
  /** Bytes have moved. */
  noteProgress(): void;
}

export interface TriesOptions {
  /** Called before another try, with the milliseconds until then at most. */
  onPause?: ((pauseMs: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

const pausesMs = [1000, 3000, 9000, 27_000];

const isLineDown = (error: unknown): boolean =>
  isUndecided(error) || (error instanceof ApiError && error.status === 429);

export function createTries({ onPause, signal }: TriesOptions): UploadTries {
  let failures = 0;
  return {
    noteProgress() {
      failures = 0;
    },
    async run(work, isWorthIt = () => false) {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (signal?.aborted) throw signal.reason;
          if (!isLineDown(error) && !isWorthIt(error)) throw error;
          // Where the browser itself says that there is no network, the file waits for it however long that takes.
          const usual = pausesMs[failures] ?? (isOffline() ? pausesMs.at(-1) : undefined);
          if (usual === undefined) throw error;
          failures += 1;
          const pauseMs = withChance(Math.max(usual, toldMs(error)));
          onPause?.(pauseMs);
          await pause(pauseMs, { signal, endsOnline: toldMs(error) === 0 });
        }
      }
    },
  };
}

const isOffline = (): boolean => globalThis.navigator?.onLine === false;

const toldMs = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;

/** A thousand pages whose line came back at once don't all begin in the same moment. */
const withChance = (ms: number): number => ms * (0.85 + Math.random() * 0.3);

interface PauseOptions {
  signal: AbortSignal | undefined;
  /** Ended early by the network that comes back. */
  endsOnline: boolean;
}

function pause(pauseMs: number, { signal, endsOnline }: PauseOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      globalThis.removeEventListener?.('online', goOn);
    };
    const goOn = () => {
      clear();
      resolve();
    };
    const giveUp = () => {
      clear();
      reject(signal?.reason);
    };
    const timer = setTimeout(goOn, pauseMs);
    signal?.addEventListener('abort', giveUp);
    if (endsOnline) globalThis.addEventListener?.('online', goOn);
  });
}
