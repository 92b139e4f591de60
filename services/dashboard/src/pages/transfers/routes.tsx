import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const transfersRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'transfers',
    staticData: { title: 'Import and export' },
    component: lazyRouteComponent(() => import('./transfers-page.js'), 'TransfersPage'),
  }),
] as const;
