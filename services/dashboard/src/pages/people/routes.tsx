import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'people',
    staticData: { title: 'People' },
    component: lazyRouteComponent(() => import('./people-page.js'), 'PeoplePage'),
  }),
] as const;
