/**
 * Whose shop floor this is: which host serves it, whether somebody is logged in there, and what can be done. Owns these questions, and the
 * live stream around what shows the floor.
 */
import type { FloorHost, FloorItem, FloorTopic } from '@platen/contracts/floor/shop-floor';
import type { FloorActName } from '@platen/contracts/floor/shop-floor-acts';
import type { FloorSession } from '@platen/contracts/floor/shop-floor-session';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import type { ApiError } from '../../kit/api.ts';
import type { LiveSource } from '../../kit/live/live.ts';
import { LiveProvider, useLiveLink, useTopic } from '../../kit/live/live-hooks.tsx';
import { floorLiveUrl, getFloorHost, getFloorSession, type ShopChoice } from './floor-call.ts';

export const floorSessionKey = ['floor session'] as const;

/** Who looks at the floor; asked again when something says that it is over. */
export function useFloorSession(): UseQueryResult<FloorSession, ApiError> {
  return useQuery<FloorSession, ApiError>({
    queryKey: floorSessionKey,
    queryFn: ({ signal }) => getFloorSession(signal),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });
}

export interface Floor extends FloorHost {
  can(act: FloorActName): boolean;
  has(topic: FloorTopic): boolean;
  /** Of an admin with several shops. */
  chosenShop: ShopChoice;
}

const FloorContext = createContext<Floor | undefined>(undefined);

/** The floor; only inside of FloorProvider. */
export function useFloor(): Floor {
  const floor = useContext(FloorContext);
  if (!floor) throw new Error('This page is outside of a shop floor.');
  return floor;
}

/** What the host answers of itself. */
export function useFloorHost(shop: ShopChoice, isWanted: boolean): UseQueryResult<FloorHost, ApiError> {
  return useQuery<FloorHost, ApiError>({
    queryKey: ['floor host', shop],
    queryFn: ({ signal }) => getFloorHost(shop, signal),
    staleTime: 5 * 60_000,
    enabled: isWanted,
  });
}

/** Around everything that shows the floor. */
export function FloorProvider({
  host,
  shop,
  by,
  children,
}: {
  host: FloorHost;
  shop: ShopChoice;
  by: string;
  children: ReactNode;
}) {
  const floor = useMemo<Floor>(
    () => ({
      ...host,
      chosenShop: shop,
      can: (act) => host.acts.includes(act),
      has: (topic) => host.topics.includes(topic),
    }),
    [host, shop],
  );
  const source: LiveSource = {
    name: `floor ${host.host} ${host.shop?.id ?? ''} ${by}`,
    url: ({ topics, places }) => floorLiveUrl(topics, places, shop),
  };
  return (
    <FloorContext value={floor}>
      <LiveProvider source={source}>
        <SessionWatch />
        {children}
      </LiveProvider>
    </FloorContext>
  );
}

/** A stream that ended says that the session may be over: whoever is at the door is asked again. */
function SessionWatch() {
  const client = useQueryClient();
  const { link } = useLiveLink('agents');
  useEffect(() => {
    if (link === 'ended') void client.invalidateQueries({ queryKey: floorSessionKey });
  }, [link, client]);
  return null;
}

const none: never[] = [];

export interface FloorItems<T extends FloorTopic> {
  /** Undefined until the first word. */
  items: ReadonlyArray<FloorItem<T>>;
  isKnown: boolean;
  /** Nothing was heard for three beats. */
  isOld: boolean;
  asOf: string | undefined;
}

/** The items of a topic as they are now; none where this host has no such topic: it would refuse the whole stream. */
export function useFloorTopic<T extends FloorTopic>(topic: T): FloorItems<T> {
  const isThere = useFloor().has(topic);
  const known = useTopic(isThere ? topic : 'agents');
  const state = isThere ? known : undefined;
  const { isOld } = useLiveLink(isThere ? topic : 'agents');
  const items = useMemo(() => (state ? ([...state.items.values()] as Array<FloorItem<T>>) : none), [state]);
  return {
    items,
    isKnown: state !== undefined || !isThere,
    isOld: state !== undefined && isOld,
    asOf: state?.asOf,
  };
}
