/**
 * What the cloud is told while a restoration is worked on: differences, once a second at most, and that work goes on. Owns
 * their count, by which the cloud knows newer from older. What couldn't be sent is told as it is then.
 */
import type { AgentFrame } from '@platen/contracts/agent-protocol';

const tellEveryMs = 1000;
/** The cloud gives up after a minute of silence. */
const sayEveryMs = 10_000;

export interface RestorationProgress {
  /** `share`: 0 to 1 of the work. */
  told(share: number, stage?: string): void;
  failed(message: string): void;
  end(): void;
}

/** Says at once that it has begun, then what is new, until `end`. */
export function createRestorationProgress({
  id,
  send,
}: {
  id: string;
  send: (frame: AgentFrame) => boolean;
}): RestorationProgress {
  let [progress, stage, count, isNew, saidAt] = [0, '', 0, true, 0];
  const say = (state: 'processing' | 'failed', message = ''): boolean => {
    count += 1;
    return send({
      kind: 'restoration',
      restoration_id: id,
      state,
      message: message.slice(0, 500),
      progress,
      stage,
      count,
    });
  };
  const tell = () => {
    if (!isNew && performance.now() - saidAt < sayEveryMs) return;
    if (!say('processing')) return;
    isNew = false;
    saidAt = performance.now();
  };
  tell();
  const timer = setInterval(tell, tellEveryMs);
  return {
    told(share, at = '') {
      const percent = Math.round(share * 90);
      isNew ||= percent !== progress || at !== stage;
      [progress, stage] = [percent, at];
    },
    failed: (message) => void say('failed', message),
    end: () => clearInterval(timer),
  };
}
