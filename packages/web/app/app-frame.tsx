/** The frame of the customer's app, and its places: a line each. */
import type { ReactNode } from 'react';
import { HomeIcon, PersonIcon } from '../kit/icons.tsx';
import { useWords } from '../kit/language.ts';
import { Frame, type NavPlace } from '../kit/parts/frame.tsx';
import { appWords } from './app-words.ts';

export function AppFrame({ children }: { children: ReactNode }) {
  const { places } = useWords(appWords);
  const shown: NavPlace[] = [
    { to: '/', label: places.home, icon: HomeIcon, onPhone: true },
    { to: '/account', label: places.account, icon: PersonIcon, onPhone: true },
  ];
  return (
    <Frame places={shown} desk="top">
      {children}
    </Frame>
  );
}
