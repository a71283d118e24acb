/**
 * What a page knows of topics, out of the messages of a stream. Pure: a message in, the state after it out.
 *
 * INVARIANT: what is shown is one state of the host, never a mixture of two: parts of a step count when the last of them has come.
 */
import type { LiveChange, LiveItem, LiveSnapshot } from '@platen/contracts/live-stream';

export interface TopicState {
  /** In the host's order where it has one; by id. */
  items: ReadonlyMap<string, LiveItem>;
  /** When the host knew this, by its clock. */
  asOf: string;
  /** Where this page is in the topic: RUN.SEQUENCE. */
  place: string;
}

interface Draft {
  items: Map<string, LiveItem>;
  asOf: string;
  place: string;
}

export interface LiveTopics {
  /** The topic whose state is another one now; undefined when there is none. */
  apply(event: string, data: unknown): string | undefined;
  get(topic: string): TopicState | undefined;
  /** As one message, for a page that comes later; undefined when nothing is known. */
  snapshotOf(topic: string): LiveSnapshot | undefined;
  /** `queue:RUN.3,printers:RUN.7`: where to go on. */
  places(topics: readonly string[]): string;
  forget(): void;
}

export function createLiveTopics(): LiveTopics {
  const states = new Map<string, TopicState>();
  const drafts = new Map<string, Draft>();

  const step = (topic: string, draft: Draft, more: boolean): string | undefined => {
    if (more) {
      drafts.set(topic, draft);
      return undefined;
    }
    drafts.delete(topic);
    states.set(topic, draft);
    return topic;
  };

  return {
    apply(event, data) {
      if (event === 'snapshot') {
        const { topic, run, sequence, as_of: asOf, more, items } = data as LiveSnapshot;
        const draft = { items: byId(items), asOf, place: `${run}.${sequence}` };
        return step(topic, draft, more);
      }
      if (event !== 'change') return undefined;
      const { topic, run, sequence, as_of: asOf, more, set, gone, seen } = data as LiveChange;
      const draft = drafts.get(topic);
      const known = draft ?? states.get(topic);
      // A difference to what this page has not got: the host begins with a snapshot, so this can't be for it.
      if (!known?.place.startsWith(`${run}.`)) return undefined;
      // Nobody has seen a draft: the parts that follow the first go into it.
      const items = draft?.items ?? new Map(known.items);
      for (const id of gone) items.delete(id);
      for (const item of set) items.set(item.id, item);
      for (const { id, as_of } of seen) {
        const item = items.get(id);
        if (item) items.set(id, { ...item, as_of });
      }
      return step(topic, { items, asOf, place: `${run}.${sequence}` }, more);
    },
    get: (topic) => states.get(topic),
    snapshotOf(topic) {
      const state = states.get(topic);
      if (!state) return undefined;
      const dot = state.place.lastIndexOf('.');
      const [run, sequence] = [state.place.slice(0, dot), Number(state.place.slice(dot + 1))];
      return { topic, run, sequence, as_of: state.asOf, more: false, items: [...state.items.values()] };
    },
    places: (topics) =>
      topics
        .flatMap((topic) => {
          const state = states.get(topic);
          return state ? [`${topic}:${state.place}`] : [];
        })
        .join(','),
    forget() {
      states.clear();
      drafts.clear();
    },
  };
}

const byId = (items: readonly LiveItem[]): Map<string, LiveItem> =>
  new Map(items.map((item) => [item.id, item]));
