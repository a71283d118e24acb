/**
 * What processes say of shop floors beside the event log: that something has changed there, so that who listens reads it anew
 * (cloud/floor), and that somebody looks, so that agents ask their printers often (hub/hub-link.ts).
 */
import type { FloorTopic } from '@platen/contracts/floor/shop-floor';
import type { Database, Tx } from '../db/database.ts';

interface FloorChange {
  shopId: string;
  topics: readonly FloorTopic[];
}

/** Said to every process once `tx` has committed. */
export const sayFloor = (
  database: Pick<Database, 'signal'>,
  tx: Tx,
  { shopId, topics }: FloorChange,
): Promise<void> => database.signal(tx, 'platen_floor', `${shopId} ${topics.join(',')}`);

export function hearFloor(
  database: Pick<Database, 'listen'>,
  hear: (change: { shopId: string; topics: string[] }) => void,
): void {
  database.listen('platen_floor', (payload) => {
    const [shopId = '', topics = ''] = payload.split(' ');
    hear({ shopId, topics: topics.split(',') });
  });
}

/** Every process hears which floors are looked at, those with their agents among them. */
export async function sayWatched(
  database: Pick<Database, 'signal' | 'transaction'>,
  shopIds: readonly string[],
): Promise<void> {
  for (let at = 0; at < shopIds.length; at += shopsOfSignal) {
    const payload = shopIds.slice(at, at + shopsOfSignal).join(' ');
    await database.transaction((tx) => database.signal(tx, 'platen_floor_watched', payload));
  }
}

/** A notification of PostgreSQL holds 8000 bytes. */
const shopsOfSignal = 200;

export function hearWatched(
  database: Pick<Database, 'listen'>,
  hear: (shopIds: ReadonlySet<string>) => void,
): void {
  database.listen('platen_floor_watched', (payload) => hear(new Set(payload.split(' '))));
}
