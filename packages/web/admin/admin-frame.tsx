/** The frame of the administration, and its places: a line each. */
import type { ReactNode } from 'react';
import { HomeIcon } from '../kit/icons.tsx';
import { useWords } from '../kit/language.ts';
import { Frame, type NavPlace } from '../kit/parts/frame.tsx';
import { adminWords } from './admin-words.ts';

export function AdminFrame({ children }: { children: ReactNode }) {
  const words = useWords(adminWords);
  const places: NavPlace[] = [{ to: '/', label: words.places.service, icon: HomeIcon, onPhone: true }];
  return (
    <Frame places={places} desk="side" name={words.name}>
      {children}
    </Frame>
  );
}
