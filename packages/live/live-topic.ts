/**
 * The newest state of one topic for one audience, and what each client lacks of it. Owns sequences: every change of an item is given
 * the next one, so a number is all that is kept of a client, and what it lacks follows from the state itself. Knows no sockets, no clock.
 *
 * INVARIANTS
 * 1. Items lie in the order of their sequence: who reached a sequence lacks exactly what has a higher one.
 * 2. A part is told as whole (`more: false`) only when it goes up to the newest sequence: until then a client has no state that ever was.
 * 3. What a part costs is paid once, however many clients stand at the same place; nothing is kept for one client.
 */
import type { LiveItem } from '@platen/contracts/live-stream';
import { frameOf } from './live-frame.ts';

/** Bytes after which a part is closed; a single item that is larger goes alone. */
const partBytes = 16 * 1024;
/** Ids of items that are gone are remembered so far back; who was away for longer begins anew. */
const maxGone = 5000;
const maxCachedParts = 64;

interface Kept {
  /** The item's JSON. */
  text: string;
  asOf: string | null;
  sequence: number;
  /** When it last was other than in its `as_of`. */
  changedAt: number;
}

/** Where a client is. */
export interface LivePlace {
  /** The sequence of the newest whole state that it has; undefined: it has none. */
  whole: number | undefined;
  /** Parts of the next one came up to this sequence: it has everything that is as it was then. */
  reached: number | undefined;
}

const nowhere: LivePlace = { whole: undefined, reached: undefined };

export interface LivePart {
  frame: Buffer;
  /** Where who gets it is then. */
  place: LivePlace;
}

export interface LiveTopic {
  readonly sequence: number;
  /** Takes the newest state. True when anything is other than before. */
  update(items: readonly LiveItem[], asOf: string): boolean;
  /** The next part for who is there; undefined for who has everything. */
  partAfter(place: LivePlace): LivePart | undefined;
  /** Where somebody is who has a state whole, or none: nowhere, where it can't be told what has changed since. */
  placeOf(mark: LiveMark | undefined): LivePlace;
}

/** A state that a client has whole. */
export interface LiveMark {
  run: string;
  sequence: number;
}

/** `run` tells this keeping of the topic from any other. */
export function createLiveTopic(topic: string, run: string): LiveTopic {
  const kept = new Map<string, Kept>();
  const gone = new Map<string, number>();
  const parts = new Map<string, LivePart>();
  let sequence = 0;
  /** What went before or at this sequence is no longer known to be gone. */
  let goneFrom = 0;
  let asOf = '';

  function updateItem(item: LiveItem): void {
    const { id } = item;
    const text = JSON.stringify(item);
    const before = kept.get(id);
    if (before?.text === text) return;
    sequence += 1;
    const changedAt = before && isSameButAge(before.text, item) ? before.changedAt : sequence;
    const time = typeof item.as_of === 'string' ? item.as_of : null;
    // Taken out first, so that it lies behind all others.
    kept.delete(id);
    gone.delete(id);
    kept.set(id, { text, asOf: time, sequence, changedAt });
  }

  function forget(id: string): void {
    kept.delete(id);
    sequence += 1;
    gone.set(id, sequence);
    if (gone.size <= maxGone) return;
    const [oldest, at] = gone.entries().next().value!;
    gone.delete(oldest);
    goneFrom = at;
  }

  function makePart(place: LivePlace): LivePart {
    const lists: Record<Lacked['list'], string[]> = { set: [], gone: [], seen: [] };
    let bytes = 0;
    let last: number | undefined;
    let more = false;
    for (const lacked of lackedAfter(kept, gone, place)) {
      bytes += Buffer.byteLength(lacked.text);
      more = last !== undefined && bytes > partBytes;
      if (more) break;
      lists[lacked.list].push(lacked.text);
      last = lacked.sequence;
    }
    const reached = more ? last! : sequence;
    const head = JSON.stringify({ topic, run, sequence: reached, as_of: asOf, more }).slice(0, -1);
    const [set, left, seen] = [lists.set, lists.gone, lists.seen].map((list) => `[${list.join(',')}]`);
    const frame =
      place.reached === undefined
        ? frameOf('snapshot', `${head},"items":${set}}`)
        : frameOf('change', `${head},"set":${set},"gone":${left},"seen":${seen}}`);
    return { frame, place: { whole: more ? place.whole : reached, reached } };
  }

  /** Who has been away for so long that it can't be told what is gone since has nothing. */
  const placeThatCounts = (place: LivePlace): LivePlace =>
    place.reached !== undefined && place.reached < goneFrom ? nowhere : place;

  return {
    get sequence() {
      return sequence;
    },
    update(items, time) {
      const before = sequence;
      const ids = new Set(items.map(({ id }) => id));
      for (const item of items) updateItem(item);
      for (const id of [...kept.keys()]) if (!ids.has(id)) forget(id);
      const isFirst = asOf === '';
      asOf = time;
      if (sequence === before && !isFirst) return false;
      parts.clear();
      return true;
    },
    partAfter(told) {
      const place = placeThatCounts(told);
      if (place.reached === sequence) return undefined;
      const key = `${place.whole} ${place.reached}`;
      const known = parts.get(key);
      if (known) return known;
      const part = makePart(place);
      if (parts.size < maxCachedParts) parts.set(key, part);
      return part;
    },
    placeOf: (mark) =>
      mark?.run === run && mark.sequence <= sequence
        ? placeThatCounts({ whole: mark.sequence, reached: mark.sequence })
        : nowhere,
  };
}

interface Lacked {
  list: 'set' | 'gone' | 'seen';
  /** JSON. */
  text: string;
  sequence: number;
}

/** What somebody there lacks, in the order of sequences. */
function* lackedAfter(
  kept: ReadonlyMap<string, Kept>,
  gone: ReadonlyMap<string, number>,
  place: LivePlace,
): Generator<Lacked> {
  const since = place.reached ?? -1;
  const whole = place.whole ?? -1;
  // Who has nothing need not be told what is gone.
  const left = place.reached === undefined ? [] : [...gone].filter(([, at]) => at > since);
  let next = 0;
  const goneBefore = function* (sequence: number): Generator<Lacked> {
    for (; next < left.length && left[next]![1] < sequence; next += 1) {
      const [id, at] = left[next]!;
      yield { list: 'gone', text: JSON.stringify(id), sequence: at };
    }
  };
  for (const [id, { text, asOf, sequence, changedAt }] of kept) {
    if (sequence <= since) continue;
    yield* goneBefore(sequence);
    const isSeen = changedAt <= whole;
    yield isSeen
      ? { list: 'seen', text: JSON.stringify({ id, as_of: asOf }), sequence }
      : { list: 'set', text, sequence };
  }
  yield* goneBefore(Number.POSITIVE_INFINITY);
}

const isSameButAge = (before: string, item: LiveItem): boolean =>
  JSON.stringify({ ...JSON.parse(before), as_of: null }) === JSON.stringify({ ...item, as_of: null });
