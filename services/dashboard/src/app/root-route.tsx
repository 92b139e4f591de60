import { createRootRoute, createRoute, notFound, Outlet } from '@tanstack/react-router';
import { isMode } from '../api/mode.js';
import { queryClient } from '../api/query-client.js';
import { sessionQuery } from '../api/session.js';
import { LoadingState } from '../ui/feedback/states.js';
import { Home } from './home.js';
import { NotFound, PageProblem } from './page-problem.js';
import { Shell } from './shell.js';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the document while the page is open. */
    title?: string;
    /** Live and sandbox share the page's data, so the sandbox banner would be wrong. */
    isSharedByModes?: boolean;
  }
}

const NoPage = () => (
  <main>
    <NotFound />
  </main>
);

export const rootRoute = createRootRoute({
  component: Outlet,
  loader: () => queryClient.ensureQueryData(sessionQuery),
  pendingComponent: LoadingState,
  errorComponent: PageProblem,
  notFoundComponent: NoPage,
});

export const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Home });

/** A workspace in one mode. The pages are its children. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$workspaceId/$mode',
  loader: async ({ params }) => {
    const { memberships } = await queryClient.ensureQueryData(sessionQuery);
    const isMember = memberships.some(({ workspace }) => workspace.id === params.workspaceId);
    if (!isMember || !isMode(params.mode)) throw notFound();
  },
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: PageProblem,
});
