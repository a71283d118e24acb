/** What needs somebody, in the order in which it is looked at. */
import type { FloorWait } from '@platen/contracts/floor/shop-floor';
import { useMemo } from 'react';
import { useFloorTopic } from './floor-session.tsx';

const ranks: Record<FloorWait['urgency'], number> = { question: 0, chore: 1, notice: 2 };

/** Questions first, then chores, then notices; the oldest of each first. */
export const sortWaits = (waits: readonly FloorWait[]): FloorWait[] =>
  waits.toSorted((a, b) => ranks[a.urgency] - ranks[b.urgency] || (a.since < b.since ? -1 : 1));

/** Without notices: what really waits for a person; undefined until it is known. */
export function useFloorNeeds(): readonly FloorWait[] | undefined {
  const { items, isKnown } = useFloorTopic('waits');
  return useMemo(
    () => (isKnown ? sortWaits(items).filter(({ urgency }) => urgency !== 'notice') : undefined),
    [items, isKnown],
  );
}
