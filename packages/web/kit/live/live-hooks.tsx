/** The live stream in components: whose it is, topics, and what events make of what was read before. */
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { newestEventOfPage } from '../page-word.ts';
import { useSession } from '../session.ts';
import { createLive, isStale, type Live, type LiveSource, type LiveState } from './live.ts';
import type { LiveLink } from './live-reader.ts';
import type { TopicState } from './live-topics.ts';
import { useOfNow } from './now.ts';

const LiveContext = createContext<Live | undefined>(undefined);

/** Opens the stream for as long as it is shown; another `source.name` is another stream. */
export function LiveProvider({ source, children }: { source: LiveSource; children: ReactNode }) {
  const [live, setLive] = useState<Live>();
  // What a source of the same name asks for is the same.
  useEffect(() => {
    const opened = createLive(source);
    setLive(opened);
    return () => {
      setLive(undefined);
      opened.close();
    };
  }, [source.name]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

interface KnownTopic {
  live: Live | undefined;
  topic: string;
  state: TopicState | undefined;
}

const noState: LiveState = { link: 'connecting', heardAtMs: undefined };
const nothing = (): (() => void) => () => {};

const useWant = (live: Live | undefined, topic: string) =>
  useCallback((changed: () => void) => (live ? live.want(topic, changed) : nothing()), [live, topic]);

/**
 * The newest state of a topic; undefined until it is there. What a change makes of the page gives way to whoever types or presses
 * something: it is drawn in between, however many changes come.
 */
export function useTopic(topic: string): TopicState | undefined {
  const live = useContext(LiveContext);
  const [known, setKnown] = useState<KnownTopic>(() => ({ live, topic, state: live?.topic(topic) }));
  useEffect(() => {
    if (!live) return;
    const take = () => {
      const state = live.topic(topic);
      startTransition(() =>
        setKnown((before) =>
          before.live === live && before.topic === topic && before.state === state
            ? before
            : { live, topic, state },
        ),
      );
    };
    const unwant = live.want(topic, take);
    // What came between drawing and this.
    take();
    return unwant;
  }, [live, topic]);
  return known.live === live && known.topic === topic ? known.state : live?.topic(topic);
}

/** How the link stands, and whether what is shown is old. */
export function useLiveLink(topic: string): {
  link: LiveLink;
  isOld: boolean;
  heardAtMs: number | undefined;
} {
  const live = useContext(LiveContext);
  const link = useSyncExternalStore(useWant(live, topic), () => live?.state().link ?? 'connecting');
  const isOld = useOfNow((nowMs) =>
    isStale(live?.state() ?? noState, { freshAtMs: live?.freshAtMs(topic), nowMs }),
  );
  return { link, isOld, heardAtMs: live?.state().heardAtMs };
}

/** Whether something of which the host last heard then is older than it should be; by the host's clock, however this browser's is set. */
export function useIsOlder(asOf: string | null, mostMs: number): boolean {
  const live = useContext(LiveContext);
  return useOfNow((now) => asOf !== null && now + (live?.aheadMs() ?? 0) - Date.parse(asOf) > mostMs);
}

/** How soon a look at the clock tells a stream that has gone silent. */
const clockMs = 5000;

/**
 * How often to ask for what events tell: never while the stream is there, every `everyMs` while it is away. What is asked is the same either way,
 * so that a page moves on with the one or the other and never with both.
 */
export function usePollWhileAway(everyMs: number): number | false {
  const live = useContext(LiveContext);
  const watch = useCallback(
    (changed: () => void) => {
      const unwant = live?.want('events', changed);
      const timer = setInterval(changed, clockMs);
      return () => {
        clearInterval(timer);
        unwant?.();
      };
    },
    [live],
  );
  const isLive = useSyncExternalStore(watch, () => {
    const state = live?.state() ?? noState;
    return (
      state.link === 'live' && !isStale(state, { freshAtMs: live?.freshAtMs('events'), nowMs: Date.now() })
    );
  });
  return isLive ? false : everyMs;
}

/** The event log of whoever is logged in, around what shows it; nothing for a guest. */
export function SessionLive({ children }: { children: ReactNode }) {
  const { account } = useSession();
  if (!account) return children;
  const source: LiveSource = {
    name: `events ${account.account_id}`,
    after: newestEventOfPage(),
    url: ({ eventId }) => `/api/events/live${eventId === undefined ? '' : `?after=${eventId}`}`,
  };
  return (
    <LiveProvider source={source}>
      <LiveUpdates />
      {children}
    </LiveProvider>
  );
}

/** Which routes answer otherwise after an event of a kind: parts of their paths. */
const routesOfKind: Record<string, readonly string[]> = {
  order: ['/orders', '/overview'],
  job: ['/orders', '/jobs', '/queue', '/printers', '/overview'],
  payment: ['/payment', '/orders', '/balance'],
  refund: ['/refunds', '/payment', '/orders', '/balance'],
  balance: ['/balance'],
  pre_order: ['/pre-orders'],
  submission: ['/pre-orders', '/submissions', '/share'],
  restoration: ['/restorations', '/photos'],
  restore_share: ['/restore-shares', '/photos'],
  after_sales: ['/after-sales', '/orders'],
  review: ['/order-reviews', '/orders'],
  printer: ['/printers', '/prices', '/health'],
  agent: ['/agents', '/printers', '/health'],
  schedule: ['/schedule'],
  catalogue: ['/prices', '/print-options', '/quote', '/sizes', '/papers', '/paper-types', '/catalogue'],
};

/** Events that come together are one reason to read again. */
const gatherMs = 120;

/** Reads again what is shown when an event says that it is another by now. */
function LiveUpdates() {
  const live = useContext(LiveContext);
  const client = useQueryClient();
  useEffect(() => {
    if (!live) return;
    let parts = new Set<string>();
    let isAll = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      const [wanted, all] = [[...parts], isAll];
      timer = undefined;
      parts = new Set();
      isAll = false;
      void client.invalidateQueries({
        predicate: ({ queryKey: [route] }) =>
          all || (typeof route === 'string' && wanted.some((part) => route.includes(part))),
      });
    };
    const unwant = live.want('events', () => {});
    const unhear = live.onEvent((entry) => {
      if (entry === 'lost') isAll = true;
      else for (const part of routesOfKind[entry.type.split('.')[0]!] ?? []) parts.add(part);
      timer ??= setTimeout(readAgain, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      unhear();
      unwant();
    };
  }, [live, client]);
  return null;
}
