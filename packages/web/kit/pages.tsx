/**
 * The pages of an entry and their addresses. Owns how a list of pages becomes a router: each page is loaded when it is opened, behind the
 * login where it needs one, inside the entry's frame.
 */
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { BrokenPage } from './parts/broken-page.tsx';
import { LoadingLines } from './parts/loading-lines.tsx';
import { LoginGate } from './parts/login-gate.tsx';
import { NotFoundPage } from './parts/not-found-page.tsx';
import type { Account } from './session.ts';

export interface Page {
  /** `/orders/$id`; below the entry's own path. */
  path: string;
  component: RouteComponent;
  /** `everybody`: also without a login. */
  open?: 'everybody';
}

/** A page that is loaded when it is opened: `page('/', () => import('./pages/home-page.tsx'), 'HomePage')`. */
export function page<M extends Record<string, unknown>, K extends keyof M & string>(
  path: string,
  load: () => Promise<M>,
  component: K,
  more: Pick<Page, 'open'> = {},
): Page {
  return {
    path,
    component: lazyRouteComponent(load as () => Promise<never>, component as never) as RouteComponent,
    ...more,
  };
}

export interface PagesParts {
  pages: readonly Page[];
  /** `/shop`; `/` for the app. */
  basePath: string;
  /** What stands around every page. */
  frame: ComponentType<{ children: ReactNode }>;
  /** The live stream around them; none unless told. */
  live?: ComponentType<{ children: ReactNode }>;
  /** Whose accounts may open them; every account unless told. */
  roles?: ReadonlyArray<Account['role']>;
  /** Another login than that of the cloud's accounts. */
  gate?: ComponentType<{ children: ReactNode }>;
}

/** Plain `?page=2&q=tea`, as people write it; a page reads it by useAddressState. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The router of an entry, ready to be drawn. */
export function createPages({
  pages,
  basePath,
  frame: Frame,
  live: Live = Fragment,
  roles,
  gate: Gate = ({ children }) => <LoginGate roles={roles}>{children}</LoginGate>,
}: PagesParts): ReactNode {
  const root = createRootRoute({
    component: () => (
      <Live>
        <Frame>
          <Outlet />
        </Frame>
      </Live>
    ),
    notFoundComponent: NotFoundPage,
  });
  const gate = createRoute({
    getParentRoute: () => root,
    id: 'gate',
    component: () => (
      <Gate>
        <Outlet />
      </Gate>
    ),
  });
  const routesOf = (parent: typeof root | typeof gate, wanted: Page['open']) =>
    pages
      .filter(({ open }) => open === wanted)
      .map(({ path, component }) =>
        createRoute({ getParentRoute: () => parent as typeof root, path, component }),
      );
  const tree = root.addChildren([
    ...routesOf(root, 'everybody'),
    gate.addChildren(routesOf(gate, undefined)),
  ]);
  const router = createRouter({
    routeTree: tree,
    basepath: basePath,
    history: createBrowserHistory(),
    defaultPreload: 'intent',
    defaultPendingComponent: () => <LoadingLines />,
    defaultErrorComponent: ({ error }) => <BrokenPage error={error} />,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  });
  return <RouterProvider router={router} />;
}
