/**
 * Says which shop floors somebody looks at, as long as somebody does: their agents ask their printers often then, and gently otherwise.
 * Owns when that is said.
 */
import type { Deps } from '../context.ts';
import type { LiveStreams } from '../live/live-streams.ts';
import { sayWatched } from '../shops/floor-signal.ts';

/** A third of what an agent goes by one word (hub/hub-link.ts). */
const againMs = 10_000;

export interface FloorWatching {
  /** A page of this shop has just opened its stream. */
  opened(shopId: string): void;
  close(): void;
}

export function createFloorWatching(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  streams: Pick<LiveStreams, 'listListened'>,
): FloorWatching {
  const say = (shopIds: readonly string[]): void => {
    // It is said again; a database that is away has worse troubles.
    sayWatched(database, shopIds).catch((error: unknown) => log('warn', 'floor.watch-unsaid', { error }));
  };
  let saidLately = new Set<string>();
  const again = setInterval(() => {
    const watched = streams.listListened('printers');
    saidLately = new Set(watched);
    say(watched);
  }, againMs);
  again.unref();
  return {
    opened(shopId) {
      // A thousand pages that come back together are one word.
      if (saidLately.has(shopId)) return;
      saidLately.add(shopId);
      say([shopId]);
    },
    close: () => clearInterval(again),
  };
}
