import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Role } from 'outstep/kernel/access-levels.ts';
import { prefetchRead } from '../api/queries.ts';
import { lastStore, rememberStore, sessionQuery, useMay } from '../api/session.ts';
import { ErrorPage, NotFound, RoleRequired } from './error-pages.tsx';
import { type PageEntry, pages } from './pages.ts';
import { firstPagePath } from './visible-pages.ts';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
  errorComponent: (props) => (
    <main>
      <ErrorPage {...props} />
    </main>
  ),
});

/** Only for signed-in people; others return here after signing in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } as never });
    return { session };
  },
});

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: ({ context: { session } }) => {
    const store = lastStore(session);
    throw redirect({ to: store ? firstPagePath(store) : '/new-store', replace: true });
  },
});

const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
});

const store = createRoute({
  getParentRoute: () => shell,
  path: '/stores/$storeId',
  beforeLoad: ({ context: { session }, params }) => {
    const found = session.stores.find(({ id }) => id === params.storeId);
    if (!found) throw notFound();
    rememberStore(found.id);
    return { store: found };
  },
});

const storeStart = createRoute({
  getParentRoute: () => store,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: firstPagePath(context.store), replace: true });
  },
});

type LoadPage = PageEntry['load'];
const lazy = (load: LoadPage) => lazyRouteComponent(load, 'Page') as RouteComponent;

/** Shows people without the required role which one a page needs; the server enforces it anyway. */
const forRole = (role: Role, Component: RouteComponent) =>
  Object.assign(() => (useMay(role) ? <Component /> : <RoleRequired role={role} />), {
    preload: Component.preload,
  }) as RouteComponent;

const createPageRoute = ({ path, role, load }: PageEntry) =>
  createRoute({
    getParentRoute: () => store,
    path,
    component: forRole(role, lazy(load)),
  });

const openToAll = (path: string, load: LoadPage) =>
  createRoute({ getParentRoute: () => root, path, component: lazy(load) });

const routes = root.addChildren([
  signedIn.addChildren([
    start,
    createRoute({
      getParentRoute: () => signedIn,
      path: '/new-store',
      component: lazy(() => import('../features/stores/new-store-page.tsx')),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/connect-mailbox',
      component: lazy(() => import('../features/senders/connect-mailbox-page.tsx')),
    }),
    shell.addChildren([
      store.addChildren([storeStart, ...pages.map(createPageRoute)]),
      createRoute({
        getParentRoute: () => shell,
        path: '/account',
        component: lazy(() => import('../features/account/account-page.tsx')),
      }),
    ]),
  ]),
  openToAll('/sign-in', () => import('../features/sign-in/sign-in-page.tsx')),
  openToAll('/sign-up', () => import('../features/sign-in/sign-up-page.tsx')),
  openToAll('/forgot-password', () => import('../features/sign-in/forgot-password-page.tsx')),
  openToAll('/reset-password', () => import('../features/sign-in/reset-password-page.tsx')),
  openToAll('/invitations/$token', () => import('../features/sign-in/invitation-page.tsx')),
]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    context: { queries },
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    // Values are plain strings: `?q=12` is the string "12", and URLs remain readable.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text ? `?${text}` : '';
    },
  });

/** Loads the first page and its data right away; the router itself would wait for the session first. */
export function loadFirstPage(router: ReturnType<typeof createAppRouter>, queries: QueryClient) {
  const [routes, { storeId }] = router.getMatchedRoutes(location.pathname);
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => {});
  const open = location.search === '' && pages.find(({ path }) => location.pathname.endsWith(`/${path}`));
  if (storeId && open)
    for (const { path, query } of open.reads ?? []) void prefetchRead(queries, storeId, path, query);
}
