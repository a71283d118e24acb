/** The customer's app begins here. */
import { startEntry } from '../kit/entry.tsx';
import { SessionLive } from '../kit/live/live-hooks.tsx';
import { createPages } from '../kit/pages.tsx';
import { AppFrame } from './app-frame.tsx';
import { appPages } from './app-routes.tsx';

startEntry(createPages({ pages: appPages, basePath: '/', frame: AppFrame, live: SessionLive }));
