/** The frame of the customer's app, and its places: a line each. */
import type { ReactNode } from 'react';
import { HomeIcon, PeopleIcon, PersonIcon, SparkIcon, WalletIcon } from '../kit/icons.tsx';
import { useWords } from '../kit/language.ts';
import { Frame, type NavPlace } from '../kit/parts/frame.tsx';
import { appWords } from './app-words.ts';

export function AppFrame({ children }: { children: ReactNode }) {
  const { places } = useWords(appWords);
  const shown: NavPlace[] = [
    { to: '/', label: places.home, icon: HomeIcon, onPhone: true },
    { to: '/pre-orders', label: places.preOrders, icon: PeopleIcon },
    { to: '/restorations', label: places.restorations, icon: SparkIcon },
    { to: '/balance', label: places.balance, icon: WalletIcon },
    { to: '/account', label: places.account, icon: PersonIcon, onPhone: true },
  ];
  return (
    <Frame places={shown} desk="top">
      {children}
    </Frame>
  );
}
