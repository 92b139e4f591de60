import { createRoute, type RouteComponent, type StaticDataRouteOption } from '@tanstack/react-router';
import { workspaceRoute } from './root-route.js';

/** Creates the route of a page. Its code is loaded when the page is first opened. */
export function createPageRoute<const Path extends string>(
  path: Path,
  staticData: StaticDataRouteOption,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => workspaceRoute, path, staticData, component });
}
