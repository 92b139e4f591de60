import { createRoute, type RouteComponent, type StaticDataRouteOption } from '@tanstack/react-router';
import { isMode } from '../api/mode.js';
import { queryClient } from '../api/query-client.js';
import { sessionQuery } from '../api/session.js';
import { createTenant, type Tenant } from '../api/workspace.js';
import type { Filters } from '../ui/filters/use-filters.js';
import { workspaceRoute } from './root-route.js';

/** Starts to read what a page shows first. */
type Prefetch = (tenant: Tenant, filters: Filters) => void;

/** Creates the route of a page. Its code is loaded when the page is first opened, and its first records meanwhile. */
export function createPageRoute<const Path extends string>(
  path: Path,
  staticData: StaticDataRouteOption,
  component: RouteComponent,
  prefetch?: Prefetch,
) {
  const loader = async ({ workspaceId, mode }: Readonly<Record<string, unknown>>, filters: Filters) => {
    const { memberships } = await queryClient.ensureQueryData(sessionQuery);
    const membership = memberships.find(({ workspace }) => workspace.id === workspaceId);
    if (!membership || membership.suspension || !isMode(mode)) return;
    prefetch?.(createTenant(membership.workspace.id, mode), filters);
  };
  return createRoute({
    getParentRoute: () => workspaceRoute,
    path,
    staticData,
    component,
    loader: ({ params, location }) => loader({ ...params }, location.search),
  });
}
