/**
 * The guest's pages: a line each. Owns which one an address shows; it goes without a router, which would weigh a third of the rest.
 */
import { type ComponentType, lazy, Suspense } from 'react';
import type { ReadRoute } from '../kit/api-types.ts';
import { ownPath } from '../kit/own-path.ts';
import { startReading } from './answers.ts';
import { askWho } from './guest.ts';
import { LoadingCard } from './parts/loading-card.tsx';
import { NoSuchPage } from './parts/no-such-page.tsx';
import type { SharePageProps } from './share-page-props.ts';

interface SharePage {
  path: RegExp;
  /** Asked, with who it is that looks, while the page's own script is still on its way. */
  firstRead?: [route: ReadRoute, field: string];
  Page: ComponentType<SharePageProps>;
}

const pages: readonly SharePage[] = [
  {
    path: /^\/share\/([^/]+)\/?$/,
    firstRead: ['GET /api/share/{share_code}', 'share_code'],
    Page: lazy(() => import('./pages/collection-page.tsx').then((it) => ({ default: it.CollectionPage }))),
  },
  {
    path: /^\/restored\/([^/]+)\/?$/,
    firstRead: ['GET /api/restore-shares/{code}', 'code'],
    Page: lazy(() => import('./pages/restored-page.tsx').then((it) => ({ default: it.RestoredPage }))),
  },
  {
    path: /^\/track(?:\/([^/]+))?\/?$/,
    Page: lazy(() => import('./pages/track-page.tsx').then((it) => ({ default: it.TrackPage }))),
  },
];

function findPage(): (SharePage & { part: string }) | undefined {
  for (const page of pages) {
    const match = page.path.exec(location.pathname);
    if (match) return { ...page, part: readPart(match[1] ?? '') };
  }
  return undefined;
}

/** As it was meant; an address that is cut off in the middle of a character is looked up as it is. */
function readPart(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Begins with the page's first question before anything is drawn. */
export function startReadingAhead(): void {
  const page = findPage();
  if (page?.firstRead && page.part !== '') {
    const [route, field] = page.firstRead;
    const answer = startReading(route, { [field]: page.part } as never);
    askWho();
    answer.then(startPictures, () => undefined);
  }
}

/** The pictures that the page will begin with, of the first photo: they are the heaviest part of it. */
function startPictures(answer: unknown): void {
  const { preview_urls = [], before_urls = [] } = answer as {
    preview_urls?: string[];
    before_urls?: (string | null)[];
  };
  for (const address of [preview_urls[0], before_urls[0]]) if (address) new Image().src = ownPath(address);
}

export function SharePages() {
  const page = findPage();
  if (!page) return <NoSuchPage />;
  const { Page, part } = page;
  return (
    <Suspense fallback={<LoadingCard />}>
      <Page part={part} />
    </Suspense>
  );
}
