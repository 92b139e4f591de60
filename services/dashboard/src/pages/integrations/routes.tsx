import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const integrationsRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'integrations',
    staticData: { title: 'Integrations' },
    component: lazyRouteComponent(() => import('./integrations-page.js'), 'IntegrationsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'integrations/$integrationId',
    staticData: { title: 'Integration' },
    component: lazyRouteComponent(() => import('./integration-page.js'), 'IntegrationPage'),
  }),
] as const;
