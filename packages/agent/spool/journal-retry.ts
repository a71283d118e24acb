/** Journal lines behind something that can't be taken back: a full disk delays them, it must not lose them. */
import { nextPauseMs } from '@platen/contracts/retry-pauses';
import { pause } from '../machine/backoff.ts';
import { spoolTroubleOf } from './spool-db.ts';

/** Some minutes: whoever empties the disk needs them; after that the row stays open, and the printer is asked. */
const maxTries = 1200;

/** Runs a write; while the disk is full, again and again. Rejects with any other error, and when the spool was closed. */
export async function writeOnceThereIsRoom<T>(work: () => T): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return work();
    } catch (error) {
      if (spoolTroubleOf(error) !== 'full' || tries >= maxTries) throw error;
      await pause(nextPauseMs('journal', tries - 1));
    }
  }
}
