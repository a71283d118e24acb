/** The shop floor begins here. */
import { startEntry } from '../kit/entry.tsx';
import { createPages } from '../kit/pages.tsx';
import { ShopFrame } from './shop-frame.tsx';
import { shopPages } from './shop-routes.tsx';

startEntry(
  createPages({ pages: shopPages, basePath: '/shop', frame: ShopFrame, roles: ['operator', 'admin'] }),
);
