/** What stands around a guest's page: the mark, and the language. */
import type { ReactNode } from 'react';
import { kitWords } from '../kit/kit-words.ts';
import { chooseLanguage, useLanguage, useWords } from '../kit/language.ts';
import { BrandMark } from '../kit/parts/brand-mark.tsx';
import { OfflineBar } from '../kit/parts/offline-bar.tsx';
import { ShareButton } from './parts/share-button.tsx';
import classes from './share-frame.module.css';

export function ShareFrame({ children }: { children: ReactNode }) {
  const words = useWords(kitWords);
  const other =
    useLanguage() === 'zh'
      ? ({ to: 'en', lang: 'en', name: 'English' } as const)
      : ({ to: 'zh', lang: 'zh-CN', name: '中文' } as const);
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
        <ShareButton kind="link" lang={other.lang} onClick={() => chooseLanguage(other.to)}>
          {other.name}
        </ShareButton>
      </header>
      <OfflineBar />
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
    </>
  );
}
