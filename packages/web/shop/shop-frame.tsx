/** The frame of the shop floor, and its places: a line each. A wall screen has none. */
import { ActionIcon } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  BellIcon,
  BellOffIcon,
  CalendarIcon,
  HandIcon,
  HomeIcon,
  ListIcon,
  LogIcon,
  PrinterIcon,
  ReturnIcon,
  ScreenIcon,
  SheetIcon,
  StarIcon,
  TruckIcon,
} from '../kit/icons.tsx';
import { useWords } from '../kit/language.ts';
import { Frame, type NavPlace } from '../kit/parts/frame.tsx';
import { closeFloorSession } from './floor/floor-call.ts';
import { useFloorNeeds } from './floor/floor-needs.ts';
import { floorSessionKey, useFloor } from './floor/floor-session.tsx';
import { useNeedsAlarm } from './floor/needs-alarm.ts';
import { shopWords } from './shop-words.ts';

export function ShopFrame({ children }: { children: ReactNode }) {
  const { places: words, name } = useWords(shopWords);
  const { host, shop } = useFloor();
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const isCloud = host === 'cloud';
  if (pathname.replace(/\/$/, '').endsWith('/wall')) return children;
  // A screen that is given any address of the floor with this is a wall, also where it was bookmarked before it had a page of its own.
  if ((search as Record<string, unknown>).wall === '1') return <Navigate to="/wall" replace />;
  const places: NavPlace[] = [
    { to: '/', label: words.floor, icon: HomeIcon, onPhone: true },
    { to: '/queue', label: words.queue, icon: ListIcon, onPhone: true },
    { to: '/printers', label: words.printers, icon: PrinterIcon, onPhone: true },
    { to: '/papers', label: words.papers, icon: SheetIcon },
    { to: '/schedule', label: words.schedule, icon: CalendarIcon, onPhone: !isCloud },
    ...(isCloud
      ? [
          { to: '/pickup', label: words.pickup, icon: HandIcon, onPhone: true },
          { to: '/shipping', label: words.shipping, icon: TruckIcon },
          { to: '/after-sales', label: words.afterSales, icon: ReturnIcon },
          { to: '/reviews', label: words.reviews, icon: StarIcon },
        ]
      : []),
    { to: '/log', label: words.log, icon: LogIcon },
    { to: '/wall', label: words.wall, icon: ScreenIcon },
  ];
  const leave = async () => {
    // Where no answer comes the session is asked for again, and says how it is.
    await closeFloorSession().catch(() => {});
    await client.invalidateQueries({ queryKey: floorSessionKey });
  };
  return (
    <Frame
      places={places}
      desk="side"
      name={shop?.name || name}
      liveTopic="agents"
      leave={isCloud ? undefined : () => void leave()}
      extra={<AlarmSwitch />}
    >
      {children}
    </Frame>
  );
}

/** Sound and notifications, off until somebody turns them on; the number in the title is there always. */
function AlarmSwitch() {
  const { sound } = useWords(shopWords);
  const { isOn, setOn } = useNeedsAlarm(useFloorNeeds());
  const label = isOn ? sound.turnOff : sound.turnOn;
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? undefined : 'gray'}
      size={44}
      radius="xl"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={() => void setOn(!isOn)}
    >
      {isOn ? <BellIcon /> : <BellOffIcon />}
    </ActionIcon>
  );
}
