/** One step of the pipeline, seen from outside: it can be woken and stopped, nothing else. What it does it reads from rows. */
import type { AgentLog } from '../machine/agent-log.ts';

export interface Stage {
  /** There may be something to do. Cheap; many calls in one turn are one look. */
  wake(): void;
  /** No new work from here on; resolves when what can't be left alone is done. */
  stop(): Promise<void>;
}

/** Runs `look` once in the next turn, however often it is called in this one. Errors are logged, and looked at again later. */
export function createWaker(
  look: () => void,
  { log, name, isStopped }: { log: AgentLog; name: string; isStopped: () => boolean },
): () => void {
  let isWaiting = false;
  const wake = () => {
    if (isWaiting || isStopped()) return;
    isWaiting = true;
    setImmediate(() => {
      isWaiting = false;
      if (isStopped()) return;
      try {
        look();
      } catch (error) {
        log('error', 'stage.failed', { stage: name, error });
        setTimeout(wake, 1000).unref();
      }
    });
  };
  return wake;
}
