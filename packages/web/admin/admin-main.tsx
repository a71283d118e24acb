/** The administration begins here. */
import { startEntry } from '../kit/entry.tsx';
import { SessionLive } from '../kit/live/live-hooks.tsx';
import { createPages } from '../kit/pages.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { adminPages } from './admin-routes.tsx';

startEntry(
  createPages({
    pages: adminPages,
    basePath: '/admin',
    frame: AdminFrame,
    live: SessionLive,
    roles: ['admin'],
  }),
);
