/** The administration begins here. */
import { startEntry } from '../kit/entry.tsx';
import { createPages } from '../kit/pages.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { adminPages } from './admin-routes.tsx';

startEntry(createPages({ pages: adminPages, basePath: '/admin', frame: AdminFrame, roles: ['admin'] }));
