import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const propertiesRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'properties',
    staticData: { title: 'Properties' },
    component: lazyRouteComponent(() => import('./properties-page.js'), 'PropertiesPage'),
  }),
] as const;
