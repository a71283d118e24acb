/** The frame of the administration, and its places: a line each. */
import type { ReactNode } from 'react';
import {
  ClockIcon,
  HomeIcon,
  ListIcon,
  LogIcon,
  MapPinIcon,
  PeopleIcon,
  PhotoIcon,
  PrinterIcon,
  SettingsIcon,
  SparkIcon,
  StarIcon,
  StoreIcon,
  TagIcon,
  TruckIcon,
  WalletIcon,
  WarningIcon,
} from '../kit/icons.tsx';
import { useWords } from '../kit/language.ts';
import { Frame, type NavPlace } from '../kit/parts/frame.tsx';
import { adminWords } from './admin-words.ts';

export function AdminFrame({ children }: { children: ReactNode }) {
  const { name, places } = useWords(adminWords);
  const shown: NavPlace[] = [
    { to: '/', label: places.overview, icon: HomeIcon, onPhone: true },
    { to: '/orders', label: places.orders, icon: ListIcon, onPhone: true },
    { to: '/jobs', label: places.jobs, icon: PrinterIcon, onPhone: true },
    { to: '/after-sales', label: places.afterSales, icon: WarningIcon, onPhone: true },
    { to: '/reviews', label: places.reviews, icon: StarIcon },
    { to: '/payments', label: places.payments, icon: WalletIcon },
    { to: '/catalogue', label: places.catalogue, icon: PhotoIcon },
    { to: '/coverage', label: places.coverage, icon: MapPinIcon },
    { to: '/pickup-points', label: places.pickup, icon: ClockIcon },
    { to: '/shipping', label: places.shipping, icon: TruckIcon },
    { to: '/coupons', label: places.coupons, icon: TagIcon },
    { to: '/referrals', label: places.referrals, icon: SparkIcon },
    { to: '/shops', label: places.shops, icon: StoreIcon },
    { to: '/accounts', label: places.accounts, icon: PeopleIcon },
    { to: '/limits', label: places.limits, icon: SettingsIcon },
    { to: '/audit', label: places.audit, icon: LogIcon },
  ];
  return (
    <Frame places={shown} desk="side" name={name}>
      {children}
    </Frame>
  );
}
