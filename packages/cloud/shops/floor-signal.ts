/** That something which a shop floor shows has changed without being in the event log: who listens reads it anew (cloud/floor). */
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
