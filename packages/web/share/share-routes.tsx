/**
 * The guest's pages: a line each. Owns which one an address shows; it goes without a router, which would weigh a third of the rest.
 */
import { type ComponentType, lazy, Suspense } from 'react';
import { LoadingLines } from '../kit/parts/loading-lines.tsx';
import { NotFoundPage } from '../kit/parts/not-found-page.tsx';
import type { SharePageProps } from './share-page-props.ts';

const pages: ReadonlyArray<[path: RegExp, page: ComponentType<SharePageProps>]> = [
  [
    /^\/track(?:\/([^/]+))?\/?$/,
    lazy(() => import('./pages/track-page.tsx').then((it) => ({ default: it.TrackPage }))),
  ],
];

export function SharePages() {
  const { pathname } = location;
  for (const [path, Page] of pages) {
    const match = path.exec(pathname);
    if (!match) continue;
    return (
      <Suspense fallback={<LoadingLines />}>
        <Page part={decodeURIComponent(match[1] ?? '')} />
      </Suspense>
    );
  }
  return <NotFoundPage />;
}
