import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const transfersRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'transfers',
    staticData: { title: 'Imports' },
    component: lazyRouteComponent(() => import('./imports-page.js'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'transfers/new',
    staticData: { title: 'Import a file' },
    component: lazyRouteComponent(() => import('./new-import-page.js'), 'NewImportPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'transfers/imports/$importId',
    staticData: { title: 'Import' },
    component: lazyRouteComponent(() => import('./import-page.js'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'transfers/exports',
    staticData: { title: 'Exports' },
    component: lazyRouteComponent(() => import('./exports-page.js'), 'ExportsPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'transfers/feed',
    staticData: { title: 'Feed' },
    component: lazyRouteComponent(() => import('./feed-page.js'), 'FeedPage'),
  }),
] as const;
