import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const analyticsRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'analytics',
    staticData: { title: 'Analytics' },
    component: lazyRouteComponent(() => import('./analytics-page.js'), 'AnalyticsPage'),
  }),
] as const;
