import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const pipelineRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'pipeline',
    staticData: { title: 'Pipeline' },
    component: lazyRouteComponent(() => import('./board/board-page.js'), 'BoardPage'),
  }),
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'pipeline/$leadId',
    staticData: { title: 'Lead' },
    component: lazyRouteComponent(() => import('./lead-page.js'), 'LeadPage'),
  }),
] as const;
