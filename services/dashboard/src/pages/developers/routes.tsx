import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const developersRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'developers',
    staticData: { title: 'Developers' },
    component: lazyRouteComponent(() => import('./developers-page.js'), 'DevelopersPage'),
  }),
] as const;
