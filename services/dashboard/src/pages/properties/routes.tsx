import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const propertiesRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'properties',
    staticData: { title: 'Properties' },
    component: lazyRouteComponent(() => import('./portfolio-page.js'), 'PortfolioPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'properties/$propertyId',
    staticData: { title: 'Property' },
    component: lazyRouteComponent(() => import('./property-page.js'), 'PropertyPage'),
  }),
] as const;
