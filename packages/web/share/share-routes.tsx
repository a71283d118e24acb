/**
 * The guest's pages: a line each. Owns which one an address shows; it goes without a router, which would weigh a third of the rest. A page is
 * drawn when its script is there, and until then what the address was answered with stays: a second sign of waiting would only be one more
 * thing to look at.
 */
import type { ComponentType } from 'react';
import type { ReadRoute } from '../kit/api-types.ts';
import { startReading } from './answers.ts';
import { askWho } from './guest.ts';
import { NoSuchPage } from './parts/no-such-page.tsx';
import type { SharePageProps } from './share-page-props.ts';

interface SharePage {
  path: RegExp;
  /** Asked, with who it is that looks, while the page's own script is still on its way. */
  firstRead?: [route: ReadRoute, field: string];
  load(): Promise<ComponentType<SharePageProps>>;
}

const pages: readonly SharePage[] = [
  {
    path: /^\/share\/([^/]+)\/?$/,
    firstRead: ['GET /api/share/{share_code}', 'share_code'],
    load: async () => (await import('./pages/collection-page.tsx')).CollectionPage,
  },
  {
    path: /^\/restored\/([^/]+)\/?$/,
    firstRead: ['GET /api/restore-shares/{code}', 'code'],
    load: async () => (await import('./pages/restored-page.tsx')).RestoredPage,
  },
  {
    path: /^\/track(?:\/([^/]+))?\/?$/,
    load: async () => (await import('./pages/track-page.tsx')).TrackPage,
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

/** What the first answer may still take once the page's script is there, before the page is drawn without it. */
const shortWaitMs = 250;

let shown: { Page: ComponentType<SharePageProps>; part: string } | { error: unknown } | undefined;

/** Loads the page of this address and asks its first question. Resolves when there is something to draw; never rejects. */
export async function ensurePage(): Promise<void> {
  const page = findPage();
  if (!page) return;
  const { firstRead, part } = page;
  const answered =
    firstRead && part !== '' ? startReading(firstRead[0], { [firstRead[1]]: part } as never) : undefined;
  if (answered) askWho();
  try {
    shown = { Page: await page.load(), part };
  } catch (error) {
    shown = { error };
    return;
  }
  const late = new Promise((resolve) => setTimeout(resolve, shortWaitMs));
  await Promise.race([answered?.catch(() => undefined), late]);
}

/** What `ensurePage` found. */
export function SharePages() {
  if (shown === undefined) return <NoSuchPage />;
  if ('error' in shown) throw shown.error;
  const { Page, part } = shown;
  return <Page part={part} />;
}
