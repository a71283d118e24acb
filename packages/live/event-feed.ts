/**
 * An event log as a stream: each client is a place in the log, and what comes behind it is read when there is room to send it. Owns
 * places; the log itself, who may see which entry of it, its host knows.
 *
 * INVARIANTS
 * 1. Nothing is skipped and nothing comes twice: a client's place moves only with what was written to it, or was looked at and not meant
 *    for it.
 * 2. Nothing is kept for a client: what doesn't fit now is read again.
 */
import type { LiveFeed } from './live-client.ts';
import { frameOf, frameWithId } from './live-frame.ts';

/** An entry as a client sees it. */
export interface LiveEvent {
  seq: number;
  /** JSON in one line. */
  json: string;
}

export interface LiveEventPage {
  /** In order, those of this client. */
  events: readonly LiveEvent[];
  /** Everything up to here was looked at. */
  upTo: number;
}

export interface EventFeedParts {
  /** What lies behind a place, at most so many looked at. What throws is tried again with the next beat. */
  read(after: number): Promise<LiveEventPage>;
  /** The newest place that there is. */
  newest(): number;
  after: number;
  now: () => number;
  onError(error: unknown): void;
}

export interface EventFeed extends LiveFeed {
  /** Entries that have just been committed, right behind `before`, if they are for this client; else only that they are there. */
  tell(page: LiveEventPage & { before: number }): void;
}

export function createEventFeed(parts: EventFeedParts, pump: () => void): EventFeed {
  let place = parts.after;
  let hasBegun = false;
  let isReading = false;
  let isOver = false;
  /** What was just read or told. */
  let ahead: LiveEventPage | undefined;
  let at = 0;

  function take(page: LiveEventPage): void {
    ahead = page;
    at = 0;
  }

  async function read(): Promise<void> {
    isReading = true;
    const page = await parts.read(place).catch((error: unknown) => void parts.onError(error));
    isReading = false;
    // What failed, or brought nothing on, waits for the next who asks: else it would be asked without a pause.
    if (!page || page.upTo <= place) return;
    take(page);
    offer();
  }

  /** What there is no room for is not kept. */
  function offer(): void {
    if (!isOver) pump();
    ahead = undefined;
  }

  function nextAhead(): Buffer | undefined {
    if (!ahead) return undefined;
    const event = ahead.events[at];
    if (event) {
      at += 1;
      place = event.seq;
      return frameWithId('event', String(event.seq), event.json);
    }
    place = Math.max(place, ahead.upTo);
    ahead = undefined;
    return undefined;
  }

  return {
    next() {
      if (!hasBegun) {
        hasBegun = true;
        const head = {
          topic: 'events',
          run: '',
          sequence: place,
          as_of: new Date(parts.now()).toISOString(),
        };
        return frameOf('snapshot', JSON.stringify({ ...head, more: false, items: [] }));
      }
      const frame = nextAhead();
      if (!frame && !isReading && place < parts.newest()) void read();
      return frame;
    },
    tell({ before, ...page }) {
      if (isOver || isReading) return;
      const events = page.events.filter(({ seq }) => seq > place);
      if (place === before && hasBegun) take({ events, upTo: page.upTo });
      offer();
    },
    close() {
      isOver = true;
      ahead = undefined;
    },
  };
}
