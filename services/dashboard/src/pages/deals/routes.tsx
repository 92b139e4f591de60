import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const dealsRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'deals',
    staticData: { title: 'Deals' },
    component: lazyRouteComponent(() => import('./deals-page.js'), 'DealsPage'),
  }),
] as const;
