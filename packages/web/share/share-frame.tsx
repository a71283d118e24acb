/** What stands around a guest's page: the mark, and the language. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { kitWords } from '../kit/kit-words.ts';
import { chooseLanguage, useLanguage, useWords } from '../kit/language.ts';
import { BrandMark } from '../kit/parts/brand-mark.tsx';
import { OfflineBar } from '../kit/parts/offline-bar.tsx';
import classes from './share-frame.module.css';

export function ShareFrame({ children }: { children: ReactNode }) {
  const words = useWords(kitWords);
  const other =
    useLanguage() === 'zh' ? ({ to: 'en', name: 'English' } as const) : ({ to: 'zh', name: '中文' } as const);
  return (
    <>
      <a className={classes.skip} href="#content">
        {words.skip}
      </a>
      <header className={classes.bar}>
        <a className={classes.brand} href="/">
          <BrandMark />
          {words.brand}
        </a>
        <Anchor
          component="button"
          type="button"
          size="sm"
          lang={other.to}
          onClick={() => chooseLanguage(other.to)}
        >
          {other.name}
        </Anchor>
      </header>
      <OfflineBar />
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
    </>
  );
}
