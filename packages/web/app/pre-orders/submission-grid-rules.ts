/** How keys move over a grid of submissions, and what is chosen by them. Pure. */

/** The place that a key leads to from `at`; undefined for keys that move nothing. Rows are `columns` wide, the last one may be shorter. */
export function placeAfter(
  key: string,
  { at, count, columns }: { at: number; count: number; columns: number },
): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  const wide = Math.max(1, columns);
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowDown':
      // From the row above a shorter last one its end is the nearest.
      return at + wide <= last ? at + wide : Math.floor(at / wide) < Math.floor(last / wide) ? last : at;
    case 'ArrowUp':
      return at - wide >= 0 ? at - wide : at;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Where one stands after these are gone: on the next that stays, else on the last one. -1: nothing is left. */
export function placeWithout(ids: readonly string[], at: number, gone: ReadonlySet<string>): number {
  const next = ids.findIndex((id, index) => index >= at && !gone.has(id));
  const before = ids.slice(0, next < 0 ? ids.length : next).filter((id) => !gone.has(id)).length;
  return next < 0 ? before - 1 : before;
}

/** The ids with all from one place to another added, whichever comes first. */
export function withRange(
  chosen: ReadonlySet<string>,
  ids: readonly string[],
  { from, to }: { from: number; to: number },
): Set<string> {
  const [first, last] = from < to ? [from, to] : [to, from];
  return new Set([...chosen, ...ids.slice(Math.max(0, first), last + 1)]);
}

/** The ids with this one chosen or not. */
export function withToggled(chosen: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}
