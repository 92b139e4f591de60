import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceRoute } from '../../app/root-route.js';

export const tasksRoutes = [
  createRoute({
    getParentRoute: () => workspaceRoute,
    path: 'tasks',
    staticData: { title: 'Tasks' },
    component: lazyRouteComponent(() => import('./tasks-page.js'), 'TasksPage'),
  }),
] as const;
