import { createRootRoute, createRoute, notFound, Outlet } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isMode } from '../api/mode.js';
import { queryClient } from '../api/query-client.js';
import { sessionQuery, useSession } from '../api/session.js';
import { PlaceContext } from '../api/workspace.js';
import { LoadingState } from '../ui/feedback/states.js';
import { Home } from './home.js';
import { NotFound, PageProblem } from './page-problem.js';
import { Shell } from './shell.js';
import { SuspendedWorkspace } from './suspended-workspace.js';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the document while the page is open. */
    title?: string;
    /** Set if live and sandbox share the page's data. Then the page has no sandbox banner. */
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

/** The pages of a workspace, or the notice that it is suspended. */
function Workspace() {
  const { workspaceId, mode } = workspaceRoute.useParams();
  const membership = useSession().memberships.find(({ workspace }) => workspace.id === workspaceId);
  const place = useMemo(() => (membership && isMode(mode) ? { membership, mode } : undefined), [membership, mode]);
  if (!place) return <NotFound />;
  const { suspension } = place.membership;
  return (
    <PlaceContext value={place}>{suspension ? <SuspendedWorkspace suspension={suspension} /> : <Shell />}</PlaceContext>
  );
}

/** A workspace in one mode. The pages are its children. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$workspaceId/$mode',
  loader: async ({ params }) => {
    const { memberships } = await queryClient.ensureQueryData(sessionQuery);
    const isMember = memberships.some(({ workspace }) => workspace.id === params.workspaceId);
    if (!isMember || !isMode(params.mode)) throw notFound();
  },
  component: Workspace,
  notFoundComponent: NotFound,
  errorComponent: PageProblem,
});
