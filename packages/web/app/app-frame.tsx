/** The frame of the customer's app, and its places: a line each. */
import type { ReactNode } from 'react';
import {
  BasketIcon,
  HomeIcon,
  ListIcon,
  PeopleIcon,
  PersonIcon,
  SparkIcon,
  UploadIcon,
  WalletIcon,
} from '../kit/icons.tsx';
import { useWords } from '../kit/language.ts';
import { Frame, type NavPlace } from '../kit/parts/frame.tsx';
import { appWords } from './app-words.ts';
import { BasketLink } from './basket/basket-link.tsx';

export function AppFrame({ children }: { children: ReactNode }) {
  const { places } = useWords(appWords);
  const shown: NavPlace[] = [
    { to: '/', label: places.home, icon: HomeIcon, onPhone: true },
    { to: '/upload', label: places.upload, icon: UploadIcon, onPhone: true },
    { to: '/basket', label: places.basket, icon: BasketIcon, onPhone: true },
    { to: '/orders', label: places.orders, icon: ListIcon, onPhone: true },
    { to: '/pre-orders', label: places.preOrders, icon: PeopleIcon },
    { to: '/restorations', label: places.restorations, icon: SparkIcon },
    { to: '/balance', label: places.balance, icon: WalletIcon },
    { to: '/account', label: places.account, icon: PersonIcon },
  ];
  return (
    <Frame places={shown} desk="top" extra={<BasketLink />}>
      {children}
    </Frame>
  );
}
