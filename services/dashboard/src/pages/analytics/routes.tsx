import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const analyticsRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'analytics',
    staticData: { title: 'Analytics' },
    component: lazyRouteComponent(() => import('./overview-page.js'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'analytics/funnel',
    staticData: { title: 'Funnel' },
    component: lazyRouteComponent(() => import('./funnel-page.js'), 'FunnelPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'analytics/sources',
    staticData: { title: 'Sources' },
    component: lazyRouteComponent(() => import('./sources-page.js'), 'SourcesPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'analytics/agents',
    staticData: { title: 'Agents' },
    component: lazyRouteComponent(() => import('./agents-page.js'), 'AgentsPage'),
  }),
] as const;
