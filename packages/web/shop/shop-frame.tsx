/** The frame of the shop floor, and its places: a line each. */
import type { ReactNode } from 'react';
import { HomeIcon } from '../kit/icons.tsx';
import { useWords } from '../kit/language.ts';
import { Frame, type NavPlace } from '../kit/parts/frame.tsx';
import { shopWords } from './shop-words.ts';

export function ShopFrame({ children }: { children: ReactNode }) {
  const words = useWords(shopWords);
  const places: NavPlace[] = [{ to: '/', label: words.places.service, icon: HomeIcon, onPhone: true }];
  return (
    <Frame places={places} desk="side" name={words.name}>
      {children}
    </Frame>
  );
}
