import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const integrationsRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'integrations',
    staticData: { title: 'Integrations' },
    component: lazyRouteComponent(() => import('./integrations-page.js'), 'IntegrationsPage'),
  }),
] as const;
