/**
 * What a guest opens begins here: a link that somebody was given, a number to look up. Nothing of the customer's app is in it, nor
 * Mantine: its pages are plain elements that look the same and weigh a third less.
 */
import './share-base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadForNewBuild } from '../kit/new-build.ts';
import { ErrorBoundary } from '../kit/parts/error-boundary.tsx';
import { BrokenNote } from './parts/share-note.tsx';
import { ShareFrame } from './share-frame.tsx';
import { ensurePage, SharePages } from './share-routes.tsx';

reloadForNewBuild();
followScheme();
void ensurePage().then(draw);

function draw(): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <ShareFrame>
        <ErrorBoundary fallback={(error) => <BrokenNote error={error} />}>
          <SharePages />
        </ErrorBoundary>
      </ShareFrame>
    </StrictMode>,
  );
}

/** first-paint.js chose light or dark; a device that changes while the page is open takes it along, unless one was chosen by hand. */
function followScheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    let chosen: string | null = null;
    try {
      chosen = localStorage.getItem('platen-scheme');
    } catch {
      // A browser that keeps nothing has chosen nothing.
    }
    if (chosen === 'light' || chosen === 'dark') return;
    document.documentElement.setAttribute('data-mantine-color-scheme', matches ? 'dark' : 'light');
  });
}
